package threadmill.server

import io.netty.channel.ChannelOption
import io.netty.handler.codec.http.HttpHeaderNames
import io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST
import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.reactor.netty.NettyServerCustomizer
import org.springframework.stereotype.Component
import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServer
import reactor.netty.http.server.HttpServerResponse
import threadmill.problems.answer
import threadmill.problems.malformedRequest
import tools.jackson.databind.json.JsonMapper

/** Lets Netty treat the outer form of connections and answers as Tomcat does. */
@Component
class NettyServer(
    @Value("\${server.tomcat.accept-count}") private val acceptCount: Int,
    private val json: JsonMapper,
) : NettyServerCustomizer {
    override fun apply(server: HttpServer): HttpServer = server
        .option(ChannelOption.SO_BACKLOG, acceptCount)
        .mapHandle { handled, exchange -> handled.then(Mono.defer { explain(exchange as HttpServerResponse) }) }

    /** Spring's adapter answers 400 with nothing else when it cannot parse the request's URI. */
    private fun explain(response: HttpServerResponse): Mono<Void> {
        val unexplained = response.status() == BAD_REQUEST && !response.hasSentHeaders() && response.type() == null
        if (!unexplained) return Mono.empty()
        val answer = answer(malformedRequest(), "/")
        val bytes = json.writeValueAsBytes(answer.body)
        answer.headers.forEach { name, values -> response.header(name, values.first()) }
        return response
            .header(HttpHeaderNames.CONTENT_LENGTH, "${bytes.size}")
            .sendByteArray(Mono.just(bytes))
            .then()
    }

    private fun HttpServerResponse.type() = responseHeaders()[HttpHeaderNames.CONTENT_TYPE]
}
