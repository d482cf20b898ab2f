package threadmill

import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServerResponse

/** Ends the connection at once, whatever is still owed to the client: a fault that a test asked for. */
fun <T : Any> HttpServerResponse.cut(): Mono<T> = Mono.defer {
    withConnection { it.channel().close() }
    Mono.never()
}
