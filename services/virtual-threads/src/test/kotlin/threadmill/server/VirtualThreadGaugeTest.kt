package threadmill.server

import io.micrometer.core.instrument.MeterRegistry
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.TestConfiguration
import org.springframework.context.annotation.Import
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import threadmill.VariantContract
import threadmill.VariantTest
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors

private const val CALLS = 300

@VariantTest
@Import(VirtualThreadGaugeTest.Gate::class)
class VirtualThreadGaugeTest(@Autowired private val meters: MeterRegistry, @Autowired private val gate: Gate) :
    VariantContract() {
    @RestController
    @TestConfiguration
    class Gate {
        val opened = CountDownLatch(1)

        @GetMapping("/gate")
        fun pass(): Boolean {
            opened.await()
            return Thread.currentThread().isVirtual
        }
    }

    private val clients = Executors.newVirtualThreadPerTaskExecutor()

    @Test
    fun `counts a virtual thread for each waiting call, more than Tomcat has workers`() {
        val responses = (1..CALLS).map { clients.submit<String> { http.get("/gate").body } }
        await().untilAsserted { assertThat(gauge("live")).isEqualTo(CALLS) }

        gate.opened.countDown()
        assertThat(responses.map { it.get() }).containsOnly("true")
        await().untilAsserted { assertThat(gauge("live")).isZero() }
        assertThat(gauge("peak")).isGreaterThanOrEqualTo(CALLS)
        assertThat(gauge("peak")).isZero()
    }

    @AfterEach
    fun end() {
        gate.opened.countDown()
        clients.close()
    }

    private fun gauge(name: String) = meters["threadmill.virtual.threads.$name"].gauge().value().toInt()
}
