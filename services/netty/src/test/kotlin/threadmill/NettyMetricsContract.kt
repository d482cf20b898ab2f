package threadmill

import io.micrometer.core.instrument.MeterRegistry
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import java.net.Socket
import java.time.Duration

/** Metrics that Tomcat has by itself and Netty does not. */
abstract class NettyMetricsContract : VariantContract() {
    @Autowired
    private lateinit var meters: MeterRegistry

    @Test
    fun `counts open connections, those of the scrape aside`() {
        val before = settled()
        val clients = List(3) { Socket("localhost", port) } + Socket("localhost", managementPort)
        await().untilAsserted { assertThat(open()).isEqualTo(before + 3) }
        val scrape = management.get("/prometheus", "text/plain").body
        assertThat(scrape).contains("netty_connections_current_connections")

        clients.forEach(Socket::close)
        await().untilAsserted { assertThat(open()).isLessThanOrEqualTo(before) }
    }

    /** Earlier tests use the same application, and their connections may still be closing. */
    private fun settled(): Int {
        var last = open()
        await().during(Duration.ofSeconds(2)).until {
            val now = open()
            (now == last).also { last = now }
        }
        return last
    }

    private fun open() = meters["netty.connections.current"].gauge().value().toInt()
}
