package threadmill.problems

import org.springframework.http.HttpStatus

enum class ProblemType(val status: HttpStatus, val title: String) {
    MALFORMED_BODY(HttpStatus.BAD_REQUEST, "Malformed body"),
    INVALID_FIELD(HttpStatus.BAD_REQUEST, "Invalid field"),
    INVALID_PARAMETER(HttpStatus.BAD_REQUEST, "Invalid parameter"),
    NOT_FOUND(HttpStatus.NOT_FOUND, "Not found"),
    NO_SUCH_PATH(HttpStatus.NOT_FOUND, "No such path"),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "Method not allowed"),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "Not acceptable"),
    UNKNOWN_WAITING(HttpStatus.NOT_FOUND, "Unknown waiting"),
    CONFLICT(HttpStatus.CONFLICT, "Conflict"),
    BODY_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "Body too large"),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported media type"),
    UNKNOWN_AGENT(HttpStatus.UNPROCESSABLE_CONTENT, "Unknown agent"),
    INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR, "Internal error"),
    DATABASE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "Database unavailable"),
    DOWNSTREAM_UNAVAILABLE(HttpStatus.BAD_GATEWAY, "Downstream unavailable"),
    DOWNSTREAM_TIMEOUT(HttpStatus.GATEWAY_TIMEOUT, "Downstream timeout"),
    ;

    /** Does not change, so clients may distinguish problems by it. */
    val uri = "urn:threadmill:problem:" + name.lowercase().replace('_', '-')
}
