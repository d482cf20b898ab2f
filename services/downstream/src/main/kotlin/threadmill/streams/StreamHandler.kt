package threadmill.streams

import io.netty.buffer.ByteBuf
import io.netty.buffer.ByteBufUtil
import io.netty.handler.codec.http.HttpHeaderNames
import reactor.core.publisher.Flux
import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServerRequest
import reactor.netty.http.server.HttpServerResponse
import threadmill.after
import threadmill.cut
import threadmill.eventLoop
import threadmill.metrics.Calls
import threadmill.problems.ProblemException
import threadmill.problems.ProblemType

/** Sends elements one by one, each after its own wait. */
class StreamHandler(private val calls: Calls) {
    fun handle(request: HttpServerRequest, response: HttpServerResponse): Mono<Void> {
        val stream = streamRequestOf(request.uri())
        if (stream.fault == StreamFault.FAILURE) {
            throw ProblemException(ProblemType.INTERNAL_ERROR, "The stream asked for it.")
        }
        return response
            .header(HttpHeaderNames.CONTENT_TYPE, "application/x-ndjson")
            .send(calls.count(withFault(stream, response))) { true } // flush each
            .then()
    }

    private fun withFault(stream: StreamRequest, response: HttpServerResponse): Flux<ByteBuf> {
        val elements = elements(stream, response)
        return when (stream.fault) {
            StreamFault.CUT -> elements.take(StreamFault.AFTER).concatWith(response.cut())
            StreamFault.STALL -> elements.take(StreamFault.AFTER).concatWith(Mono.never())
            else -> elements
        }
    }

    private fun elements(stream: StreamRequest, response: HttpServerResponse): Flux<ByteBuf> {
        val loop = response.eventLoop()
        return Flux.range(0, stream.elements).concatMap { index ->
            val wait = waitMillis(stream.seed, index)
            loop.after(wait).map {
                val isGarbage = stream.fault == StreamFault.GARBAGE
                val line = if (isGarbage) garbage(index) else element(index, wait, stream.seed)
                ByteBufUtil.writeAscii(response.alloc(), line)
            }
        }
    }
}
