package threadmill.server

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServer
import java.net.Socket
import java.time.Duration
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit

class IdleHandlerTest {
    private val closed = CountDownLatch(1)
    private val server =
        HttpServer
            .create()
            .port(0)
            .doOnConnection { it.onDispose(closed::countDown) }
            .doOnChannelInit { _, channel, _ -> channel.pipeline().addFirst(IdleHandler(LIMIT)) }
            .route {
                it.get("/slow") { _, response -> response.sendString(Mono.just("late").delayElement(LATE)) }
                it.get("/much") { _, response -> response.sendByteArray(Mono.just(ByteArray(MUCH))) }
            }.bindNow()
    private val client = Socket("localhost", server.port()).apply { soTimeout = PATIENCE_MS }

    @AfterEach
    fun close() {
        client.close()
        server.disposeNow()
    }

    @Test
    fun `closes a connection that asks nothing`() {
        assertThat(client.getInputStream().read()).isEqualTo(-1)
    }

    @Test
    fun `leaves one alone that waits for its answer, and for as long again once it has it`() {
        val began = System.nanoTime()
        ask("/slow")
        val answer = client.getInputStream().readAllBytes().decodeToString()
        assertThat(answer).startsWith("HTTP/1.1 200").contains("late")
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo((LATE + LIMIT).toNanos())
    }

    @Test
    fun `closes one whose client takes no answer`() {
        ask("/much")
        assertThat(closed.await(PATIENCE_MS.toLong(), TimeUnit.MILLISECONDS)).isTrue()
    }

    private fun ask(path: String) =
        client.getOutputStream().write("GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n".toByteArray())

    private companion object {
        val LIMIT: Duration = Duration.ofMillis(400)

        /** Between two checks, so that one which counts from the request would close too soon. */
        val LATE: Duration = LIMIT.multipliedBy(9).dividedBy(2)
        const val MUCH = 64 shl 20
        const val PATIENCE_MS = 5_000
    }
}
