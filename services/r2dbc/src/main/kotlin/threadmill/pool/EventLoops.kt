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

/** Which event loops carry the connections: the driver's default, those of the HTTP server, or [OWN] ones. */
enum class Loops { DRIVER, HTTP, OWN }

/** Chooses the event loops of the connections, and counts the connections of each. */
@Component
@EnableConfigurationProperties(R2dbcSettings::class)
class EventLoops(
    settings: R2dbcSettings,
    meters: MeterRegistry,
    http: ReactorResourceFactory,
    responseTimeout: ResponseTimeout?,
) : ConnectionFactoryOptionsBuilderCustomizer {
    private val connectTimeout = settings.connectTimeout
    private val connectionsPerLoop = ConnectionsPerLoop(meters)
    private val loops = InstrumentedLoopResources(settings, http, connectionsPerLoop, responseTimeout)

    override fun customize(options: ConnectionFactoryOptions.Builder) {
        options
            .option(ConnectionFactoryOptions.CONNECT_TIMEOUT, connectTimeout)
            .option(MariadbConnectionFactoryProvider.LOOP_RESOURCES, loops)
    }

    fun connections() = connectionsPerLoop.byLoop()

    fun all(): List<EventExecutor> = loops.onClient(LoopResources.DEFAULT_NATIVE).toList()
}

/** Adds the handlers to each new channel: only a connection's LoopResources has access to it. */
private class InstrumentedLoopResources(
    private val settings: R2dbcSettings,
    private val http: ReactorResourceFactory,
    private val connectionsPerLoop: ConnectionsPerLoop,
    private val responseTimeout: ResponseTimeout?,
) : LoopResources {
    // An odd number: each connection takes two loops in turn, the first for the resolver of its name. With an even
    // number only every second loop would get connections, unless they are colocated.
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
            channel.pipeline().addLast(connectionsPerLoop)
            responseTimeout?.addTo(channel)
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
