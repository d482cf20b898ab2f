package threadmill.input

import org.springframework.core.io.buffer.DataBuffer
import org.springframework.http.server.reactive.ServerHttpRequestDecorator
import org.springframework.stereotype.Component
import org.springframework.web.server.ServerWebExchange
import org.springframework.web.server.WebFilter
import org.springframework.web.server.WebFilterChain
import reactor.core.publisher.Flux
import reactor.core.publisher.Mono
import threadmill.hooks.Hook
import threadmill.problems.bodyTooLarge

/** Refuses a body with too large a Content-Length before it is read; the codecs limit what they read. */
@Hook
@Component
class BodyLimit : WebFilter {
    override fun filter(exchange: ServerWebExchange, chain: WebFilterChain): Mono<Void> {
        val request = exchange.request
        if (request.headers.contentLength <= MAX_BODY_BYTES) return chain.filter(exchange)
        val refused =
            object : ServerHttpRequestDecorator(request) {
                override fun getBody(): Flux<DataBuffer> = Flux.error(bodyTooLarge())
            }
        return chain.filter(exchange.mutate().request(refused).build())
    }
}
