package threadmill.passthrough

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import threadmill.Response
import java.net.Socket
import java.util.concurrent.TimeUnit.NANOSECONDS

private const val JSON_LINES = "application/x-ndjson"

/** How every variant relays a stream, byte for byte as it arrives. */
abstract class StreamContract(private val path: String = "/passthrough/stream") : PassthroughContract() {
    @Test
    fun `relays each element as it arrives`() {
        http.get("$path?elements=1", JSON_LINES) // what a first call costs is not the stream's
        Socket("localhost", port).use { connection ->
            val start = System.nanoTime()
            val reader = connection.ask("$path?seed=7&elements=3")
            for (index in 0..2) {
                val line = generateSequence(reader::readLine).first { it.startsWith("{") }
                val millis = NANOSECONDS.toMillis(System.nanoTime() - start)
                assertThat(line).isEqualTo("""{"index":$index,"wait":5,"seed":7}""")
                assertThat(millis).isBetween((index + 1) * ELEMENT_WAIT_MS, (index + 2) * ELEMENT_WAIT_MS)
            }
        }
    }

    @Test
    fun `ends where downstream's stream ends`() {
        val lines = (0..1).joinToString("") { """{"index":$it,"wait":5,"seed":7}""" + "\n" }
        assertThat(http.get("$path?seed=7&elements=2", JSON_LINES)).isEqualTo(Response(200, lines, JSON_LINES))
    }

    @ParameterizedTest
    @ValueSource(ints = [-1, -4])
    fun `says that downstream is broken before its first element, and serves the next call`(seed: Int) {
        assertThat(http.get("$path?seed=$seed", JSON_LINES)).isEqualTo(unavailable(path))
        assertThat(http.get("$path?elements=1", JSON_LINES).status).isEqualTo(200)
    }

    @ParameterizedTest
    @ValueSource(ints = [-2, -3])
    fun `never ends well when downstream breaks after its first element`(seed: Int) {
        Socket("localhost", port).use { connection ->
            val text = connection.ask("$path?seed=$seed&elements=4").readText()
            assertThat(text).startsWith("HTTP/1.1 200").contains("\"index\":1").doesNotContain("\r\n0\r\n")
        }
        assertThat(http.get("$path?elements=1", JSON_LINES).status).isEqualTo(200)
        eventually(0)
    }

    @Test
    fun `leaves downstream within a second when the client leaves`() {
        Socket("localhost", port).use { connection ->
            val reader = connection.ask("$path?seed=7&elements=100")
            generateSequence(reader::readLine).first { it.startsWith("{") }
            assertThat(DownstreamStub.openStreams.get()).isOne()
        }
        eventually(0)
    }

    @Test
    fun `leaves downstream also when the client leaves before the first element`() {
        http.get("$path?elements=1", JSON_LINES) // what a first call costs is not the stream's
        Socket("localhost", port).use { connection ->
            connection.ask("$path?seed=7&elements=100")
            eventually(1)
        }
        eventually(0)
    }

    @ParameterizedTest
    @ValueSource(strings = ["seed=-5", "seed=9007199254740992", "seed=", "elements=0", "elements=101", "elements=five"])
    fun `refuses a query out of range`(query: String) {
        val response = http.get("$path?$query", JSON_LINES)
        assertThat(response.status).isEqualTo(400)
        assertThat(response.body).contains("urn:threadmill:problem:invalid-parameter", "\"instance\":\"$path\"")
    }

    @Test
    fun `names what it can write`() {
        assertThat(http.get(path).body).contains("\"detail\":\"The service answers in application/x-ndjson.\"")
    }

    private fun Socket.ask(target: String) = getInputStream().bufferedReader().also {
        soTimeout = 5_000
        getOutputStream().write("GET $target HTTP/1.1\r\nHost: localhost\r\n\r\n".toByteArray())
    }

    /** Waits up to a second until this number of streams is open. */
    private fun eventually(streams: Int) {
        val end = System.nanoTime() + 1_000_000_000
        while (DownstreamStub.openStreams.get() != streams && System.nanoTime() < end) Thread.sleep(10)
        assertThat(DownstreamStub.openStreams.get()).isEqualTo(streams)
    }
}
