package threadmill.server

import io.netty.channel.Channel
import io.netty.util.concurrent.EventExecutor
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory
import org.springframework.boot.reactor.netty.NettyServerCustomizer
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.stereotype.Component
import reactor.netty.http.server.HttpServerConfig

/** Keeps the service's bound server, to which Boot gives no access. */
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
