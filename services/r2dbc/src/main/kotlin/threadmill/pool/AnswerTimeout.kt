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

/** A hook for want of a property: the driver has no limit on its wait for an answer. */
@Hook
@Component
class AnswerTimeouts(private val settings: R2dbcSettings) {
    val limit get() = settings.answerTimeout

    fun watch(connection: Channel) {
        connection.pipeline().addLast(AnswerTimeout(limit))
    }
}

/**
 * Ends a connection that has owed an answer for too long, as a socket timeout does for JDBC.
 * A connection that was asked nothing may be silent. All calls come from the connection's own event loop.
 */
class AnswerTimeout(private val limit: Duration) : ChannelDuplexHandler() {
    private var owedSince: Long? = null

    override fun channelActive(context: ChannelHandlerContext) {
        val period = limit.dividedBy(10).toNanos()
        val checks = context.executor().scheduleAtFixedRate({ check(context) }, period, period, TimeUnit.NANOSECONDS)
        context.channel().closeFuture().addListener { checks.cancel(false) }
        super.channelActive(context)
    }

    override fun write(context: ChannelHandlerContext, message: Any, promise: ChannelPromise) {
        if (owedSince == null) owedSince = context.now()
        super.write(context, message, promise)
    }

    override fun channelRead(context: ChannelHandlerContext, message: Any) {
        owedSince = null
        super.channelRead(context, message)
    }

    private fun check(context: ChannelHandlerContext) {
        val since = owedSince ?: return
        if (context.now() - since < limit.toNanos()) return
        context.fireExceptionCaught(ReadTimeoutException.INSTANCE)
        context.close()
    }

    private fun ChannelHandlerContext.now() = executor().ticker().nanoTime()
}
