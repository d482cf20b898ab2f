package threadmill.pool

import io.micrometer.core.instrument.MeterRegistry
import io.micrometer.core.instrument.Timer
import io.r2dbc.pool.ConnectionPool
import io.r2dbc.spi.Connection
import io.r2dbc.spi.ConnectionFactory
import org.reactivestreams.Publisher
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.r2dbc.core.DatabaseClient
import reactor.core.publisher.Mono
import java.util.concurrent.TimeUnit

/** Times each wait for a connection to its end, be it a connection or none in time, as Hikari does. */
class TimedPool(private val pool: ConnectionFactory, private val waits: Timer) : ConnectionFactory by pool {
    override fun create(): Publisher<out Connection> = Mono.defer {
        val asked = System.nanoTime()
        Mono.from(pool.create()).doOnTerminate { waits.record(System.nanoTime() - asked, TimeUnit.NANOSECONDS) }
    }
}

/** Boot's own DatabaseClient, but for the timer. The pool stays the bean that Boot's metrics and health look for. */
@Configuration
class TimedPoolClient {
    @Bean
    fun databaseClient(pool: ConnectionPool, meters: MeterRegistry): DatabaseClient =
        DatabaseClient.builder().connectionFactory(TimedPool(pool, meters.timer("r2dbc.pool.acquire"))).build()
}
