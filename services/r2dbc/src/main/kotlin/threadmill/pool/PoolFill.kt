package threadmill.pool

import io.r2dbc.pool.ConnectionPool
import io.r2dbc.spi.R2dbcException
import org.slf4j.LoggerFactory
import org.springframework.boot.ApplicationArguments
import org.springframework.boot.ApplicationRunner
import org.springframework.stereotype.Component

private val log = LoggerFactory.getLogger(PoolFill::class.java)

/** Opens every connection before the service is ready, so that no measured request pays for one. */
@Component
class PoolFill(private val pool: ConnectionPool) : ApplicationRunner {
    override fun run(args: ApplicationArguments) {
        try {
            pool.warmup().block()
        } catch (error: R2dbcException) {
            log.warn("The pool is not full: {}. Check DB_HOST and DB_PORT; requests will try again.", error.message)
        }
    }
}
