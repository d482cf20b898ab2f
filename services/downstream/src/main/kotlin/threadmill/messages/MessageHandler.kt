package threadmill.messages

import io.netty.buffer.Unpooled
import io.netty.handler.codec.http.HttpHeaderNames
import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServerRequest
import reactor.netty.http.server.HttpServerResponse
import threadmill.after
import threadmill.cut
import threadmill.eventLoop
import threadmill.input.jsonBody
import threadmill.metrics.Calls
import threadmill.problems.ProblemException
import threadmill.problems.ProblemType

private val GARBAGE = "{\"id\": <garbage>".toByteArray()

/** Acknowledges a message after its delay. */
class MessageHandler(private val calls: Calls) {
    fun handle(request: HttpServerRequest, response: HttpServerResponse): Mono<Void> =
        request.jsonBody().flatMap { body ->
            val message = messageOf(body)
            calls
                .count(response.eventLoop().after(message.delay))
                .flatMap { respond(message, response) }
        }

    private fun respond(message: Message, response: HttpServerResponse): Mono<Void> =
        when (MessageFault.of(message.payload)) {
            null -> response.json(message.acknowledgement())
            MessageFault.GARBAGE -> response.json(GARBAGE)
            MessageFault.FAILURE -> throw ProblemException(ProblemType.INTERNAL_ERROR, "The message asked for it.")
            MessageFault.CUT -> response.cut()
        }

    private fun HttpServerResponse.json(body: ByteArray): Mono<Void> =
        header(HttpHeaderNames.CONTENT_TYPE, "application/json").sendObject(Unpooled.wrappedBuffer(body)).then()
}
