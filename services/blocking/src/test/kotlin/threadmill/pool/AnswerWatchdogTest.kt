package threadmill.pool

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import java.net.ServerSocket
import java.net.Socket
import java.net.SocketException

class AnswerWatchdogTest {
    private val database = ServerSocket(0)
    private val watchdog = AnswerWatchdog(limitMs = 300)
    private val socket: Socket = WatchedSocketFactory().createSocket().apply { connect(database.localSocketAddress) }
    private val peer = database.accept()

    @AfterEach
    fun close() = listOf(watchdog, socket, peer, database).forEach(AutoCloseable::close)

    @Test
    fun `closes a connection whose answer takes too long`() {
        val began = System.nanoTime()
        assertThatThrownBy { socket.getInputStream().read() }.isInstanceOf(SocketException::class.java)
        assertThat((System.nanoTime() - began) / 1_000_000).isBetween(300, 2_000)
        assertThat(WatchedSocket.OPEN).doesNotContain(socket as WatchedSocket)
    }

    @Test
    fun `leaves a connection alone that gets its answers, and one that waits for none`() {
        repeat(3) {
            peer.getOutputStream().write(7)
            assertThat(socket.getInputStream().read()).isEqualTo(7)
            Thread.sleep(400)
        }
        assertThat(socket.isClosed).isFalse()
    }
}
