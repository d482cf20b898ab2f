package threadmill.attestation

import org.apache.hc.client5.http.HttpRoute
import org.apache.hc.client5.http.config.Configurable
import org.apache.hc.client5.http.config.ConnectionConfig
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager
import org.apache.hc.core5.function.Resolver
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

    /** The pool has a setter for it, but no getter. */
    @Suppress("UNCHECKED_CAST")
    private fun connectionConfig(): ConnectionConfig {
        val configs = DirectFieldAccessor(pool).getPropertyValue("connectionConfigResolver")
        return (configs as Resolver<HttpRoute?, ConnectionConfig>).resolve(null)
    }
}
