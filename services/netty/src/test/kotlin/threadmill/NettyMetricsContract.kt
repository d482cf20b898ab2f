package threadmill

import io.micrometer.core.instrument.MeterRegistry
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.beans.factory.annotation.Value
import java.net.Socket

/** What Tomcat and Hikari measure by themselves, and Netty and r2dbc-pool do not. */
abstract class NettyMetricsContract {
    @Autowired
    private lateinit var meters: MeterRegistry

    @Value("\${local.server.port}")
    private var port = 0

    @Value("\${local.management.port}")
    private var managementPort = 0

    @Test
    fun `counts open connections, those of the scrape aside`() {
        val before = open()
        val clients = List(3) { Socket("localhost", port) } + Socket("localhost", managementPort)
        await().untilAsserted { assertThat(open()).isEqualTo(before + 3) }

        clients.forEach(Socket::close)
        await().untilAsserted { assertThat(open()).isEqualTo(before) }
    }

    @Test
    fun `times each wait for a connection of the pool, also one in vain`() {
        val waits = meters["r2dbc.pool.acquire"].timer()
        val before = waits.count()
        assertThat(Wire("http://localhost:$port").get("/agents/1").status).isEqualTo(503)

        assertThat(waits.count()).isEqualTo(before + 1)
        val scrape = Wire("http://localhost:$managementPort/actuator").get("/prometheus", "text/plain").body
        assertThat(scrape).contains("r2dbc_pool_acquire_seconds_count", "netty_connections_current_connections")
    }

    private fun open() = meters["netty.connections.current"].gauge().value().toInt()
}
