package threadmill.server

import io.netty.channel.ChannelHandlerContext
import io.netty.handler.timeout.IdleStateEvent
import io.netty.handler.timeout.IdleStateHandler
import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory
import org.springframework.boot.reactor.netty.NettyServerCustomizer
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.stereotype.Component
import reactor.netty.channel.ChannelOperations
import java.time.Duration
import java.util.concurrent.TimeUnit

/**
 * Closes idle connections by a handler that stays in each. Reactor Netty's own idle timeout, which `server.netty` must
 * not have then, puts one in after each request and takes it out before the next.
 */
@Component
@ConditionalOnProperty("threadmill.time-limits", havingValue = "watchdog")
class IdleWatchdog(@Value("\${threadmill.idle-timeout}") val limit: Duration) :
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {
    override fun customize(factory: NettyReactiveWebServerFactory) {
        factory.addServerCustomizers(
            NettyServerCustomizer { server ->
                server.doOnChannelInit { _, channel, _ -> channel.pipeline().addFirst(IdleHandler(limit)) }
            },
        )
    }
}

/**
 * A connection is idle where no byte came or went for as long, unless a request of it is still to be answered; also
 * where the client takes none of an answer.
 */
class IdleHandler(limit: Duration) : IdleStateHandler(true, 0, 0, limit.toMillis(), TimeUnit.MILLISECONDS) {
    override fun channelIdle(context: ChannelHandlerContext, event: IdleStateEvent) {
        val channel = context.channel()
        val unsent = channel.unsafe().outboundBuffer()?.totalPendingWriteBytes() ?: 0
        if (ChannelOperations.get(channel) == null || unsent > 0) context.close()
    }
}
