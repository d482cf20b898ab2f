package threadmill.pool

import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import io.r2dbc.pool.ConnectionPool
import io.r2dbc.pool.ConnectionPoolConfiguration
import io.r2dbc.spi.Connection
import io.r2dbc.spi.ConnectionFactory
import io.r2dbc.spi.R2dbcTimeoutException
import io.r2dbc.spi.ValidationDepth
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.mockito.Mockito.mock
import org.mockito.Mockito.`when`
import reactor.core.publisher.Mono
import java.time.Duration
import java.util.concurrent.TimeUnit

class AcquireTimerTest {
    private val meters = SimpleMeterRegistry()
    private val waits = meters.timer("r2dbc.pool.acquire")
    private val pool = poolOfOne()

    @Test
    fun `does not time a connection that is free`() {
        repeat(2) { Mono.from(pool.create().block()!!.close()).block() }
        assertThat(waits.count()).isZero()
    }

    @Test
    fun `times a wait to its connection`() {
        val first = pool.create().block()!!
        Mono.from(first.close()).delaySubscription(Duration.ofMillis(100)).subscribe()
        assertThat(pool.create().block()).isNotNull()
        assertThat(waits.count()).isOne()
        assertThat(waits.totalTime(TimeUnit.MILLISECONDS)).isBetween(50.0, 500.0)
    }

    @Test
    fun `times a wait in vain`() {
        pool.create().block()
        assertThatThrownBy { pool.create().block() }.isInstanceOf(R2dbcTimeoutException::class.java)
        assertThat(waits.count()).isOne()
    }

    private fun poolOfOne(): ConnectionPool {
        val connection = mock(Connection::class.java)
        `when`(connection.validate(ValidationDepth.LOCAL)).thenAnswer { Mono.just(true) }
        `when`(connection.close()).thenAnswer { Mono.empty<Void>() }
        val driver = mock(ConnectionFactory::class.java)
        `when`(driver.create()).thenAnswer { Mono.just(connection) }
        val limits =
            ConnectionPoolConfiguration
                .builder(driver)
                .initialSize(1)
                .maxSize(1)
                .acquireRetry(0)
                .maxAcquireTime(Duration.ofMillis(500))
                .metricsRecorder(AcquireTimer(meters))
        return ConnectionPool(limits.build())
    }
}
