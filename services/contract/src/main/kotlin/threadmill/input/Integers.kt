package threadmill.input

import threadmill.problems.invalidParameter
import threadmill.problems.malformedRequest

private val DECIMAL = Regex("-?[0-9]{1,19}")

/** What Netty makes of a byte that is no UTF-8, and of a zero byte; Tomcat refuses both before they come this far. */
private val UNDECODABLE = Regex("[\uFFFD\u0000]")

fun idOf(text: String) = integerOf("id", text, 1L..Long.MAX_VALUE)

/** Plain decimal digits only: Spring's own conversion also takes 0x10, +5 and blanks. */
fun integerOf(name: String, text: String, range: LongRange): Long {
    val number = text.takeIf(DECIMAL::matches)?.toLongOrNull()
    if (number != null && number in range) return number
    requireDecodable(text)
    throw invalidParameter("$name must be an integer from ${range.first} to ${range.last}.")
}

fun requireDecodable(text: String) {
    if (UNDECODABLE in text) throw malformedRequest()
}
