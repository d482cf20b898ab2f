package threadmill.attestation

import io.r2dbc.pool.ConnectionPool
import io.r2dbc.spi.Wrapped
import org.mariadb.r2dbc.MariadbConnectionConfiguration
import org.springframework.beans.DirectFieldAccessor
import org.springframework.boot.r2dbc.autoconfigure.R2dbcProperties
import org.springframework.stereotype.Component
import reactor.pool.InstrumentedPool
import threadmill.pool.EventLoops
import threadmill.pool.ResponseTimeout
import threadmill.pool.WatchedPool
import threadmill.pool.WithoutHandOver
import threadmill.server.BoundServer
import java.time.Duration

@Component
class R2dbcWitness(
    private val pool: ConnectionPool,
    private val properties: R2dbcProperties,
    private val loops: EventLoops,
    private val server: BoundServer,
    private val responseTimeout: ResponseTimeout?,
) : DatabaseWitness {
    /** The pool, what it wraps, and the driver's own last. */
    private val factories by lazy { generateSequence<Any>(pool) { (it as? Wrapped<*>)?.unwrap() }.toList() }
    private val factory get() = factories.last()
    private val driver by lazy { factory.field<MariadbConnectionConfiguration>("configuration") }

    override fun database(): Database {
        val connections = loops.connections()
        return Database(
            pool = "r2dbc-pool",
            driver = factory.javaClass.`package`.run { "$implementationTitle $implementationVersion" },
            size = maxSize(),
            open = connections.values.sum(), // the pool's own count includes failed attempts
            maxWaitMs = maxWaitMs(),
            loops = connections,
        )
    }

    override fun parity() = mapOf(
        "db.poolSize" to maxSize(),
        "db.poolMinIdle" to pool.field<InstrumentedPool<*>>("connectionPool").minSize(),
        "db.poolWaitMs" to maxWaitMs(),
        "db.connectTimeoutMs" to driver.connectTimeout.limitMs(),
        "db.answerTimeoutMs" to responseTimeout?.limit?.toMillis(),
        // From the properties, because the pool hides these two in a predicate.
        "db.maxLifetimeMs" to properties.pool.maxLifeTime.limitMs(),
        "db.idleTimeoutMs" to properties.pool.maxIdleTime.limitMs(),
        "db.autocommit" to driver.autocommit(),
    )

    override fun tunables() = mapOf(
        "eventLoops.db" to loops.all().size,
        "eventLoops.shared" to loops.all().any(server.eventLoops()::contains),
        "preparedStatements" to driver.useServerPrepStmts(),
        "pipelining" to driver.allowPipelining(),
        "timeLimits" to if (watching()) "watchdog" else "timers",
        "handOver" to factories.none { it is WithoutHandOver },
    )

    /** Only where no timer of either kind is left. */
    private fun watching() = pool is WatchedPool && server.config.idleTimeout() == null

    private fun maxSize() = pool.metrics.orElseThrow().maxAllocatedSize

    /** The pool has no getter for it. */
    private fun maxWaitMs() = ((pool as? WatchedPool)?.limit ?: pool.field<Duration>("maxAcquireTime")).toMillis()
}

private fun InstrumentedPool<*>.minSize() = config().allocationStrategy().permitMinimum()

private fun Duration?.limitMs() = this?.takeUnless(Duration::isNegative)?.toMillis()

private inline fun <reified T : Any> Any.field(name: String): T = DirectFieldAccessor(this).getPropertyValue(name) as T
