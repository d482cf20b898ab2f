package threadmill.streams

import threadmill.input.invalid

/**
 * What a test asks for by its name, or by a seed below zero where only a seed gets through (a variant passes on
 * no parameter that its own API does not have). Chosen by the request, so no fault outlives its own call.
 */
enum class StreamFault(val text: String, val seed: Long) {
    /** Every element is a line that is no JSON. */
    GARBAGE("garbage", -1),

    /** The connection ends after two elements, without the end of the stream. */
    CUT("cut-after-2", -2),

    /** Nothing comes after two elements, and the connection stays. */
    STALL("stall-after-2", -3),

    /** A 500 problem instead of a stream. */
    FAILURE("500", -4),
    ;

    companion object {
        const val AFTER = 2L

        fun of(text: String?, seed: Long): StreamFault? = if (text == null) {
            entries.find { it.seed == seed }
        } else {
            entries.find { it.text == text }
                ?: throw invalid("fault must be one of ${entries.joinToString { it.text }}.")
        }
    }
}
