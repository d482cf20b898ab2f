package threadmill.pool

import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import io.r2dbc.spi.Connection
import io.r2dbc.spi.ConnectionFactory
import io.r2dbc.spi.R2dbcTimeoutException
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.mockito.Mockito.mock
import org.mockito.Mockito.`when`
import reactor.core.publisher.Mono
import java.time.Duration
import java.util.concurrent.TimeUnit

class TimedPoolTest {
    private val waits = SimpleMeterRegistry().timer("waits")
    private val connection = mock(Connection::class.java)

    @Test
    fun `times a wait to its connection, each anew`() {
        val late = Mono.just(connection).delayElement(Duration.ofMillis(50))
        val timed = timed(late)
        repeat(2) { assertThat(timed.block()).isSameAs(connection) }

        assertThat(waits.count()).isEqualTo(2)
        assertThat(waits.totalTime(TimeUnit.MILLISECONDS)).isBetween(100.0, 10_000.0)
    }

    @Test
    fun `times a wait in vain`() {
        val timed = timed(Mono.error(R2dbcTimeoutException("none in time")))
        assertThatThrownBy { timed.block() }.isInstanceOf(R2dbcTimeoutException::class.java)

        assertThat(waits.count()).isEqualTo(1)
    }

    @Test
    fun `forgets a wait that the caller gave up`() {
        timed(Mono.never()).subscribe().dispose()

        assertThat(waits.count()).isZero()
    }

    private fun timed(answer: Mono<Connection>): Mono<Connection> {
        val pool = mock(ConnectionFactory::class.java)
        `when`(pool.create()).thenAnswer { answer }
        return Mono.from(TimedPool(pool, waits).create())
    }
}
