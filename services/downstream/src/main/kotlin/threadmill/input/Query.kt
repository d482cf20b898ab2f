package threadmill.input

import io.netty.handler.codec.http.QueryStringDecoder
import threadmill.problems.ProblemException
import threadmill.problems.ProblemType

private val DECIMAL = Regex("-?[0-9]{1,19}")

/** The query parameters of a request's target. Of several values, the first counts. */
class Query(target: String) {
    private val parameters: Map<String, List<String>> =
        try {
            QueryStringDecoder(target).parameters()
        } catch (_: IllegalArgumentException) {
            throw invalidParameter("The query must be percent-encoded UTF-8.")
        }

    fun text(name: String): String? = parameters[name]?.first()

    /** Accepts plain decimal digits only; Kotlin's conversion also accepts +5. */
    fun integer(name: String, range: LongRange, default: Long? = null): Long {
        val text = text(name)
        if (text == null && default != null) return default
        return text?.takeIf(DECIMAL::matches)?.toLongOrNull()?.takeIf { it in range }
            ?: throw invalidParameter("$name must be an integer from ${range.first} to ${range.last}.")
    }
}

fun invalidParameter(detail: String) = ProblemException(ProblemType.INVALID_PARAMETER, detail)
