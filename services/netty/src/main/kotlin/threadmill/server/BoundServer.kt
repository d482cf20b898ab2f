package threadmill.server

import io.netty.channel.Channel
import io.netty.util.concurrent.EventExecutor
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory
import org.springframework.boot.reactor.netty.NettyServerCustomizer
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.stereotype.Component
import reactor.netty.http.server.HttpServerConfig

/** The service's own server as it was bound at last, which Boot keeps to itself. */
@Component
class BoundServer : WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {
    final lateinit var config: HttpServerConfig
        private set
    final lateinit var channel: Channel
        private set

    fun eventLoops(): List<EventExecutor> = config.loopResources().onServer(config.isPreferNative).toList()

    override fun customize(factory: NettyReactiveWebServerFactory) {
        factory.addServerCustomizers(
            NettyServerCustomizer { server -> server.doOnBind { config = it }.doOnBound { channel = it.channel() } },
        )
    }
}
