package threadmill.pool

import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import io.r2dbc.spi.ConnectionFactoryOptions
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.mariadb.r2dbc.MariadbConnectionFactoryProvider
import reactor.core.publisher.Mono
import reactor.netty.Connection
import reactor.netty.resources.ConnectionProvider
import reactor.netty.resources.LoopResources
import reactor.netty.tcp.TcpClient
import reactor.netty.tcp.TcpServer

private val LOOPS = LoopResources.DEFAULT_IO_WORKER_COUNT or 1

class PoolLoopsTest {
    private val meters = SimpleMeterRegistry()
    private val options = ConnectionFactoryOptions.builder().also(PoolLoops(10_000, meters)::customize).build()
    private val loops = options.getValue(MariadbConnectionFactoryProvider.LOOP_RESOURCES) as LoopResources

    @Test
    fun `spreads connections evenly, also when one is opened from another's event loop`() {
        val server = TcpServer.create().port(0).bindNow()
        val client = TcpClient.create(ConnectionProvider.newConnection()).port(server.port()).runOn(loops)
        val connections = mutableListOf<Connection>()
        val opened =
            (1..2 * LOOPS).fold(Mono.empty<Connection>()) { before, _ ->
                before.then(client.connect().map { it.also(connections::add) })
            }
        opened.block()

        val spread = meters.find("threadmill.r2dbc.connections").gauges().map { it.value().toInt() }
        assertThat(spread).hasSize(LOOPS).containsOnly(2)
        connections.forEach(Connection::disposeNow)
        server.disposeNow()
    }
}
