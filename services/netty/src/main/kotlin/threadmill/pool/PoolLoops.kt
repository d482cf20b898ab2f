package threadmill.pool

import io.micrometer.core.instrument.MeterRegistry
import io.netty.channel.Channel
import io.netty.channel.EventLoopGroup
import io.netty.channel.socket.SocketChannel
import io.r2dbc.spi.ConnectionFactoryOptions
import org.mariadb.r2dbc.MariadbConnectionFactoryProvider
import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.r2dbc.autoconfigure.ConnectionFactoryOptionsBuilderCustomizer
import org.springframework.stereotype.Component
import reactor.core.publisher.Mono
import reactor.netty.resources.LoopResources
import java.time.Duration

/** The event loops of the connections: spread, counted, and each connection with a limit on its wait. */
@Component
class PoolLoops(@Value("\${threadmill.db-timeout-ms}") timeoutMs: Long, meters: MeterRegistry) :
    ConnectionFactoryOptionsBuilderCustomizer {
    private val timeout = Duration.ofMillis(timeoutMs)
    private val spread = ConnectionSpread(meters)

    fun connections() = spread.byLoop()

    override fun customize(options: ConnectionFactoryOptions.Builder) {
        options
            .option(ConnectionFactoryOptions.CONNECT_TIMEOUT, timeout)
            .option(MariadbConnectionFactoryProvider.LOOP_RESOURCES, WatchedLoops(timeout, spread))
    }
}

/** The driver lets nobody near its channels but the loops that make them. */
private class WatchedLoops(private val timeout: Duration, private val spread: ConnectionSpread) : LoopResources {
    // Not colocated: connections that are opened from an event loop would all gather on it. An odd number of loops:
    // each connection takes two turns, one for the resolver of its name, so that of four only two would be used.
    private val loops = LoopResources.create("r2dbc", 1, LoopResources.DEFAULT_IO_WORKER_COUNT or 1, true, false)

    override fun <C : Channel> onChannel(type: Class<C>, group: EventLoopGroup): C {
        val channel = loops.onChannel(type, group)
        if (channel is SocketChannel) channel.pipeline().addLast(AnswerTimeout(timeout), spread)
        return channel
    }

    override fun onServer(useNative: Boolean): EventLoopGroup = loops.onServer(useNative)

    override fun onClient(useNative: Boolean): EventLoopGroup = loops.onClient(useNative)

    override fun disposeLater(quietPeriod: Duration, timeout: Duration): Mono<Void> =
        loops.disposeLater(quietPeriod, timeout)
}
