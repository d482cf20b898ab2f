package threadmill.attestation

import org.apache.catalina.util.ServerInfo
import org.apache.coyote.AbstractProtocol
import org.apache.tomcat.util.threads.ThreadPoolExecutor
import org.springframework.boot.tomcat.TomcatWebServer
import org.springframework.boot.web.server.context.WebServerApplicationContext
import org.springframework.stereotype.Component
import threadmill.input.MAX_BODY_BYTES
import java.time.Duration

@Component
class TomcatWitness(private val context: WebServerApplicationContext) : ServerWitness {
    private val tomcat get() = context.webServer as TomcatWebServer
    private val protocol get() = tomcat.tomcat.connector.protocolHandler as AbstractProtocol<*>

    override fun server() = serverOf(tomcat, ServerInfo.getServerNumber())

    override fun limits() = Limits(
        workerThreads = (protocol.executor as? ThreadPoolExecutor)?.maximumPoolSize,
        maxConnections = protocol.maxConnections,
        acceptCount = protocol.acceptCount,
        bodyBytes = MAX_BODY_BYTES, // no object holds it: BodyLimit compares with this
        keepAliveSeconds = Duration.ofMillis(protocol.keepAliveTimeout.toLong()).toSeconds(),
    )

    override fun eventLoops() = EventLoops(http = null)
}
