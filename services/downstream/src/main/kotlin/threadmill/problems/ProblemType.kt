package threadmill.problems

import io.netty.handler.codec.http.HttpResponseStatus

/** The problems that can occur here, under the same names as in the variants. */
enum class ProblemType(val status: HttpResponseStatus, val title: String) {
    MALFORMED_BODY(HttpResponseStatus.BAD_REQUEST, "Malformed body"),
    INVALID_FIELD(HttpResponseStatus.BAD_REQUEST, "Invalid field"),
    INVALID_PARAMETER(HttpResponseStatus.BAD_REQUEST, "Invalid parameter"),
    NO_SUCH_PATH(HttpResponseStatus.NOT_FOUND, "No such path"),
    METHOD_NOT_ALLOWED(HttpResponseStatus.METHOD_NOT_ALLOWED, "Method not allowed"),
    BODY_TOO_LARGE(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, "Body too large"),
    UNSUPPORTED_MEDIA_TYPE(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported media type"),
    INTERNAL_ERROR(HttpResponseStatus.INTERNAL_SERVER_ERROR, "Internal error"),
    ;

    val uri = "urn:threadmill:problem:" + name.lowercase().replace('_', '-')
}
