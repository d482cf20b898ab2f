package threadmill.numbers

import threadmill.draws.MAX_SEED
import threadmill.draws.draw
import threadmill.draws.randomSeed
import threadmill.input.Query
import threadmill.input.integer
import threadmill.problems.invalidParameter

private const val MAX_WAIT_MS = 60_000L
private const val HIGHEST = 10

/** [seed] determines the number and the wait, so every variant waits equally long for the same request. */
data class NumberRequest(val seed: Long, val least: Int, val most: Int) {
    val number get() = 1 + draw(seed, 0, HIGHEST)

    val waitMillis get() = least.toLong() + draw(seed, 1, most - least + 1)
}

fun numberRequestOf(query: Query): NumberRequest {
    val least = query.integer("least", 0L..MAX_WAIT_MS) ?: 1000
    val most = query.integer("most", 0L..MAX_WAIT_MS) ?: 1000
    if (least > most) throw invalidParameter("least must not be more than most.")
    return NumberRequest(query.integer("seed", 0L..MAX_SEED) ?: randomSeed(), least.toInt(), most.toInt())
}
