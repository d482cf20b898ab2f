package threadmill.pool

import io.netty.channel.Channel
import io.netty.channel.ChannelDuplexHandler
import io.netty.channel.ChannelHandlerContext
import io.netty.channel.ChannelPromise
import io.netty.handler.timeout.ReadTimeoutException
import org.springframework.stereotype.Component
import threadmill.hooks.Hook
import java.time.Duration
import java.util.concurrent.TimeUnit

/** Limits the wait for the database's response, for which the driver has no property. */
@Hook
@Component
class ResponseTimeout(private val settings: R2dbcSettings) {
    val limit get() = settings.responseTimeout

    fun addTo(connection: Channel) {
        connection.pipeline().addLast(ResponseTimeoutHandler(limit))
    }
}

/**
 * Closes a connection whose response takes too long, as a socket timeout does for JDBC. An idle connection stays
 * open. All calls come from the connection's own event loop.
 */
class ResponseTimeoutHandler(private val limit: Duration) : ChannelDuplexHandler() {
    private var waitingSince: Long? = null

    override fun channelActive(context: ChannelHandlerContext) {
        val period = limit.dividedBy(10).toNanos()
        val checks = context.executor().scheduleAtFixedRate({ check(context) }, period, period, TimeUnit.NANOSECONDS)
        context.channel().closeFuture().addListener { checks.cancel(false) }
        super.channelActive(context)
    }

    override fun write(context: ChannelHandlerContext, message: Any, promise: ChannelPromise) {
        if (waitingSince == null) waitingSince = context.now()
        super.write(context, message, promise)
    }

    override fun channelRead(context: ChannelHandlerContext, message: Any) {
        waitingSince = null
        super.channelRead(context, message)
    }

    private fun check(context: ChannelHandlerContext) {
        val since = waitingSince ?: return
        if (context.now() - since < limit.toNanos()) return
        context.fireExceptionCaught(ReadTimeoutException.INSTANCE)
        context.close()
    }

    private fun ChannelHandlerContext.now() = executor().ticker().nanoTime()
}
