package threadmill.attestation

import io.netty.buffer.Unpooled
import io.netty.channel.ChannelOption
import io.netty.util.IllegalReferenceCountException
import io.netty.util.ResourceLeakDetector
import io.netty.util.Version
import io.netty.util.internal.PlatformDependent
import org.springframework.boot.web.server.context.WebServerApplicationContext
import org.springframework.http.codec.AbstractJacksonDecoder
import org.springframework.http.codec.DecoderHttpMessageReader
import org.springframework.http.codec.ServerCodecConfigurer
import org.springframework.stereotype.Component
import reactor.util.concurrent.Queues
import threadmill.server.BoundServer
import threadmill.server.IdleWatchdog

@Component
class NettyWitness(
    private val context: WebServerApplicationContext,
    private val bound: BoundServer,
    private val codecs: ServerCodecConfigurer,
    private val idleWatchdog: IdleWatchdog?,
) : ServerWitness {
    private val idleTimeout get() = checkNotNull(bound.config.idleTimeout() ?: idleWatchdog?.limit)

    override fun server() =
        serverOf(checkNotNull(context.webServer), Version.identify().getValue("netty-common").artifactVersion())

    override fun limits() = Limits(
        workerThreads = null,
        maxConnections = maxConnections(),
        acceptCount = acceptCount(),
        bodyBytes = jsonDecoder().maxInMemorySize,
        keepAliveSeconds = idleTimeout.toSeconds(),
    )

    override fun eventLoops() = EventLoops(http = bound.eventLoops().size)

    override fun parity() = mapOf(
        "http.maxConnections" to maxConnections(),
        "http.acceptCount" to acceptCount(),
        "http.idleTimeoutMs" to idleTimeout.toMillis(),
        "http.maxHeaderBytes" to bound.config.decoder().maxHeaderSize(),
        "http.maxInitialLineBytes" to bound.config.decoder().maxInitialLineLength(),
        "http.maxBodyBytes" to jsonDecoder().maxInMemorySize,
        "http.keepAliveRequests" to bound.config.maxKeepAliveRequests(),
        "http.compression" to (bound.config.minCompressionSize() >= 0),
    )

    override fun tunables() = mapOf(
        "eventLoops.http" to bound.eventLoops().size,
        "netty.allocator" to bound.channel.alloc().javaClass.simpleName,
        "netty.unsafe" to PlatformDependent.hasUnsafe(),
        "netty.transport" to bound.channel.javaClass.simpleName.removeSuffix("ServerSocketChannel").lowercase(),
        "netty.leakDetection" to ResourceLeakDetector.getLevel().name.lowercase(),
        "netty.bufferChecks" to checksBuffers(),
        "reactor.queueSize" to Queues.SMALL_BUFFER_SIZE,
    )

    /** Netty does not say; a buffer that was released tells by what reading it throws. */
    private fun checksBuffers(): Boolean {
        val released = Unpooled.buffer(1).apply { release() }
        return runCatching { released.getByte(0) }.exceptionOrNull() is IllegalReferenceCountException
    }

    /** Null if Reactor Netty accepts any number, up to the limit on open files. */
    private fun maxConnections() = bound.config.maxConnections().takeIf { it > 0 }

    private fun acceptCount() = bound.channel.config().getOption(ChannelOption.SO_BACKLOG)

    private fun jsonDecoder() = codecs.readers
        .filterIsInstance<DecoderHttpMessageReader<*>>()
        .firstNotNullOf { it.decoder as? AbstractJacksonDecoder<*> }
}
