package threadmill.server

import io.micrometer.core.instrument.Gauge
import io.micrometer.core.instrument.MeterRegistry
import io.micrometer.core.instrument.binder.MeterBinder
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory
import org.springframework.boot.reactor.netty.NettyServerCustomizer
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.stereotype.Component
import threadmill.hooks.Hook
import java.util.concurrent.atomic.AtomicInteger

/** Gauge of the service's open HTTP connections, without those of the scrape. Tomcat has such a gauge of its own. */
@Hook
@Component
class OpenConnections :
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory>,
    MeterBinder {
    private val open = AtomicInteger()

    override fun customize(factory: NettyReactiveWebServerFactory) {
        factory.addServerCustomizers(
            NettyServerCustomizer { server ->
                server.doOnChannelInit { _, channel, _ ->
                    open.incrementAndGet()
                    channel.closeFuture().addListener { open.decrementAndGet() }
                }
            },
        )
    }

    override fun bindTo(registry: MeterRegistry) {
        Gauge.builder("netty.connections.current", open) { it.toDouble() }.baseUnit("connections").register(registry)
    }
}
