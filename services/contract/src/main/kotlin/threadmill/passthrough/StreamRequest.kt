package threadmill.passthrough

import threadmill.draws.MAX_SEED
import threadmill.input.Query
import threadmill.input.integer

data class StreamRequest(val seed: Long, val elements: Int)

/** Downstream's faults have the seeds -4 to -1: a black-box test can ask a variant for them. */
fun streamRequestOf(query: Query) = StreamRequest(
    seed = query.integer("seed", -4L..MAX_SEED) ?: 1,
    elements = query.integer("elements", 1L..100L)?.toInt() ?: 5,
)
