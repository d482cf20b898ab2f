package threadmill.pool

import io.micrometer.core.instrument.MeterRegistry
import io.netty.channel.Channel
import io.netty.channel.EventLoopGroup
import io.netty.channel.socket.SocketChannel
import io.netty.util.concurrent.EventExecutor
import io.r2dbc.spi.ConnectionFactoryOptions
import org.mariadb.r2dbc.MariadbConnectionFactoryProvider
import org.springframework.boot.context.properties.EnableConfigurationProperties
import org.springframework.boot.r2dbc.autoconfigure.ConnectionFactoryOptionsBuilderCustomizer
import org.springframework.http.client.ReactorResourceFactory
import org.springframework.stereotype.Component
import reactor.netty.resources.LoopResources
import reactor.netty.tcp.TcpResources
import java.time.Duration

/** Whose event loops carry the connections: [DRIVER] is what the driver takes by itself, [HTTP] shares the server's. */
enum class Loops { DRIVER, HTTP, OWN }

/** Chooses the event loops of the connections, and reports how many connections each of them has. */
@Component
@EnableConfigurationProperties(R2dbcSettings::class)
class EventLoops(
    settings: R2dbcSettings,
    meters: MeterRegistry,
    http: ReactorResourceFactory,
    timeouts: AnswerTimeouts?,
) : ConnectionFactoryOptionsBuilderCustomizer {
    private val connectTimeout = settings.connectTimeout
    private val spread = ConnectionSpread(meters)
    private val loops = WatchedLoops(settings, http, spread, timeouts)

    override fun customize(options: ConnectionFactoryOptions.Builder) {
        options
            .option(ConnectionFactoryOptions.CONNECT_TIMEOUT, connectTimeout)
            .option(MariadbConnectionFactoryProvider.LOOP_RESOURCES, loops)
    }

    fun connections() = spread.byLoop()

    fun all(): List<EventExecutor> = loops.onClient(LoopResources.DEFAULT_NATIVE).toList()
}

/** The driver lets nobody near its channels but the loops that make them. Called once for each connection. */
private class WatchedLoops(
    private val settings: R2dbcSettings,
    private val http: ReactorResourceFactory,
    private val spread: ConnectionSpread,
    private val timeouts: AnswerTimeouts?,
) : LoopResources {
    // An odd number: each connection takes two turns, one for the resolver of its name, so that of four only two
    // would be used where connections are not colocated with the loop that opens them.
    private val own by lazy {
        LoopResources.create("r2dbc", 1, LoopResources.DEFAULT_IO_WORKER_COUNT or 1, true, settings.colocate)
    }
    private val chosen: LoopResources
        get() = when (settings.loops) {
            Loops.DRIVER -> TcpResources.get()
            Loops.HTTP -> http.loopResources
            Loops.OWN -> own
        }

    override fun <C : Channel> onChannel(type: Class<C>, group: EventLoopGroup): C {
        val channel = chosen.onChannel(type, group)
        if (channel is SocketChannel) {
            channel.pipeline().addLast(spread)
            timeouts?.watch(channel)
        }
        return channel
    }

    override fun <C : Channel> onChannelClass(type: Class<C>, group: EventLoopGroup): Class<out C> =
        chosen.onChannelClass(type, group)

    override fun onServer(useNative: Boolean): EventLoopGroup = chosen.onServer(useNative)

    override fun onClient(useNative: Boolean): EventLoopGroup = chosen.onClient(useNative)

    override fun daemon() = chosen.daemon()

    override fun disposeLater(quietPeriod: Duration, timeout: Duration) = chosen.disposeLater(quietPeriod, timeout)
}
