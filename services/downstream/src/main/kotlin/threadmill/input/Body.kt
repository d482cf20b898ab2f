package threadmill.input

import io.netty.handler.codec.http.HttpHeaderNames
import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServerRequest
import threadmill.problems.ProblemException
import threadmill.problems.ProblemType
import java.io.ByteArrayOutputStream

const val MAX_BODY_BYTES = 64 * 1024

/** The whole body, chunked or not. Its Content-Type must be JSON, and its size at most [MAX_BODY_BYTES]. */
fun HttpServerRequest.jsonBody(): Mono<ByteArray> {
    val headers = requestHeaders()
    if (!isJson(headers[HttpHeaderNames.CONTENT_TYPE])) {
        throw ProblemException(ProblemType.UNSUPPORTED_MEDIA_TYPE, "The downstream reads application/json.")
    }
    if ((headers[HttpHeaderNames.CONTENT_LENGTH]?.toLongOrNull() ?: 0) > MAX_BODY_BYTES) throw tooLarge()
    return receive()
        .asByteArray()
        .reduceWith(::ByteArrayOutputStream) { body, part ->
            if (body.size() + part.size > MAX_BODY_BYTES) throw tooLarge()
            body.apply { writeBytes(part) }
        }.map(ByteArrayOutputStream::toByteArray)
}

private fun isJson(type: String?) = type?.substringBefore(';')?.trim().equals("application/json", ignoreCase = true)

private fun tooLarge() = ProblemException(ProblemType.BODY_TOO_LARGE, "A body may have at most $MAX_BODY_BYTES bytes.")
