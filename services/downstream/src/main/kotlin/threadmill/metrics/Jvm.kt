package threadmill.metrics

import io.micrometer.core.instrument.MeterRegistry
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics
import io.micrometer.core.instrument.binder.system.ProcessorMetrics

/** The same JVM metrics as Spring Boot's, so that one chart can show every JVM. */
object Jvm {
    fun bindTo(registry: MeterRegistry) =
        listOf(JvmMemoryMetrics(), JvmGcMetrics(), JvmThreadMetrics(), ProcessorMetrics())
            .forEach { it.bindTo(registry) }
}
