package threadmill.pool

import io.r2dbc.pool.ConnectionPoolConfiguration
import io.r2dbc.spi.Connection
import io.r2dbc.spi.ConnectionFactory
import io.r2dbc.spi.R2dbcTimeoutException
import io.r2dbc.spi.ValidationDepth
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.mockito.Mockito.mock
import org.mockito.Mockito.`when`
import reactor.core.publisher.Mono
import java.time.Duration

class WatchedPoolTest {
    private val pool = poolOfOne()

    @AfterEach
    fun close() = pool.dispose()

    @Test
    fun `gives a free connection, and again when it came back`() {
        repeat(3) { release(pool.create().block()!!) }
        assertThat(pool.metrics.orElseThrow().acquiredSize()).isZero()
    }

    @Test
    fun `ends a wait at the limit, and no later one before it`() {
        pool.create().block()
        val began = System.nanoTime()
        val second = pool.create().toFuture()
        Thread.sleep(200)
        val third = pool.create().toFuture()
        assertThatThrownBy { second.join() }.hasCauseInstanceOf(R2dbcTimeoutException::class.java)
        assertThat((System.nanoTime() - began) / 1_000_000).isBetween(LIMIT_MS, LIMIT_MS + 150)
        assertThat(third).isNotDone()
    }

    @Test
    fun `gives back a connection that comes after the limit`() {
        val late = mock(Connection::class.java)
        `when`(late.validate(ValidationDepth.LOCAL)).thenAnswer { Mono.just(true) }
        `when`(late.close()).thenAnswer { Mono.empty<Void>() }
        val driver = mock(ConnectionFactory::class.java)
        `when`(driver.create()).thenAnswer { Mono.just(late).delayElement(Duration.ofMillis(3 * LIMIT_MS / 2)) }
        val slow = watched(driver, initialSize = 0)
        assertThatThrownBy { slow.create().block() }.isInstanceOf(R2dbcTimeoutException::class.java)
        assertThat(slow.create().block(Duration.ofMillis(2 * LIMIT_MS))).isNotNull()
        slow.dispose()
    }

    @Test
    fun `whose wait has ended takes no connection`() {
        val first = pool.create().block()!!
        assertThatThrownBy { pool.create().block() }.isInstanceOf(R2dbcTimeoutException::class.java)
        val cancelled = pool.create().subscribe()
        cancelled.dispose()
        release(first)
        assertThat(pool.metrics.orElseThrow().run { acquiredSize() + pendingAcquireSize() }).isZero()
        assertThat(pool.create().block()).isNotNull()
    }

    private fun release(connection: Connection) = Mono.from(connection.close()).block()

    private fun poolOfOne(): WatchedPool {
        val connection = mock(Connection::class.java)
        `when`(connection.validate(ValidationDepth.LOCAL)).thenAnswer { Mono.just(true) }
        `when`(connection.close()).thenAnswer { Mono.empty<Void>() }
        val driver = mock(ConnectionFactory::class.java)
        `when`(driver.create()).thenAnswer { Mono.just(connection) }
        return watched(driver, initialSize = 1)
    }

    private fun watched(driver: ConnectionFactory, initialSize: Int): WatchedPool {
        val limits = ConnectionPoolConfiguration.builder(driver).initialSize(initialSize).maxSize(1).acquireRetry(0)
        return WatchedPool(limits.build(), Duration.ofMillis(LIMIT_MS))
    }

    private companion object {
        const val LIMIT_MS = 500L
    }
}
