package threadmill.messages

/** What a test asks for by the payload, which every variant passes on: so no fault outlives its own call. */
enum class MessageFault(val payload: String) {
    /** 200 and application/json, but the body is none. */
    GARBAGE("fault:garbage"),

    /** A 500 problem. */
    FAILURE("fault:500"),

    /** The connection ends without an answer. */
    CUT("fault:cut"),
    ;

    companion object {
        fun of(payload: String) = entries.find { it.payload == payload }
    }
}
