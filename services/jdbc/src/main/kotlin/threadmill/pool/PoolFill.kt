package threadmill.pool

import com.zaxxer.hikari.HikariDataSource
import org.slf4j.LoggerFactory
import org.springframework.boot.ApplicationArguments
import org.springframework.boot.ApplicationRunner
import org.springframework.stereotype.Component
import java.sql.Connection
import java.sql.SQLException

private val log = LoggerFactory.getLogger(PoolFill::class.java)

/** Opens every connection before the service is ready, so that no measured request pays for one. */
@Component
class PoolFill(private val pool: HikariDataSource) : ApplicationRunner {
    init {
        // No round trip to test a connection, which r2dbc-pool does not make either. Read at the first connect.
        System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", Long.MAX_VALUE.toString())
    }

    override fun run(args: ApplicationArguments) {
        val taken = mutableListOf<Connection>()
        try {
            repeat(pool.maximumPoolSize) { taken += pool.connection }
        } catch (error: SQLException) {
            log.warn("The pool is not full: {}. Check DB_HOST and DB_PORT; requests will try again.", error.message)
        } finally {
            taken.forEach(Connection::close)
        }
    }
}
