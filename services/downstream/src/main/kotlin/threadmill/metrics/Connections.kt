package threadmill.metrics

import io.micrometer.core.instrument.Gauge
import io.micrometer.core.instrument.MeterRegistry
import io.netty.channel.Channel
import java.util.concurrent.atomic.AtomicInteger

/** Gauge of open connections, which shows the size of the app's pool. */
class Connections(registry: MeterRegistry) {
    private val open = AtomicInteger()

    init {
        Gauge.builder("threadmill.downstream.open.connections", open, AtomicInteger::toDouble).register(registry)
    }

    fun count(channel: Channel) {
        open.incrementAndGet()
        channel.closeFuture().addListener { open.decrementAndGet() }
    }
}
