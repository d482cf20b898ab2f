package threadmill.numbers

import threadmill.problems.unknownWaiting

typealias Waiting = (millis: Long) -> Unit

fun waitingOf(name: String): Waiting = when (name) {
    "default", "sleep" -> Thread::sleep
    else -> throw unknownWaiting(name)
}
