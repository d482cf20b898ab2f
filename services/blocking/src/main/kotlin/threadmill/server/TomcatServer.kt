package threadmill.server

import org.apache.coyote.http11.AbstractHttp11Protocol
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory
import org.springframework.boot.web.server.WebServerFactoryCustomizer
import org.springframework.stereotype.Component
import threadmill.problems.ProblemValve
import tools.jackson.databind.json.JsonMapper

/** Lets Tomcat treat the outer form of requests and answers as Netty does. */
@Component
class TomcatServer(private val json: JsonMapper) : WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    override fun customize(factory: TomcatServletWebServerFactory) {
        factory.addConnectorCustomizers({ connector ->
            connector.allowTrace = true
            connector.encodedSolidusHandling = "passthrough"
            (connector.protocolHandler as AbstractHttp11Protocol<*>).useKeepAliveResponseHeader = false
        })
        factory.addContextCustomizers({ context ->
            context.parent.pipeline.addValve(ProblemValve(json))
            context.parent.pipeline.addValve(ClientValve())
        })
    }
}
