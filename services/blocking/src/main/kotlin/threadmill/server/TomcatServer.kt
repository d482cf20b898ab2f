package threadmill.server

import org.apache.coyote.http11.AbstractHttp11Protocol
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.stereotype.Component

/** Leaves out the header Keep-Alive, which Netty does not send; no property does. */
@Component
class TomcatServer : WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    override fun customize(factory: TomcatServletWebServerFactory) {
        factory.addConnectorCustomizers({ connector ->
            (connector.protocolHandler as AbstractHttp11Protocol<*>).useKeepAliveResponseHeader = false
        })
    }
}
