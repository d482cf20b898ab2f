package threadmill.passthrough

import io.netty.channel.ChannelOption
import org.springframework.boot.context.properties.EnableConfigurationProperties
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.http.client.reactive.ReactorClientHttpConnector
import org.springframework.web.reactive.function.client.WebClient
import reactor.netty.http.client.HttpClient
import reactor.netty.resources.ConnectionProvider
import java.time.Duration

/** Sets the limits, and turns off what Apache's client does not do, such as Reactor Netty's default of one retry. */
@Configuration
@EnableConfigurationProperties(DownstreamSettings::class)
class WebClientConfiguration(private val settings: DownstreamSettings) {
    @Bean
    fun downstreamWebClient(builder: WebClient.Builder, downstreamWebHttp: HttpClient): WebClient = builder
        .baseUrl(settings.url)
        .clientConnector(ReactorClientHttpConnector(downstreamWebHttp))
        .build()

    @Bean
    fun downstreamWebHttp(downstreamWebPool: ConnectionProvider): HttpClient = HttpClient
        .create(downstreamWebPool)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, settings.connectTimeout.toMillis().toInt())
        .responseTimeout(settings.timeout)
        .disableRetry(true)
        .resolver { it.queryTimeout(settings.connectTimeout).cacheMaxTimeToLive(DNS_TTL) }

    @Bean(destroyMethod = "dispose")
    fun downstreamWebPool(): ConnectionProvider = ConnectionProvider
        .builder("downstream")
        .maxConnections(settings.maxConnections)
        .pendingAcquireMaxCount(-1)
        .pendingAcquireTimeout(settings.connectTimeout)
        .lifo()
        .build()

    private companion object {
        val DNS_TTL: Duration = Duration.ofSeconds(30)
    }
}
