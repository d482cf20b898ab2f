package threadmill.attestation

import com.zaxxer.hikari.HikariDataSource
import org.mariadb.jdbc.Configuration
import org.mariadb.jdbc.DatabaseMetaData
import org.mariadb.jdbc.util.VersionFactory
import org.springframework.stereotype.Component
import threadmill.pool.AnswerWatchdog
import threadmill.pool.WatchedSocketFactory

/** Asks the driver's classes instead of a connection, for which it would have to wait while the pool is busy. */
@Component
class HikariWitness(private val pool: HikariDataSource, private val watchdog: AnswerWatchdog?) : DatabaseWitness {
    /** The driver's settings, parsed from the URL and the properties of the pool. */
    private val driver by lazy { Configuration.parse(pool.jdbcUrl, pool.dataSourceProperties) }

    /** Whether it watches the driver's sockets; the driver has a socket timeout else. */
    private val watching get() = watchdog?.takeIf { driver.socketFactory() == WatchedSocketFactory::class.java.name }

    override fun database() = Database(
        pool = "HikariCP",
        driver = "${DatabaseMetaData.DRIVER_NAME} ${VersionFactory.getInstance().version}",
        size = pool.maximumPoolSize,
        open = pool.hikariPoolMXBean?.totalConnections ?: 0,
        maxWaitMs = pool.connectionTimeout,
        loops = null,
    )

    override fun parity() = mapOf(
        "db.poolSize" to pool.maximumPoolSize,
        "db.poolMinIdle" to pool.minimumIdle,
        "db.poolWaitMs" to pool.connectionTimeout,
        "db.connectTimeoutMs" to driver.connectTimeout(),
        "db.answerTimeoutMs" to (watching?.limitMs ?: driver.socketTimeout()),
        "db.maxLifetimeMs" to pool.maxLifetime,
        // Hikari closes idle connections only while it has more than the minimum.
        "db.idleTimeoutMs" to pool.idleTimeout.takeIf { it > 0 && pool.minimumIdle < pool.maximumPoolSize },
        "db.autocommit" to pool.isAutoCommit,
    )

    override fun tunables() = mapOf(
        "preparedStatements" to driver.useServerPrepStmts(),
        "answerLimit" to if (watching == null) "socket" else "watchdog",
    )
}
