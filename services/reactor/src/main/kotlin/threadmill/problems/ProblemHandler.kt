package threadmill.problems

import org.springframework.http.ResponseEntity
import org.springframework.http.server.reactive.ServerHttpRequest
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.RestControllerAdvice

@RestControllerAdvice
class ProblemHandler {
    @ExceptionHandler
    fun handle(error: Throwable, request: ServerHttpRequest): ResponseEntity<Problem> =
        answer(error, request.path.value())
}
