package threadmill

import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServerResponse

/** Closes the connection at once, before the response is complete: a fault that a test asked for. */
fun <T : Any> HttpServerResponse.cut(): Mono<T> = Mono.defer {
    withConnection { it.channel().close() }
    Mono.never()
}
