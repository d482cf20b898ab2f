package threadmill.input

import threadmill.problems.invalidParameter
import threadmill.problems.malformedRequest

private val DECIMAL = Regex("-?[0-9]{1,19}")

/** Netty passes on invalid UTF-8, as U+FFFD, and zero bytes; Tomcat refuses both before Spring sees them. */
private val UNDECODABLE = Regex("[\uFFFD\u0000]")

fun idOf(text: String) = integerOf("id", text, 1L..Long.MAX_VALUE)

/** Accepts plain decimal digits only; Spring's conversion also accepts 0x10, +5 and blanks. */
fun integerOf(name: String, text: String, range: LongRange): Long {
    val number = text.takeIf(DECIMAL::matches)?.toLongOrNull()
    if (number != null && number in range) return number
    requireDecodable(text)
    throw invalidParameter("$name must be an integer from ${range.first} to ${range.last}.")
}

fun requireDecodable(text: String) {
    if (UNDECODABLE in text) throw malformedRequest()
}
