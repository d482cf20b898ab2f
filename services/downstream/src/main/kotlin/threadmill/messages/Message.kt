package threadmill.messages

import threadmill.input.JSON
import threadmill.problems.FieldProblem
import threadmill.problems.ProblemException
import threadmill.problems.ProblemType
import tools.jackson.core.JacksonException
import tools.jackson.databind.JsonNode

const val MAX_DELAY_MS = 60_000

data class Message(val id: String, val payload: String, val delay: Int) {
    /** Depends on the message alone, so that the variants' responses can be compared byte by byte. */
    fun acknowledgement(): ByteArray =
        JSON.writeValueAsBytes(JSON.createObjectNode().put("id", id).put("received", payload))
}

fun messageOf(body: ByteArray): Message {
    val json = parse(body)
    val id = json["id"]?.let(::textOf)
    val payload = json["payload"]?.let(::textOf)
    val delay = json["delay"]?.let(::delayOf)
    if (id != null && payload != null && delay != null) return Message(id, payload, delay)
    throw ProblemException(
        ProblemType.INVALID_FIELD,
        "The body has fields that break a rule.",
        listOfNotNull(
            FieldProblem("delay", "must be an integer from 0 to $MAX_DELAY_MS").takeIf { delay == null },
            FieldProblem("id", "must be a JSON string").takeIf { id == null },
            FieldProblem("payload", "must be a JSON string").takeIf { payload == null },
        ),
    )
}

private fun parse(body: ByteArray): JsonNode = try {
    JSON.readTree(body).takeIf(JsonNode::isObject)
} catch (_: JacksonException) {
    null
} ?: throw ProblemException(ProblemType.MALFORMED_BODY, "The body must be one JSON object.")

/** Refuses half a surrogate pair: JSON's escapes allow it, but UTF-8 cannot hold it. */
private fun textOf(node: JsonNode): String? = node.takeIf(JsonNode::isString)?.stringValue()?.takeIf { text ->
    text.codePoints().noneMatch { it in Char.MIN_SURROGATE.code..Char.MAX_SURROGATE.code }
}

private fun delayOf(node: JsonNode): Int? =
    node.takeIf { it.isIntegralNumber && it.canConvertToInt() }?.intValue()?.takeIf { it in 0..MAX_DELAY_MS }
