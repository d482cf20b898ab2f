package threadmill.pool

import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit

/**
 * Closes a connection whose answer takes too long, as ResponseTimeout does for R2DBC: it looks ten times in the limit.
 * With a socket timeout instead, each wait of a virtual thread starts one of the JDK's timers, and stops it again.
 */
@Component
@ConditionalOnProperty("threadmill.jdbc.answer-limit", havingValue = "watchdog")
class AnswerWatchdog(@Value("\${threadmill.db-timeout-ms}") val limitMs: Int) : AutoCloseable {
    private val limit = TimeUnit.MILLISECONDS.toNanos(limitMs.toLong())
    private val checks =
        Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("answer-watchdog").factory())

    init {
        checks.scheduleAtFixedRate(::closeLate, limit / 10, limit / 10, TimeUnit.NANOSECONDS)
    }

    override fun close() {
        checks.shutdownNow()
    }

    /** Whatever closing one throws must not end the checks. */
    private fun closeLate() = WatchedSocket.OPEN.filter { it.isLate(limit) }.forEach { runCatching { it.close() } }
}
