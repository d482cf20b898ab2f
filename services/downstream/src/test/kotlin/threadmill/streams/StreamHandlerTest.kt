package threadmill.streams

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestInstance
import threadmill.RunningService
import threadmill.assertProblem
import threadmill.eventually
import threadmill.get
import java.io.BufferedReader
import java.io.IOException
import java.net.Socket
import java.net.SocketTimeoutException

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StreamHandlerTest {
    private val service = RunningService()

    @AfterAll
    fun stop() = service.close()

    @Test
    fun `a seed always gives the same stream`() {
        val seed = (0L..1_000_000).first { seed -> (0..4).sumOf { waitMillis(seed, it) } < 500 }
        val response = service.get("/stream?seed=$seed")

        assertThat(response.statusCode()).isEqualTo(200)
        assertThat(response.headers().firstValue("content-type")).hasValue("application/x-ndjson")
        assertThat(response.headers().firstValue("transfer-encoding")).hasValue("chunked")
        assertThat(response.body().lines().dropLast(1)).isEqualTo(
            (0..4).map { """{"index":$it,"wait":${waitMillis(seed, it)},"seed":$seed}""" },
        )
        assertThat(service.get("/stream?seed=$seed").body()).isEqualTo(response.body())
    }

    @Test
    fun `each element leaves when its own wait has passed`() {
        val seed = (0L..1_000_000).first { seed -> (0..2).all { waitMillis(seed, it) in 200..300 } }
        service.get("/stream?seed=${seedWithoutWaits()}&elements=3") // what a first call costs is not the wait's

        service.connect().use { connection ->
            val start = System.nanoTime()
            connection.get("/stream?seed=$seed&elements=3")
            val reader = connection.getInputStream().bufferedReader()
            var due = 0L
            repeat(3) { index ->
                reader.element()
                due += waitMillis(seed, index)
                // All at the end would be 400 ms late for the first; early would be a wait left out.
                assertThat((System.nanoTime() - start) / 1_000_000).isBetween(due, due + 300)
            }
        }
    }

    @Test
    fun `a client that goes away frees its stream and its connection`() {
        RunningService().use { own ->
            own.connect().use { connection ->
                connection.get("/stream?seed=1&elements=100")
                connection.getInputStream().bufferedReader().element()
                eventually(1) { own.metric("open_streams") }
            }
            eventually(0) { own.metric("open_streams") }
            eventually(0) { own.metric("open_connections") }
            own.get("/stream?seed=${seedWithoutWaits()}&elements=3")

            eventually(2) { own.metric("streams_started_total") }
            assertThat(own.metric("streams_completed_total") to own.metric("streams_cancelled_total")).isEqualTo(1 to 1)
        }
    }

    @Test
    fun `bad parameters are problems`() {
        assertProblem(service.get("/stream"), 400, "invalid-parameter", "/stream")
        assertProblem(service.get("/stream?seed=1&elements=101"), 400, "invalid-parameter", "/stream")
    }

    @Test
    fun `a garbage stream has lines that are no JSON`() {
        assertThat(service.get("/stream?seed=${seedWithoutWaits()}&elements=3&fault=garbage").body())
            .isEqualTo("<garbage 0>\n<garbage 1>\n<garbage 2>\n")
    }

    @Test
    fun `a cut stream gives two elements and never its end`() {
        stream("/stream?seed=${seedWithoutWaits()}&fault=cut-after-2") { reader ->
            repeat(2) { reader.element() }
            assertThat(reader.readText()).isEqualTo("\r\n") // the second chunk's own end, then the connection's
        }
        assertThat(runCatching { service.get("/stream?seed=-2") }.exceptionOrNull())
            .isInstanceOf(IOException::class.java)
    }

    @Test
    fun `a stalled stream gives two elements and then nothing`() {
        stream("/stream?seed=${seedWithoutWaits()}&fault=stall-after-2") { reader ->
            repeat(2) { reader.element() }
            assertThat(reader.readLine()).isEmpty() // the second chunk's own end
            soTimeout = 300
            assertThat(runCatching { reader.read() }.exceptionOrNull()).isInstanceOf(SocketTimeoutException::class.java)
        }
    }

    @Test
    fun `a failed stream is a problem`() {
        assertProblem(service.get("/stream?seed=1&fault=500"), 500, "internal-error", "/stream")
    }

    private fun stream(target: String, test: Socket.(BufferedReader) -> Unit) = service.connect().use { connection ->
        connection.get(target)
        connection.test(connection.getInputStream().bufferedReader())
    }

    private fun BufferedReader.element(): String = lineSequence().first { it.startsWith("{") }

    private fun seedWithoutWaits() = (0L..10_000_000).first { seed -> (0..2).all { waitMillis(seed, it) < 20 } }
}
