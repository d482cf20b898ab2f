package threadmill.passthrough

import threadmill.problems.downstreamUnavailable
import tools.jackson.core.JacksonException
import tools.jackson.databind.json.JsonMapper

/** One line of downstream's stream. */
data class Element(val index: Int, val wait: Int, val seed: Long)

/** Used by all variants, because the web stacks' own stream decoders accept different lines. */
fun elementOf(line: String, json: JsonMapper): Element = try {
    json.readValue(line, Element::class.java)
} catch (_: JacksonException) {
    null
} ?: throw downstreamUnavailable()
