package threadmill

import io.netty.channel.ChannelOption
import io.netty.channel.group.DefaultChannelGroup
import io.netty.util.concurrent.GlobalEventExecutor
import reactor.netty.DisposableServer
import reactor.netty.http.server.HttpServer
import reactor.netty.resources.LoopResources
import java.time.Duration

/** As many connections as the app may hold, so that a burst of new ones is not refused here. */
private const val BACKLOG = 10_000
private val STOP_WITHIN = Duration.ofMillis(500)

/** Accepts on a thread of its own: on a busy event loop, new connections would wait behind timers. */
private const val ACCEPTORS = 1
private const val DAEMON = true

/**
 * An HTTP server with its own event loops, at most one for each processor, because more would only add context
 * switches. Connections are kept alive without limit, which is Reactor Netty's default: if this server closed one,
 * a call from the app's pool would fail.
 */
fun httpServer(name: String, port: Int, loops: Int): HttpServer = HttpServer
    .create()
    .port(port)
    .runOn(LoopResources.create(name, ACCEPTORS, loops, DAEMON))
    .option(ChannelOption.SO_BACKLOG, BACKLOG)
    .channelGroup(DefaultChannelGroup(GlobalEventExecutor.INSTANCE))

/** Waits briefly for running calls; a stream may last a hundred seconds. */
fun DisposableServer.stop() = try {
    disposeNow(STOP_WITHIN)
} catch (_: IllegalStateException) {
    // Reactor Netty throws this if calls were still running; they end with the process.
}
