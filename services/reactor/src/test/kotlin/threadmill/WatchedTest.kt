package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.test.context.TestPropertySource

/** Watchdogs keep the limits that timers keep in stock, and a connection stays on the loop where it is. */
@VariantTest
@TestPropertySource(
    properties = ["threadmill.time-limits=watchdog", "server.netty.idle-timeout=", "threadmill.r2dbc.hand-over=false"],
)
class WatchedTest : VariantContract() {
    @Test
    fun `attests the same limits`() {
        assertThat(management.get("/attestation", "*/*").body).contains(
            "\"timeLimits\":\"watchdog\"",
            "\"handOver\":false",
            "\"db.poolWaitMs\":300",
            "\"http.idleTimeoutMs\":60000",
        )
    }

    @Test
    fun `serves`() {
        assertThat(http.get("/need-a-number").status).isEqualTo(200)
        assertThat(http.get("/agents/1").status).isEqualTo(503)
    }
}
