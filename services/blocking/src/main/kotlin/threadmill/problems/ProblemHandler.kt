package threadmill.problems

import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletResponse
import org.apache.tomcat.util.http.InvalidParameterException
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.RestControllerAdvice
import threadmill.server.clientOf

@RestControllerAdvice
class ProblemHandler {
    @ExceptionHandler
    fun handle(
        error: Throwable,
        request: HttpServletRequest,
        response: HttpServletResponse,
    ): ResponseEntity<Problem>? {
        val answer = answer(error, request.requestURI)
        if (!response.isCommitted) return answer
        clientOf(request).cut()
        return null
    }

    /** Tomcat decodes the query only when it is first asked for. */
    @ExceptionHandler
    fun handle(error: InvalidParameterException, request: HttpServletRequest): ResponseEntity<Problem> =
        answer(malformedRequest(), request.requestURI)
}
