package threadmill.problems

import org.springframework.http.ProblemDetail
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.RestControllerAdvice
import org.springframework.web.server.ServerWebExchange

@RestControllerAdvice
class ProblemHandler {
    @ExceptionHandler
    fun handle(error: Throwable, exchange: ServerWebExchange): ResponseEntity<ProblemDetail> {
        val problem = problemResponse(error, exchange.request.path.value())
        // Netty then ends the connection, so that nobody takes half an answer for a whole one.
        if (exchange.response.isCommitted) throw error
        return problem
    }
}
