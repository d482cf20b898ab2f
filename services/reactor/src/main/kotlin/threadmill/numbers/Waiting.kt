package threadmill.numbers

import reactor.core.publisher.Mono
import reactor.core.scheduler.Schedulers
import threadmill.problems.unknownWaiting
import java.time.Duration

typealias Waiting = (millis: Long) -> Mono<*>

fun waitingOf(name: String): Waiting = when (name) {
    "default", "delay" -> ::delay

    "sleep-on-event-loop" -> ::sleep

    // a common mistake, kept as a negative control
    "sleep-on-io-pool" -> { millis -> sleep(millis).subscribeOn(Schedulers.boundedElastic()) }

    else -> throw unknownWaiting(name)
}

private fun delay(millis: Long): Mono<*> = Mono.delay(Duration.ofMillis(millis))

private fun sleep(millis: Long): Mono<Unit> = Mono.fromRunnable {
    try {
        Thread.sleep(millis)
    } catch (_: InterruptedException) {
        // Reactor interrupts the sleep because the client has disconnected; there is nobody to tell.
    }
}
