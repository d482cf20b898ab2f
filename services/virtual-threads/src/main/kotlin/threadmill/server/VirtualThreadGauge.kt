package threadmill.server

import io.micrometer.core.instrument.MeterRegistry
import io.micrometer.core.instrument.binder.MeterBinder
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.core.Ordered
import org.springframework.stereotype.Component
import threadmill.hooks.Hook

/** Counts virtual threads, which neither the JVM's nor Tomcat's gauges do. */
@Hook
@Component
class VirtualThreadGauge :
    WebServerFactoryCustomizer<TomcatServletWebServerFactory>,
    MeterBinder,
    Ordered {
    private lateinit var threads: CountingExecutor

    /** Runs after Boot's customizer, which installs the executor of virtual threads. */
    override fun getOrder() = Ordered.LOWEST_PRECEDENCE

    override fun customize(factory: TomcatServletWebServerFactory) {
        factory.addProtocolHandlerCustomizers({ handler ->
            threads = CountingExecutor(handler.executor)
            handler.executor = threads
        })
    }

    override fun bindTo(registry: MeterRegistry) {
        registry.gauge("threadmill.virtual.threads.live", this) { it.threads.live.toDouble() }
        registry.gauge("threadmill.virtual.threads.peak", this) { it.threads.takePeak().toDouble() }
    }
}
