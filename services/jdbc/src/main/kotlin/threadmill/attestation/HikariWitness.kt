package threadmill.attestation

import com.zaxxer.hikari.HikariDataSource
import org.mariadb.jdbc.Configuration
import org.mariadb.jdbc.DatabaseMetaData
import org.mariadb.jdbc.util.VersionFactory
import org.springframework.stereotype.Component

/** It takes no connection to ask the driver: it would wait for one while the pool is busy. */
@Component
class HikariWitness(private val pool: HikariDataSource) : DatabaseWitness {
    /** What the driver makes of the address and the properties that the pool gives it for each connection. */
    private val driver by lazy { Configuration.parse(pool.jdbcUrl, pool.dataSourceProperties) }

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
        "db.answerTimeoutMs" to driver.socketTimeout(),
        "db.maxLifetimeMs" to pool.maxLifetime,
        // Hikari ends idle connections only beyond the least number of them.
        "db.idleTimeoutMs" to pool.idleTimeout.takeIf { it > 0 && pool.minimumIdle < pool.maximumPoolSize },
        "db.autocommit" to pool.isAutoCommit,
    )

    override fun tunables() = mapOf("preparedStatements" to driver.useServerPrepStmts())
}
