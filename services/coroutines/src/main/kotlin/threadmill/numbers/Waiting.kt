package threadmill.numbers

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext
import threadmill.problems.unknownWaiting

typealias Waiting = suspend (millis: Long) -> Unit

fun waitingOf(name: String): Waiting = when (name) {
    "default", "delay" -> { millis -> delay(millis) }

    "sleep-on-event-loop" -> { millis -> Thread.sleep(millis) }

    // a common mistake, kept as a negative control
    "sleep-on-io-pool" -> { millis -> withContext(Dispatchers.IO) { Thread.sleep(millis) } }

    "delay-on-io-pool" -> { millis -> withContext(Dispatchers.IO) { delay(millis) } }

    else -> throw unknownWaiting(name)
}
