package threadmill.passthrough

import org.apache.hc.client5.http.ConnectionKeepAliveStrategy
import org.apache.hc.client5.http.config.ConnectionConfig
import org.apache.hc.client5.http.config.RequestConfig
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient
import org.apache.hc.client5.http.impl.classic.HttpClients
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder
import org.apache.hc.core5.util.TimeValue
import org.apache.hc.core5.util.Timeout
import org.springframework.boot.context.properties.EnableConfigurationProperties
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory
import org.springframework.web.client.RestClient

/** Apache's own defaults are 5 connections to one address, and retries: whatever Reactor Netty does not do is off. */
@Configuration
@EnableConfigurationProperties(DownstreamSettings::class)
class DownstreamConnections(private val settings: DownstreamSettings) {
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
        .setKeepAliveStrategy(FOR_EVER)
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .build()

    @Bean
    fun downstreamPool(): PoolingHttpClientConnectionManager = PoolingHttpClientConnectionManagerBuilder
        .create()
        .setMaxConnTotal(settings.maxConnections)
        .setMaxConnPerRoute(settings.maxConnections)
        .setDefaultConnectionConfig(
            ConnectionConfig
                .custom()
                .setConnectTimeout(Timeout.of(settings.connectTimeout))
                .setSocketTimeout(Timeout.of(settings.timeout))
                .setValidateAfterInactivity(ONE_SECOND)
                .build(),
        ).build()

    private fun limits() = RequestConfig
        .custom()
        .setConnectionRequestTimeout(Timeout.of(settings.connectTimeout))
        .setResponseTimeout(Timeout.of(settings.timeout))
        .setProtocolUpgradeEnabled(false)
        .build()

    private companion object {
        val FOR_EVER = ConnectionKeepAliveStrategy { _, _ -> TimeValue.NEG_ONE_MILLISECOND }

        // Netty sees at once that downstream has closed an idle connection; this pool must look. Never under load.
        val ONE_SECOND: TimeValue = TimeValue.ofSeconds(1)
    }
}
