package threadmill

import io.netty.channel.EventLoop
import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServerResponse
import java.util.concurrent.TimeUnit

/** Waits on the connection's own event loop; Mono.delay would switch threads twice for every wait. */
fun EventLoop.after(millis: Int): Mono<Unit> = Mono.create { sink ->
    val timer = schedule({ sink.success(Unit) }, millis.toLong(), TimeUnit.MILLISECONDS)
    sink.onCancel { timer.cancel(false) }
}

fun HttpServerResponse.eventLoop(): EventLoop {
    lateinit var loop: EventLoop
    withConnection { loop = it.channel().eventLoop() }
    return loop
}
