package threadmill.messages

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestInstance
import threadmill.RunningService
import threadmill.assertProblem
import threadmill.eventually
import java.io.ByteArrayInputStream
import java.io.IOException
import java.net.http.HttpRequest.BodyPublishers
import java.util.concurrent.CompletableFuture
import kotlin.system.measureTimeMillis

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MessageHandlerTest {
    private val service = RunningService()

    @AfterAll
    fun stop() = service.close()

    @Test
    fun `a message is acknowledged after its delay and not before`() {
        service.post(message(0)) // what a first call costs is not the delay's
        val took =
            measureTimeMillis {
                val response = service.post(message(300))
                assertThat(response.statusCode()).isEqualTo(200)
                assertThat(response.headers().firstValue("content-type")).hasValue("application/json")
                assertThat(response.body()).isEqualTo("""{"id":"1","received":"sample payload"}""")
            }

        assertThat(took).isBetween(300, 900)
    }

    @Test
    fun `delays pass beside each other, whatever the number of event loops`() {
        val took =
            measureTimeMillis {
                (1..50).map {
                    CompletableFuture.supplyAsync({ service.post(message(300)) }, Thread::startVirtualThread)
                }
                    .forEach { assertThat(it.get().statusCode()).isEqualTo(200) }
            }

        assertThat(took).isLessThan(3_000) // one after the other: 15 s
    }

    @Test
    fun `bad bodies are problems`() {
        assertProblem(service.post("{"), 400, "malformed-body", "/messages")
        assertProblem(service.post(message(60_001)), 400, "invalid-field", "/messages")
        assertProblem(service.post(message(0), type = "text/plain"), 415, "unsupported-media-type", "/messages")
    }

    @Test
    fun `a body over 64 KiB is refused, with or without its length in the header`() {
        val large = ByteArray(64 * 1024 + 1) { ' '.code.toByte() }
        val chunked = BodyPublishers.ofInputStream { ByteArrayInputStream(large) }

        assertProblem(service.post(String(large)), 413, "body-too-large", "/messages")
        assertProblem(service.send("/messages", "POST", chunked), 413, "body-too-large", "/messages")
        assertThat(service.post(message(0).padEnd(64 * 1024)).statusCode()).isEqualTo(200)
    }

    @Test
    fun `faults are had by the payload`() {
        val garbage = service.post(message(0, "fault:garbage"))

        assertThat(garbage.statusCode()).isEqualTo(200)
        assertThat(garbage.body()).isEqualTo("{\"id\": <garbage>")
        assertProblem(service.post(message(0, "fault:500")), 500, "internal-error", "/messages")
        assertThat(runCatching { service.post(message(0, "fault:cut")) }.exceptionOrNull())
            .isInstanceOf(IOException::class.java)
        assertThat(service.post(message(0)).statusCode()).isEqualTo(200)
    }

    @Test
    fun `a client that goes away frees its message`() {
        RunningService().use { own ->
            own.post(message(0))
            own.connect().use { connection ->
                val body = message(60_000)
                connection.getOutputStream().write(
                    "POST /messages HTTP/1.1\r\nHost: downstream\r\nContent-Type: application/json\r\n"
                        .plus("Content-Length: ${body.length}\r\n\r\n$body")
                        .toByteArray(),
                )
                eventually(1) { own.metric("open_messages") }
            }
            eventually(0) { own.metric("open_messages") }

            assertThat(listOf("started", "completed", "cancelled").map { own.metric("messages_${it}_total") })
                .containsExactly(2, 1, 1)
        }
    }

    private fun message(delay: Int, payload: String = "sample payload") =
        """{"id":"1","payload":"$payload","delay":$delay}"""
}
