package threadmill.problems

import io.netty.handler.codec.http.HttpMethod

/** Has no stack trace, because it is a regular response and not an error of this service. */
class ProblemException(
    val type: ProblemType,
    val detail: String,
    val errors: List<FieldProblem> = emptyList(),
    val allow: HttpMethod? = null,
) : RuntimeException(detail, null, false, false) {
    companion object {
        fun methodNotAllowed(allow: HttpMethod) =
            ProblemException(ProblemType.METHOD_NOT_ALLOWED, "This path answers $allow only.", allow = allow)
    }
}

data class FieldProblem(val field: String, val message: String)
