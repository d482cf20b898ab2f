package threadmill.server

import org.apache.coyote.http11.AbstractHttp11Protocol
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.stereotype.Component

/** Turns off the header Keep-Alive, which Netty does not send; Boot has no property for it. */
@Component
class TomcatCustomizer : WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    override fun customize(factory: TomcatServletWebServerFactory) {
        factory.addConnectorCustomizers({ connector ->
            (connector.protocolHandler as AbstractHttp11Protocol<*>).useKeepAliveResponseHeader = false
        })
    }
}
