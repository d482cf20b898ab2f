package threadmill.server

import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory
import org.springframework.boot.reactor.netty.NettyServerCustomizer
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.context.annotation.Bean
import reactor.netty.resources.LoopResources

/** An event loop of its own for the scrape; it would share the service's. Named in META-INF/spring, not scanned. */
class ManagementServer {
    @Bean
    fun managementLoop() = WebServerFactoryCustomizer<NettyReactiveWebServerFactory> { factory ->
        val loop = LoopResources.create("management", 1, true)
        factory.addServerCustomizers(NettyServerCustomizer { it.runOn(loop) })
    }
}
