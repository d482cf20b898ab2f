package threadmill.pool

import io.micrometer.core.instrument.MeterRegistry
import io.micrometer.core.instrument.Tags
import io.netty.channel.ChannelHandler.Sharable
import io.netty.channel.ChannelHandlerContext
import io.netty.channel.ChannelInboundHandlerAdapter
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger

/** Gauge of open connections for each event loop: all on one loop would make R2DBC look two to three times slower. */
@Sharable
class ConnectionSpread(private val meters: MeterRegistry) : ChannelInboundHandlerAdapter() {
    private val open = ConcurrentHashMap<String, AtomicInteger>()

    fun byLoop(): Map<String, Int> = open.mapValues { it.value.get() }.toSortedMap()

    override fun channelActive(context: ChannelHandlerContext) {
        ofThisLoop().incrementAndGet()
        super.channelActive(context)
    }

    override fun channelInactive(context: ChannelHandlerContext) {
        ofThisLoop().decrementAndGet()
        super.channelInactive(context)
    }

    private fun ofThisLoop() = open.computeIfAbsent(Thread.currentThread().name) { loop ->
        meters.gauge("threadmill.r2dbc.connections", Tags.of("loop", loop), AtomicInteger())
    }
}
