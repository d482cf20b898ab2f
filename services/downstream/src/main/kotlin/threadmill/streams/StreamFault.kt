package threadmill.streams

import threadmill.input.invalidParameter

/**
 * Faults that a test asks for by name, or through a variant by a negative seed, because variants pass on the seed
 * but not the name. Each fault affects only its own call.
 */
enum class StreamFault(val text: String, val seed: Long) {
    /** Every line is invalid JSON. */
    GARBAGE("garbage", -1),

    /** The connection closes after two elements. */
    CUT("cut-after-2", -2),

    /** Nothing is sent after two elements, and the connection stays open. */
    STALL("stall-after-2", -3),

    /** A problem with status 500 instead of a stream. */
    FAILURE("500", -4),
    ;

    companion object {
        const val AFTER = 2L

        fun of(text: String?, seed: Long): StreamFault? = if (text == null) {
            entries.find { it.seed == seed }
        } else {
            entries.find { it.text == text }
                ?: throw invalidParameter("fault must be one of ${entries.joinToString { it.text }}.")
        }
    }
}
