package threadmill.passthrough

import io.netty.handler.timeout.ReadTimeoutException
import org.apache.hc.client5.http.ConnectTimeoutException
import threadmill.problems.ProblemException
import threadmill.problems.downstreamTimeout
import threadmill.problems.downstreamUnavailable
import java.net.SocketTimeoutException

fun downstreamProblem(error: Throwable): ProblemException {
    val timedOut = generateSequence(error) { it.cause }.any(::isTimeout)
    return if (timedOut) downstreamTimeout() else downstreamUnavailable()
}

/** Apache's exceptions come from RestClient, Netty's from WebClient. */
private fun isTimeout(error: Throwable) = when (error) {
    is ConnectTimeoutException -> false
    is SocketTimeoutException, is ReadTimeoutException -> true
    else -> false
}
