package threadmill

import io.netty.channel.ChannelOption
import io.netty.channel.group.DefaultChannelGroup
import io.netty.util.concurrent.GlobalEventExecutor
import reactor.netty.DisposableServer
import reactor.netty.http.server.HttpServer
import reactor.netty.resources.LoopResources
import java.time.Duration

/** As many as the app may hold: a burst of new connections must not be refused here. */
private const val BACKLOG = 10_000
private val STOP_WITHIN = Duration.ofMillis(500)

/** One thread only accepts: on a busy event loop, new connections would wait behind every timer. */
private const val ACCEPTORS = 1
private const val DAEMON = true

/**
 * An HTTP server whose event loops are its own and no more than its processors, since each beyond that is only a
 * context switch. Connections are kept alive without limit of requests or idle time, which is Reactor Netty's
 * default: a connection that ended here would be a failed call in the app's pool.
 */
fun listener(name: String, port: Int, loops: Int): HttpServer = HttpServer
    .create()
    .port(port)
    .runOn(LoopResources.create(name, ACCEPTORS, loops, DAEMON))
    .option(ChannelOption.SO_BACKLOG, BACKLOG)
    .channelGroup(DefaultChannelGroup(GlobalEventExecutor.INSTANCE))

/** Waits for running calls, but not for long: a stream may last a hundred seconds. */
fun DisposableServer.stop() = try {
    disposeNow(STOP_WITHIN)
} catch (_: IllegalStateException) {
    // Reactor Netty's way of saying that calls were still running; they end with the process.
}
