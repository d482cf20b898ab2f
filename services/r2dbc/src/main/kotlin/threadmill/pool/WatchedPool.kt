package threadmill.pool

import io.r2dbc.pool.ConnectionPool
import io.r2dbc.pool.ConnectionPoolConfiguration
import io.r2dbc.spi.Connection
import io.r2dbc.spi.R2dbcTimeoutException
import org.reactivestreams.Subscription
import reactor.core.CoreSubscriber
import reactor.core.publisher.Mono
import reactor.core.publisher.MonoOperator
import reactor.core.publisher.Operators
import reactor.core.scheduler.Schedulers
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean

/**
 * Ends whoever waits too long for a connection by one check for all, ten times in the [limit], as AnswerWatchdog does
 * with statements. r2dbc-pool's own limit starts a timer for each acquire and stops it again, also where a connection
 * is free.
 */
class WatchedPool(configuration: ConnectionPoolConfiguration, val limit: Duration) : ConnectionPool(configuration) {
    private val acquires: MutableSet<Acquire> = ConcurrentHashMap.newKeySet()
    private val period = limit.dividedBy(10).toNanos()
    private val checks = Schedulers.single().schedulePeriodically(::endLate, period, period, TimeUnit.NANOSECONDS)
    private val watched = Watched(super.create())

    override fun create(): Mono<Connection> = watched

    override fun dispose() {
        checks.dispose()
        super.dispose()
    }

    private fun endLate() {
        val now = System.nanoTime()
        acquires.filter { now - it.since >= limit.toNanos() }.forEach { it.endLate() }
    }

    private inner class Watched(acquire: Mono<Connection>) : MonoOperator<Connection, Connection>(acquire) {
        override fun subscribe(actual: CoreSubscriber<in Connection>) = source.subscribe(Acquire(actual))
    }

    /** One wait for a connection; true once it has ended, in whichever way comes first. */
    private inner class Acquire(private val actual: CoreSubscriber<in Connection>) :
        AtomicBoolean(),
        CoreSubscriber<Connection>,
        Subscription {
        val since = System.nanoTime()
        private lateinit var acquire: Subscription

        override fun currentContext() = actual.currentContext()

        override fun onSubscribe(subscription: Subscription) {
            acquire = subscription
            acquires += this
            actual.onSubscribe(this)
        }

        override fun request(count: Long) = acquire.request(count)

        override fun onNext(connection: Connection) {
            if (end()) {
                actual.onNext(connection)
                actual.onComplete()
            } else { // it comes at the same moment as the limit
                Mono.from(connection.close()).subscribe()
            }
        }

        override fun onError(error: Throwable) =
            if (end()) actual.onError(error) else Operators.onErrorDropped(error, currentContext())

        override fun onComplete() {
            if (end()) actual.onComplete()
        }

        override fun cancel() {
            if (end()) acquire.cancel()
        }

        fun endLate() {
            if (!end()) return
            acquire.cancel()
            actual.onError(R2dbcTimeoutException("Connection acquisition timed out after ${limit.toMillis()}ms"))
        }

        private fun end() = compareAndSet(false, true).also { first -> if (first) acquires -= this }
    }
}
