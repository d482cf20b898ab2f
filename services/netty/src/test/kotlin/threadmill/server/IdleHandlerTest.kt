package threadmill.server

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServer
import java.net.Socket
import java.time.Duration

class IdleHandlerTest {
    private val server =
        HttpServer
            .create()
            .port(0)
            .doOnChannelInit { _, channel, _ -> channel.pipeline().addFirst(IdleHandler(LIMIT)) }
            .route { it.get("/slow") { _, response -> response.sendString(Mono.just("late").delayElement(LATE)) } }
            .bindNow()
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
    fun `leaves one alone that waits for its answer, and closes it afterwards`() {
        client.getOutputStream().write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n".toByteArray())
        val began = System.nanoTime()
        val answer = client.getInputStream().readAllBytes().decodeToString()
        assertThat(answer).startsWith("HTTP/1.1 200").contains("late")
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(LATE.toNanos())
    }

    private companion object {
        val LIMIT: Duration = Duration.ofMillis(200)
        val LATE: Duration = LIMIT.multipliedBy(5)
        const val PATIENCE_MS = 5_000
    }
}
