package threadmill.problems

import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletResponse
import org.apache.tomcat.util.http.InvalidParameterException
import org.springframework.http.ProblemDetail
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.RestControllerAdvice

@RestControllerAdvice
class ProblemHandler {
    @ExceptionHandler
    fun handle(
        error: Throwable,
        request: HttpServletRequest,
        response: HttpServletResponse,
    ): ResponseEntity<ProblemDetail> {
        val problem = problemResponse(error, request.requestURI)
        // Rethrown, it makes Tomcat end the connection: a truncated response must not look complete.
        if (response.isCommitted) throw error
        return problem
    }

    /** Tomcat decodes the query lazily, so a malformed one fails within the handler. */
    @ExceptionHandler
    fun handle(error: InvalidParameterException, request: HttpServletRequest): ResponseEntity<ProblemDetail> =
        problemResponse(malformedRequest(), request.requestURI)
}
