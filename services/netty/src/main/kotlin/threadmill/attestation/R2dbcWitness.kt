package threadmill.attestation

import io.r2dbc.pool.ConnectionPool
import io.r2dbc.spi.Wrapped
import org.springframework.beans.DirectFieldAccessor
import org.springframework.stereotype.Component
import threadmill.pool.PoolLoops
import java.time.Duration

@Component
class R2dbcWitness(private val pool: ConnectionPool, private val loops: PoolLoops) : DatabaseWitness {
    override fun database(): Database {
        val connections = loops.connections()
        return Database(
            pool = "r2dbc-pool",
            driver = driver(),
            size = pool.metrics.orElseThrow().maxAllocatedSize,
            open = connections.values.sum(), // the pool's own figure also counts attempts that failed
            maxWaitMs = maxWait().toMillis(),
            loops = connections,
        )
    }

    /** Boot wraps the driver's factory, and the pool wraps Boot's. */
    private fun driver(): String {
        val factory = generateSequence<Any>(pool) { (it as? Wrapped<*>)?.unwrap() }.last()
        return factory.javaClass.`package`.run { "$implementationTitle $implementationVersion" }
    }

    /** The pool says it only when a wait has come to its end. */
    private fun maxWait() = DirectFieldAccessor(pool).getPropertyValue("maxAcquireTime") as Duration
}
