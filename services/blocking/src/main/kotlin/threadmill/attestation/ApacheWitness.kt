package threadmill.attestation

import org.apache.hc.client5.http.HttpRoute
import org.apache.hc.client5.http.config.Configurable
import org.apache.hc.client5.http.config.ConnectionConfig
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager
import org.apache.hc.core5.function.Resolver
import org.apache.hc.core5.http.config.Http1Config
import org.springframework.beans.DirectFieldAccessor
import org.springframework.stereotype.Component

@Component
class ApacheWitness(private val client: CloseableHttpClient, private val pool: PoolingHttpClientConnectionManager) :
    DownstreamWitness {
    override fun downstream() = Downstream(
        client = "Apache HttpClient ${CloseableHttpClient::class.java.`package`.implementationVersion}",
        maxConnections = minOf(pool.maxTotal, pool.defaultMaxPerRoute),
        connectTimeoutMs = connectionConfig().connectTimeout.toMilliseconds(),
        timeoutMs = (client as Configurable).config.responseTimeout.toMilliseconds(),
    )

    override fun tunables() = mapOf("httpClient.bufferBytes" to connectionFactory().h1Config().bufferSize)

    /** The pool and its factory of connections have setters for these three, but no getters. */
    private fun connectionFactory() = checkNotNull(DirectFieldAccessor(pool).getPropertyValue("connFactory"))

    private fun Any.h1Config() = DirectFieldAccessor(this).getPropertyValue("h1Config") as Http1Config

    @Suppress("UNCHECKED_CAST")
    private fun connectionConfig(): ConnectionConfig {
        val configs = DirectFieldAccessor(pool).getPropertyValue("connectionConfigResolver")
        return (configs as Resolver<HttpRoute?, ConnectionConfig>).resolve(null)
    }
}
