package threadmill.pool

import io.netty.channel.embedded.EmbeddedChannel
import io.netty.handler.timeout.ReadTimeoutException
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import java.time.Duration
import java.util.concurrent.TimeUnit

class ResponseTimeoutHandlerTest {
    private val connection = EmbeddedChannel(ResponseTimeoutHandler(Duration.ofSeconds(10))).apply { freezeTime() }

    @Test
    fun `leaves a connection alone that was asked nothing`() {
        pass(60)

        assertThat(connection.isOpen).isTrue()
    }

    @Test
    fun `leaves a connection alone that answered`() {
        connection.writeOutbound("query")
        pass(9)
        connection.writeInbound("answer")
        pass(60)

        assertThat(connection.isOpen).isTrue()
    }

    @Test
    fun `ends a connection that owes an answer for too long`() {
        connection.writeOutbound("query")
        pass(9)
        assertThat(connection.isOpen).isTrue()
        pass(2)

        assertThat(connection.isOpen).isFalse()
        assertThatThrownBy { connection.checkException() }.isInstanceOf(ReadTimeoutException::class.java)
    }

    private fun pass(seconds: Int) = repeat(seconds) {
        connection.advanceTimeBy(1, TimeUnit.SECONDS)
        connection.runScheduledPendingTasks()
    }
}
