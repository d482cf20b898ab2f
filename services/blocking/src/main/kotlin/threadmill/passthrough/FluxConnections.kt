package threadmill.passthrough

import io.netty.channel.ChannelOption
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.http.client.reactive.ReactorClientHttpConnector
import org.springframework.web.reactive.function.client.WebClient
import reactor.netty.http.client.HttpClient
import reactor.netty.resources.ConnectionProvider
import java.time.Duration

/** For FluxClient: the pool and the limits of DownstreamConnections, in the terms of WebClient. */
@Configuration
class FluxConnections(private val settings: DownstreamSettings) {
    @Bean
    fun fluxDownstream(builder: WebClient.Builder, fluxPool: ConnectionProvider): WebClient = builder
        .baseUrl(settings.url)
        .clientConnector(ReactorClientHttpConnector(client(fluxPool)))
        .build()

    @Bean(destroyMethod = "dispose")
    fun fluxPool(): ConnectionProvider = ConnectionProvider
        .builder("downstream")
        .maxConnections(settings.maxConnections)
        .pendingAcquireMaxCount(-1)
        .pendingAcquireTimeout(settings.connectTimeout)
        .lifo()
        .build()

    private fun client(pool: ConnectionProvider) = HttpClient
        .create(pool)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, settings.connectTimeout.toMillis().toInt())
        .responseTimeout(settings.timeout)
        .disableRetry(true)
        .resolver { it.queryTimeout(settings.connectTimeout).cacheMaxTimeToLive(AS_LONG_AS_THE_JDK) }

    private companion object {
        val AS_LONG_AS_THE_JDK: Duration = Duration.ofSeconds(30)
    }
}
