package threadmill.passthrough

import threadmill.problems.downstreamUnavailable
import tools.jackson.core.JacksonException
import tools.jackson.databind.json.JsonMapper

/** One line of downstream's stream. */
data class Element(val index: Int, val wait: Int, val seed: Long)

/** The web stacks' own readers of streams would each find other lines broken. */
fun elementOf(line: String, json: JsonMapper): Element = try {
    json.readValue(line, Element::class.java)
} catch (_: JacksonException) {
    null
} ?: throw downstreamUnavailable()
