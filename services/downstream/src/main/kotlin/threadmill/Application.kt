package threadmill

import io.micrometer.prometheusmetrics.PrometheusConfig
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry
import threadmill.metrics.Jvm

private const val SERVICE_PORT = 8080
private const val MANAGEMENT_PORT = 8081

fun main() {
    val registry = PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
    Jvm.bindTo(registry)
    val service = Service(registry).start(SERVICE_PORT)
    // Last, so that the service listens when this says that it is ready.
    Management(registry).start(MANAGEMENT_PORT)
    Runtime.getRuntime().addShutdownHook(Thread { service.stop() })
    service.onDispose().block()
}
