package threadmill.problems

import threadmill.input.MAX_BODY_BYTES

class ProblemException(val type: ProblemType, val detail: String, val errors: List<FieldProblem>? = null) :
    RuntimeException(detail, null, false, false)

fun notFound(noun: String, id: Long) = ProblemException(ProblemType.NOT_FOUND, "There is no $noun $id.")

fun unknownAgent(id: Long) = ProblemException(ProblemType.UNKNOWN_AGENT, "There is no agent $id to hold the property.")

fun bodyTooLarge() = ProblemException(ProblemType.BODY_TOO_LARGE, "A body may have at most $MAX_BODY_BYTES bytes.")

fun invalidParameter(detail: String) = ProblemException(ProblemType.INVALID_PARAMETER, detail)

/** What the web server itself cannot read. */
fun malformedRequest() = invalidParameter("The path, the query or a header is malformed.")
