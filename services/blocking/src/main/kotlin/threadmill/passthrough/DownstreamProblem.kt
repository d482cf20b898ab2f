package threadmill.passthrough

import io.netty.handler.timeout.ReadTimeoutException
import org.apache.hc.client5.http.ConnectTimeoutException
import threadmill.problems.ProblemException
import threadmill.problems.downstreamTimeout
import threadmill.problems.downstreamUnavailable
import java.net.SocketTimeoutException

fun downstreamProblem(error: Throwable): ProblemException {
    val late = generateSequence(error) { it.cause }.any(::isLate)
    return if (late) downstreamTimeout() else downstreamUnavailable()
}

/** In the words of RestClient's Apache, and of WebClient's Netty. */
private fun isLate(error: Throwable) = when (error) {
    is ConnectTimeoutException -> false
    is SocketTimeoutException, is ReadTimeoutException -> true
    else -> false
}
