package threadmill.attestation

import org.apache.catalina.util.ServerInfo
import org.apache.coyote.http11.AbstractHttp11Protocol
import org.apache.tomcat.util.threads.ThreadPoolExecutor
import org.springframework.boot.tomcat.TomcatWebServer
import org.springframework.boot.web.server.context.WebServerApplicationContext
import org.springframework.stereotype.Component
import threadmill.input.BodyLimit
import threadmill.input.MAX_BODY_BYTES
import java.time.Duration

@Component
class TomcatWitness(private val context: WebServerApplicationContext, private val bodyLimit: BodyLimit?) :
    ServerWitness {
    private val tomcat get() = context.webServer as TomcatWebServer
    private val protocol get() = tomcat.tomcat.connector.protocolHandler as AbstractHttp11Protocol<*>

    override fun server() = serverOf(tomcat, ServerInfo.getServerNumber())

    override fun limits() = Limits(
        workerThreads = workerThreads(),
        maxConnections = protocol.maxConnections,
        acceptCount = protocol.acceptCount,
        bodyBytes = MAX_BODY_BYTES, // BodyLimit compares with this constant
        keepAliveSeconds = Duration.ofMillis(protocol.keepAliveTimeout.toLong()).toSeconds(),
    )

    override fun eventLoops() = EventLoops(http = null)

    override fun parity() = mapOf(
        "http.maxConnections" to protocol.maxConnections,
        "http.acceptCount" to protocol.acceptCount,
        "http.idleTimeoutMs" to protocol.keepAliveTimeout,
        "http.maxHeaderBytes" to protocol.maxHttpRequestHeaderSize,
        // Tomcat reads the first line into the same buffer as the headers, so they share one limit.
        "http.maxInitialLineBytes" to protocol.maxHttpRequestHeaderSize,
        "http.maxBodyBytes" to bodyLimit?.let { MAX_BODY_BYTES },
        "http.keepAliveRequests" to protocol.maxKeepAliveRequests,
        "http.compression" to (protocol.compression != "off"),
    )

    override fun tunables() = workerThreads()?.let { mapOf("workerThreads" to it) } ?: virtualThreads()

    /** Null if each request runs on its own virtual thread. */
    private fun workerThreads() = (protocol.executor as? ThreadPoolExecutor)?.maximumPoolSize
}
