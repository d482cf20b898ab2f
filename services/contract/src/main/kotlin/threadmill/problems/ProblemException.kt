package threadmill.problems

import threadmill.input.MAX_BODY_BYTES
import threadmill.input.requireDecodable

data class FieldProblem(val field: String, val message: String)

class ProblemException(val type: ProblemType, val detail: String, val errors: List<FieldProblem>? = null) :
    RuntimeException(detail, null, false, false)

fun notFound(noun: String, id: Long) = ProblemException(ProblemType.NOT_FOUND, "There is no $noun $id.")

fun unknownAgent(id: Long) = ProblemException(ProblemType.UNKNOWN_AGENT, "There is no agent $id to hold the property.")

/** Netty, unlike Tomcat, lets a [way] through that cannot be decoded. */
fun unknownWaiting(way: String): ProblemException {
    requireDecodable(way)
    return ProblemException(ProblemType.UNKNOWN_WAITING, "This variant does not wait in that way; try default.")
}

/** The downstream refused the connection or sent an invalid response. */
fun downstreamUnavailable() =
    ProblemException(ProblemType.DOWNSTREAM_UNAVAILABLE, "The downstream is away or broken; try again later.")

/** The downstream accepted the connection but sent nothing. */
fun downstreamTimeout() =
    ProblemException(ProblemType.DOWNSTREAM_TIMEOUT, "The downstream gave no answer in time; try again later.")

fun bodyTooLarge() = ProblemException(ProblemType.BODY_TOO_LARGE, "A body may have at most $MAX_BODY_BYTES bytes.")

fun invalidParameter(detail: String) = ProblemException(ProblemType.INVALID_PARAMETER, detail)

/** The web server could not decode the request. */
fun malformedRequest() = invalidParameter("The path, the query or a header is malformed.")
