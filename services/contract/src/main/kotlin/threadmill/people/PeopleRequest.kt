package threadmill.people

import threadmill.draws.MAX_SEED
import threadmill.draws.randomSeed
import threadmill.input.Query
import threadmill.input.integer

/** Every request for people takes this long. */
const val PEOPLE_WAIT_MS = 1000L

data class PeopleRequest(val seed: Long, val number: Int) {
    val people get() = List(number) { personOf(seed, it) }
}

fun peopleRequestOf(query: Query) = PeopleRequest(
    seed = query.integer("seed", 0L..MAX_SEED) ?: randomSeed(),
    number = query.integer("number", 1L..100L)?.toInt() ?: 1,
)
