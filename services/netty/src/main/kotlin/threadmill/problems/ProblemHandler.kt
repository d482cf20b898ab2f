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
        // Rethrown, it makes Netty end the connection: a truncated response must not look complete.
        if (exchange.response.isCommitted) throw error
        return problem
    }
}
