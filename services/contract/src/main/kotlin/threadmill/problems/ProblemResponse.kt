package threadmill.problems

import org.slf4j.LoggerFactory
import org.springframework.http.HttpMethod
import org.springframework.http.MediaType
import org.springframework.http.ProblemDetail
import org.springframework.http.ResponseEntity
import org.springframework.web.ErrorResponse
import org.springframework.web.util.DisconnectedClientHelper
import java.net.URI

private val log = LoggerFactory.getLogger(ProblemType::class.java)

/**
 * Statuses after which Tomcat always closes the connection; Netty is made to close it too, so that clients pay the
 * same. 413 is not among them: Netty would close while the client still sends, and the response could be lost.
 */
private val ENDS_CONNECTION = setOf(400, 500, 503)

fun problemResponse(error: Throwable, path: String): ResponseEntity<ProblemDetail> {
    val problem = problemOf(error)
    val type = problem.type
    if (type == ProblemType.INTERNAL_ERROR && !DisconnectedClientHelper.isClientDisconnectedException(error)) {
        log.error("{} failed", path, error)
    }
    return ResponseEntity
        .status(type.status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .headers { headers ->
            if (type == ProblemType.METHOD_NOT_ALLOWED) headers.allow = allowedMethods(error)
            if (type.status.value() in ENDS_CONNECTION) headers.connection = listOf("close")
        }.body(problem.toProblemDetail(path))
}

private fun ProblemException.toProblemDetail(path: String) = ProblemDetail.forStatus(type.status).also {
    it.detail = detail
    it.type = URI(type.uri)
    it.title = type.title
    it.instance = URI(path)
    if (errors != null) it.setProperty("errors", errors)
}

/** Sorted, and with HEAD, which both stacks support wherever there is a GET. */
private fun allowedMethods(error: Throwable): Set<HttpMethod> {
    val declared = (error as? ErrorResponse)?.headers?.allow.orEmpty()
    val methods = if (HttpMethod.GET in declared) declared + HttpMethod.HEAD else declared
    return methods.sortedBy(HttpMethod::name).toSet()
}
