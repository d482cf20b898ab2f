package threadmill.pool

import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import io.r2dbc.spi.ConnectionFactoryOptions
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.mariadb.r2dbc.MariadbConnectionFactoryProvider
import org.springframework.http.client.ReactorResourceFactory
import reactor.core.publisher.Mono
import reactor.netty.Connection
import reactor.netty.http.HttpResources
import reactor.netty.resources.ConnectionProvider
import reactor.netty.resources.LoopResources
import reactor.netty.tcp.TcpClient
import reactor.netty.tcp.TcpResources
import reactor.netty.tcp.TcpServer
import java.time.Duration

private val TEN_SECONDS = Duration.ofSeconds(10)

class EventLoopsTest {
    @Test
    fun `takes the driver's loops, the server's or its own`() {
        assertThat(eventLoops(Loops.DRIVER).all()).containsExactlyElementsOf(TcpResources.get().onClient(true))
        assertThat(eventLoops(Loops.HTTP).all()).containsExactlyElementsOf(HttpResources.get().onServer(true))
        assertThat(eventLoops(Loops.OWN).all())
            .hasSize(LoopResources.DEFAULT_IO_WORKER_COUNT or 1)
            .doesNotContainAnyElementsOf(HttpResources.get().onServer(true) + TcpResources.get().onServer(true))
    }

    @Test
    fun `counts the connections of each loop, and watches each`() {
        val loops = eventLoops(Loops.OWN)
        val opened = open(9, loops)
        assertThat(loops.connections().values.sum()).isEqualTo(9)
        assertThat(loops.connections().keys).allMatch { it.startsWith("r2dbc-") }.hasSizeGreaterThan(1)
        for (connection in opened) {
            assertThat(connection.channel().pipeline()[ResponseTimeoutHandler::class.java]).isNotNull()
            assertThat(connection.channel().pipeline()[ConnectionsPerLoop::class.java]).isNull()
        }
        opened.forEach(Connection::disposeNow)
        assertThat(loops.connections().values.sum()).isZero()
    }

    private fun eventLoops(loops: Loops): EventLoops {
        val settings = R2dbcSettings(loops, colocate = false, handOver = true, TEN_SECONDS, TEN_SECONDS)
        val http = ReactorResourceFactory().apply { start() }
        return EventLoops(settings, SimpleMeterRegistry(), http, ResponseTimeout(settings))
    }

    /** Opens connections in turn, each from the event loop of the one before. */
    private fun open(number: Int, loops: EventLoops): List<Connection> {
        val options = ConnectionFactoryOptions.builder().also(loops::customize).build()
        val resources = options.getValue(MariadbConnectionFactoryProvider.LOOP_RESOURCES) as LoopResources
        val server = TcpServer.create().port(0).bindNow()
        val client = TcpClient.create(ConnectionProvider.newConnection()).port(server.port()).runOn(resources)
        val connections = mutableListOf<Connection>()
        (1..number)
            .fold(Mono.empty<Connection>()) { before, _ ->
                before.then(client.connect().map { it.also(connections::add) })
            }.block()
        return connections
    }
}
