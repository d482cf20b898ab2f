package threadmill

import reactor.core.publisher.Mono
import reactor.core.scheduler.Schedulers

/** Runs a blocking call on a virtual thread of boundedElastic (see Application.kt); null becomes an empty Mono. */
fun <T : Any> onVirtualThread(call: () -> T?): Mono<T> =
    Mono.fromCallable(call).subscribeOn(Schedulers.boundedElastic())
