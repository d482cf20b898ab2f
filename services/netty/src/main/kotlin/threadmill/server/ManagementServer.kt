package threadmill.server

import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory
import org.springframework.boot.reactor.netty.NettyServerCustomizer
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.context.annotation.Bean
import reactor.netty.resources.LoopResources

/** Gives the scrape its own event loop; by default it shares the service's. Named in META-INF/spring, not scanned. */
class ManagementServer {
    @Bean
    fun managementLoop() = WebServerFactoryCustomizer<NettyReactiveWebServerFactory> { factory ->
        val loop = LoopResources.create("management", 1, true)
        factory.addServerCustomizers(NettyServerCustomizer { it.runOn(loop) })
    }
}
