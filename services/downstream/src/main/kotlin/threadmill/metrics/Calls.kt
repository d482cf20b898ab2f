package threadmill.metrics

import io.micrometer.core.instrument.Counter
import io.micrometer.core.instrument.Gauge
import io.micrometer.core.instrument.MeterRegistry
import reactor.core.publisher.Flux
import reactor.core.publisher.Mono
import reactor.core.publisher.SignalType
import java.util.concurrent.atomic.AtomicInteger

/**
 * Metrics of one kind of call: started = completed + cancelled + open. A call is completed when its whole response
 * is handed to Netty, and cancelled if the connection closes before that.
 */
class Calls(registry: MeterRegistry, kind: String) {
    private val open = AtomicInteger()
    private val started = Counter.builder("threadmill.downstream.$kind.started").register(registry)
    private val completed = Counter.builder("threadmill.downstream.$kind.completed").register(registry)
    private val cancelled = Counter.builder("threadmill.downstream.$kind.cancelled").register(registry)

    init {
        Gauge.builder("threadmill.downstream.open.$kind", open, AtomicInteger::toDouble).register(registry)
    }

    fun <T : Any> count(call: Mono<T>): Mono<T> = call.doOnSubscribe { begin() }.doFinally(::end)

    fun <T : Any> count(call: Flux<T>): Flux<T> = call.doOnSubscribe { begin() }.doFinally(::end)

    private fun begin() {
        started.increment()
        open.incrementAndGet()
    }

    private fun end(signal: SignalType) {
        open.decrementAndGet()
        if (signal == SignalType.ON_COMPLETE) completed.increment() else cancelled.increment()
    }
}
