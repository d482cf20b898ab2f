package threadmill.problems

import jakarta.servlet.http.HttpServletRequest
import org.apache.tomcat.util.http.InvalidParameterException
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.RestControllerAdvice

@RestControllerAdvice
class ProblemHandler {
    @ExceptionHandler
    fun handle(error: Throwable, request: HttpServletRequest): ResponseEntity<Problem> =
        answer(error, request.requestURI)

    /** Tomcat decodes the query only when it is first asked for. */
    @ExceptionHandler
    fun handle(error: InvalidParameterException, request: HttpServletRequest): ResponseEntity<Problem> =
        answer(malformedRequest(), request.requestURI)
}
