package threadmill.attestation

import io.netty.channel.ChannelOption
import org.springframework.stereotype.Component
import reactor.netty.http.client.HttpClient

@Component
class WebClientWitness(private val http: HttpClient) : DownstreamWitness {
    override fun downstream(): Downstream {
        val config = http.configuration()
        return Downstream(
            client = "WebClient on Reactor Netty ${HttpClient::class.java.`package`.implementationVersion}",
            maxConnections = config.connectionProvider().maxConnections(),
            connectTimeoutMs = (config.options()[ChannelOption.CONNECT_TIMEOUT_MILLIS] as Int).toLong(),
            timeoutMs = checkNotNull(config.responseTimeout()).toMillis(),
        )
    }
}
