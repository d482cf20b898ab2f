package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.test.context.TestPropertySource

/** Each tunable is set by one property, and attested with the value that is in force. */
@VariantTest
@TestPropertySource(
    properties = [
        "threadmill.r2dbc.loops=http", "threadmill.hooks=off", "spring.persistence.exceptiontranslation.enabled=false",
        "spring.r2dbc.properties.useServerPrepStmts=true", "spring.r2dbc.properties.allowPipelining=false",
        "threadmill.transactions=on",
    ],
)
class TunedTest : VariantContract() {
    @Test
    fun `attests what was chosen`() {
        assertThat(management.get("/attestation", "*/*").body).contains(
            "\"eventLoops.shared\":true",
            "\"hooks\":false",
            "\"transactions\":true",
            "\"exceptionTranslation\":false",
            "\"preparedStatements\":true",
            "\"pipelining\":false",
            "\"db.answerTimeoutMs\":null",
        )
    }

    @Test
    fun `serves without any hook`() {
        assertThat(http.get("/need-a-number").status).isEqualTo(200)
        assertThat(http.get("/agents/1").status).isEqualTo(503)
    }
}
