package threadmill.attestation

import io.netty.channel.ChannelOption
import io.netty.util.Version
import org.springframework.boot.web.server.context.WebServerApplicationContext
import org.springframework.http.codec.AbstractJacksonDecoder
import org.springframework.http.codec.DecoderHttpMessageReader
import org.springframework.http.codec.ServerCodecConfigurer
import org.springframework.stereotype.Component
import threadmill.server.BoundServer

@Component
class NettyWitness(
    private val context: WebServerApplicationContext,
    private val bound: BoundServer,
    private val codecs: ServerCodecConfigurer,
) : ServerWitness {
    override fun server() =
        serverOf(checkNotNull(context.webServer), Version.identify().getValue("netty-common").artifactVersion())

    override fun limits() = Limits(
        workerThreads = null,
        maxConnections = bound.config.maxConnections().takeIf { it > 0 },
        acceptCount = bound.channel.config().getOption(ChannelOption.SO_BACKLOG),
        bodyBytes = jsonDecoder().maxInMemorySize,
        keepAliveSeconds = checkNotNull(bound.config.idleTimeout()).toSeconds(),
    )

    override fun eventLoops() =
        EventLoops(http = bound.config.loopResources().onServer(bound.config.isPreferNative).count())

    private fun jsonDecoder() = codecs.readers
        .filterIsInstance<DecoderHttpMessageReader<*>>()
        .firstNotNullOf { it.decoder as? AbstractJacksonDecoder<*> }
}
