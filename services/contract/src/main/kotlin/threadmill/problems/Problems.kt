package threadmill.problems

import org.springframework.dao.DataAccessResourceFailureException
import org.springframework.dao.DataIntegrityViolationException
import org.springframework.dao.TransientDataAccessException
import org.springframework.http.converter.HttpMessageNotReadableException
import org.springframework.transaction.CannotCreateTransactionException
import org.springframework.validation.BindingResult
import org.springframework.web.ErrorResponse
import tools.jackson.core.JacksonException
import tools.jackson.core.exc.InputCoercionException
import tools.jackson.databind.exc.MismatchedInputException
import java.time.LocalDate

/** The problem of the deepest cause that has one, because each stack wraps exceptions in its own way. */
fun problemOf(error: Throwable): ProblemException =
    generateSequence(error) { it.cause }.toList().asReversed().firstNotNullOfOrNull(::problemOrNull)
        ?: ProblemException(ProblemType.INTERNAL_ERROR, "The service failed; its log says why.")

private fun problemOrNull(error: Throwable): ProblemException? = when (error) {
    is ProblemException -> error

    is BindingResult -> invalidFields(error.fieldErrors.map { FieldProblem(it.field, it.defaultMessage.orEmpty()) })

    is JacksonException -> jsonProblem(error)

    is DataIntegrityViolationException ->
        ProblemException(ProblemType.CONFLICT, "The change would leave a property without its agent.")

    // The first two come from JDBC and R2DBC, the third from JPA, which begins a transaction first.
    is DataAccessResourceFailureException, is TransientDataAccessException, is CannotCreateTransactionException ->
        ProblemException(ProblemType.DATABASE_UNAVAILABLE, "The database gave no answer in time; try again later.")

    is HttpMessageNotReadableException -> malformedBody()

    is ErrorResponse -> statusProblem(error)

    else -> null
}

private fun invalidFields(errors: List<FieldProblem>) = ProblemException(
    ProblemType.INVALID_FIELD,
    "The body has fields that break a rule.",
    errors.sortedWith(compareBy(FieldProblem::field, FieldProblem::message)),
)

/** A value of the wrong type is a problem of its field; a syntax error is a problem of the body. */
private fun jsonProblem(error: JacksonException): ProblemException {
    val field = error.path.joinToString(".") { it.propertyName ?: it.index.toString() }
    return when {
        field.isEmpty() -> malformedBody()
        error is MismatchedInputException -> invalidFields(listOf(FieldProblem(field, typeMessage(error.targetType))))
        error is InputCoercionException -> invalidFields(listOf(FieldProblem(field, typeMessage(error.targetType))))
        else -> malformedBody()
    }
}

private fun typeMessage(type: Class<*>?) = when (type) {
    String::class.java -> "must be a JSON string"
    LocalDate::class.java -> "must be a date in the form 2023-09-17"
    else -> "must be a JSON integer of 64 bits"
}

private fun malformedBody() = ProblemException(ProblemType.MALFORMED_BODY, "The body must be one JSON object.")

private fun statusProblem(error: ErrorResponse) = when (error.statusCode.value()) {
    404 -> ProblemException(ProblemType.NO_SUCH_PATH, "The service has no such path.")
    405 -> ProblemException(ProblemType.METHOD_NOT_ALLOWED, "The Allow header has the methods of this path.")
    406 -> ProblemException(ProblemType.NOT_ACCEPTABLE, "The service answers in ${acceptedTypes(error)}.")
    413 -> bodyTooLarge()
    415 -> ProblemException(ProblemType.UNSUPPORTED_MEDIA_TYPE, "The service reads application/json.")
    in 400..499 -> malformedBody()
    else -> null
}

/** A malformed Accept header is refused before the path is known, so the error lists no types. */
private fun acceptedTypes(error: ErrorResponse) =
    error.headers.accept.map { "$it" }.distinct().joinToString(" or ").ifEmpty { "application/json" }
