package threadmill.messages

/** Faults that a test asks for by a message's payload, so that each affects only its own call. */
enum class MessageFault(val payload: String) {
    /** Status 200 and application/json, but the body is not JSON. */
    GARBAGE("fault:garbage"),

    /** A problem with status 500. */
    FAILURE("fault:500"),

    /** The connection closes without a response. */
    CUT("fault:cut"),
    ;

    companion object {
        fun of(payload: String) = entries.find { it.payload == payload }
    }
}
