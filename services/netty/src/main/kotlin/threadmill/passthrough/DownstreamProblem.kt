package threadmill.passthrough

import io.netty.handler.timeout.ReadTimeoutException
import threadmill.problems.ProblemException
import threadmill.problems.downstreamTimeout
import threadmill.problems.downstreamUnavailable

fun downstreamProblem(error: Throwable): ProblemException {
    val timedOut = generateSequence(error) { it.cause }.any { it is ReadTimeoutException }
    return if (timedOut) downstreamTimeout() else downstreamUnavailable()
}
