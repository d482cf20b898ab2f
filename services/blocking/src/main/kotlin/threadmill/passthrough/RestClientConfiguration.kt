package threadmill.passthrough

import org.apache.hc.client5.http.ConnectionKeepAliveStrategy
import org.apache.hc.client5.http.config.ConnectionConfig
import org.apache.hc.client5.http.config.RequestConfig
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient
import org.apache.hc.client5.http.impl.classic.HttpClients
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder
import org.apache.hc.core5.http.config.Http1Config
import org.apache.hc.core5.util.TimeValue
import org.apache.hc.core5.util.Timeout
import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.context.properties.EnableConfigurationProperties
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory
import org.springframework.web.client.RestClient

/** Sets the limits, and turns off what Reactor Netty does not do, such as Apache's default of retries. */
@Configuration
@EnableConfigurationProperties(DownstreamSettings::class)
class RestClientConfiguration(
    private val settings: DownstreamSettings,
    @Value("\${threadmill.downstream.buffer-bytes:#{null}}") private val bufferBytes: Int?,
) {
    @Bean
    fun downstream(builder: RestClient.Builder, downstreamHttp: CloseableHttpClient): RestClient = builder
        .baseUrl(settings.url)
        .requestFactory(HttpComponentsClientHttpRequestFactory(downstreamHttp))
        .build()

    @Bean
    fun downstreamHttp(downstreamPool: PoolingHttpClientConnectionManager): CloseableHttpClient = HttpClients
        .custom()
        .setConnectionManager(downstreamPool)
        .setDefaultRequestConfig(limits())
        .setKeepAliveStrategy(UNLIMITED)
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .build()

    @Bean
    fun downstreamPool(): PoolingHttpClientConnectionManager = PoolingHttpClientConnectionManagerBuilder
        .create()
        .setConnectionFactory(ManagedHttpClientConnectionFactory.builder().http1Config(buffered()).build())
        .setMaxConnTotal(settings.maxConnections)
        .setMaxConnPerRoute(settings.maxConnections)
        .setDefaultConnectionConfig(
            ConnectionConfig
                .custom()
                .setConnectTimeout(Timeout.of(settings.connectTimeout))
                .setSocketTimeout(Timeout.of(settings.timeout))
                .setValidateAfterInactivity(VALIDATE_AFTER)
                .build(),
        ).build()

    private fun buffered() = Http1Config.custom().apply { bufferBytes?.let(::setBufferSize) }.build()

    private fun limits() = RequestConfig
        .custom()
        .setConnectionRequestTimeout(Timeout.of(settings.connectTimeout))
        .setResponseTimeout(Timeout.of(settings.timeout))
        .setProtocolUpgradeEnabled(false)
        .build()

    private companion object {
        val UNLIMITED = ConnectionKeepAliveStrategy { _, _ -> TimeValue.NEG_ONE_MILLISECOND }

        // Netty notices at once if downstream closes an idle connection; Apache must check one idle for as long.
        val VALIDATE_AFTER: TimeValue = TimeValue.ofSeconds(1)
    }
}
