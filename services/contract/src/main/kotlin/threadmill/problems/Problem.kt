package threadmill.problems

import com.fasterxml.jackson.annotation.JsonInclude

/** RFC 9457, in this field order. Spring's ProblemDetail would order extensions differently in each web stack. */
data class Problem(
    val type: String,
    val title: String,
    val status: Int,
    val detail: String,
    val instance: String,
    @field:JsonInclude(JsonInclude.Include.NON_NULL) val errors: List<FieldProblem>?,
)

data class FieldProblem(val field: String, val message: String)
