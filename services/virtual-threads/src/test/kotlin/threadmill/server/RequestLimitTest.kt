package threadmill.server

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.test.context.TestPropertySource
import threadmill.AtOnce
import threadmill.VariantContract
import threadmill.VariantTest
import java.util.concurrent.Executors

@VariantTest
@TestPropertySource(properties = ["threadmill.virtual-threads.requests=3"])
class RequestLimitTest : VariantContract() {
    @Test
    fun `runs so many tasks at once and no more`() {
        val calls = AtOnce()
        Executors.newVirtualThreadPerTaskExecutor().use { threads ->
            val limited = limited(threads, 3)
            repeat(12) { limited.execute { calls() } }
        }
        assertThat(calls.most).isEqualTo(3)
    }

    @Test
    fun `lets the others wait`() {
        val began = System.nanoTime()
        val calls = List(7) { Thread.startVirtualThread { http.get("/need-a-number/sleep?seed=1&least=300&most=300") } }
        calls.forEach(Thread::join)
        assertThat((System.nanoTime() - began) / 1_000_000).isBetween(900, 2_000)
    }

    @Test
    fun `attests the limit`() {
        assertThat(management.get("/attestation", "*/*").body).contains("\"virtualThreads.requests\":3")
    }
}
