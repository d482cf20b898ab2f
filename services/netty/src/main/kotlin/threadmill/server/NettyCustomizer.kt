package threadmill.server

import io.netty.channel.ChannelOption
import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.reactor.netty.NettyServerCustomizer
import org.springframework.stereotype.Component
import reactor.netty.http.server.HttpServer

/** Sets Netty's accept count, for which Boot has a property of Tomcat only. */
@Component
class NettyCustomizer(@Value("\${server.tomcat.accept-count}") private val acceptCount: Int) : NettyServerCustomizer {
    override fun apply(server: HttpServer): HttpServer = server.option(ChannelOption.SO_BACKLOG, acceptCount)
}
