package threadmill.attestation

import com.zaxxer.hikari.HikariDataSource
import org.mariadb.jdbc.DatabaseMetaData
import org.mariadb.jdbc.util.VersionFactory
import org.springframework.stereotype.Component

/** It takes no connection to ask for the driver's name: it would wait for one while the pool is busy. */
@Component
class HikariWitness(private val pool: HikariDataSource) : DatabaseWitness {
    override fun database() = Database(
        pool = "HikariCP",
        driver = "${DatabaseMetaData.DRIVER_NAME} ${VersionFactory.getInstance().version}",
        size = pool.maximumPoolSize,
        open = pool.hikariPoolMXBean?.totalConnections ?: 0,
        maxWaitMs = pool.connectionTimeout,
        loops = null,
    )
}
