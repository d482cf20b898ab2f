package threadmill.problems

import io.netty.buffer.Unpooled
import io.netty.handler.codec.http.HttpHeaderNames
import io.netty.handler.codec.http.HttpHeaderValues
import org.slf4j.LoggerFactory
import reactor.core.publisher.Mono
import reactor.netty.channel.AbortedException
import reactor.netty.http.server.HttpServerRequest
import reactor.netty.http.server.HttpServerResponse
import threadmill.input.JSON
import threadmill.input.path

private val log = LoggerFactory.getLogger(ProblemException::class.java)

fun sendProblem(error: Throwable, request: HttpServerRequest, response: HttpServerResponse): Mono<Void> {
    // The client has gone, or part of a response is sent: Reactor Netty closes the connection.
    if (error is AbortedException || response.hasSentHeaders()) return Mono.error(error)
    val problem = error as? ProblemException ?: internalError(error, request)
    problem.allow?.let { response.header(HttpHeaderNames.ALLOW, it.name()) }
    if (problem.type == ProblemType.BODY_TOO_LARGE) {
        // Closing is cheaper than reading the rest of the body.
        response.header(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
    }
    return response
        .status(problem.type.status)
        .header(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
        .sendObject(Unpooled.wrappedBuffer(problemBody(problem, request.path)))
        .then()
}

private fun internalError(error: Throwable, request: HttpServerRequest): ProblemException {
    log.error("{} failed", request.path, error)
    return ProblemException(ProblemType.INTERNAL_ERROR, "The downstream failed; its log says why.")
}

/** A problem document of RFC 9457. */
fun problemBody(problem: ProblemException, path: String): ByteArray {
    val body =
        JSON
            .createObjectNode()
            .put("type", problem.type.uri)
            .put("title", problem.type.title)
            .put("status", problem.type.status.code())
            .put("detail", problem.detail)
            .put("instance", path)
    if (problem.errors.isNotEmpty()) {
        val errors = body.putArray("errors")
        problem.errors.forEach { errors.addObject().put("field", it.field).put("message", it.message) }
    }
    return JSON.writeValueAsBytes(body)
}
