package threadmill.passthrough

import threadmill.draws.MAX_SEED
import threadmill.input.Query
import threadmill.input.integer

data class StreamRequest(val seed: Long, val elements: Int)

/** Seeds from -4 to -1 ask downstream for its faults, which lets a test of a running variant cause them. */
fun streamRequestOf(query: Query) = StreamRequest(
    seed = query.integer("seed", -4L..MAX_SEED) ?: 1,
    elements = query.integer("elements", 1L..100L)?.toInt() ?: 5,
)
