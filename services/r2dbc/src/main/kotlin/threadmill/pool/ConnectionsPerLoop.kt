package threadmill.pool

import io.micrometer.core.instrument.MeterRegistry
import io.micrometer.core.instrument.Tags
import io.netty.channel.ChannelHandler.Sharable
import io.netty.channel.ChannelHandlerContext
import io.netty.channel.ChannelInboundHandlerAdapter
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger

/** Gauge of open connections for each event loop. Counts a connection when it opens, then leaves its pipeline. */
@Sharable
class ConnectionsPerLoop(private val meters: MeterRegistry) : ChannelInboundHandlerAdapter() {
    private val open = ConcurrentHashMap<String, AtomicInteger>()

    fun byLoop(): Map<String, Int> = open.mapValues { it.value.get() }.toSortedMap()

    override fun channelActive(context: ChannelHandlerContext) {
        val connections = ofThisLoop()
        connections.incrementAndGet()
        context.channel().closeFuture().addListener { connections.decrementAndGet() }
        super.channelActive(context)
        context.pipeline().remove(this)
    }

    private fun ofThisLoop() = open.computeIfAbsent(Thread.currentThread().name) { loop ->
        meters.gauge("threadmill.r2dbc.connections", Tags.of("loop", loop), AtomicInteger())
    }
}
