package threadmill.streams

import threadmill.input.Query

private const val DEFAULT_ELEMENTS = 5L
private const val MAX_ELEMENTS = 100L

data class StreamRequest(val seed: Long, val elements: Int, val fault: StreamFault?)

fun streamRequestOf(target: String): StreamRequest {
    val query = Query(target)
    val seed = query.integer("seed", Long.MIN_VALUE..Long.MAX_VALUE)
    return StreamRequest(
        seed,
        query.integer("elements", 1..MAX_ELEMENTS, DEFAULT_ELEMENTS).toInt(),
        StreamFault.of(query.text("fault"), seed),
    )
}
