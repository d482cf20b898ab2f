package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestInstance
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import kotlin.system.measureTimeMillis

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceTest {
    private val service = RunningService()

    @AfterAll
    fun stop() = service.close()

    @Test
    fun `nothing is asked, nothing is answered`() {
        val response = service.get("/")

        assertThat(response.statusCode()).isEqualTo(204)
        assertThat(response.body()).isEmpty()
    }

    @Test
    fun `an unknown path is a problem`() {
        assertProblem(service.get("/nowhere"), 404, "no-such-path", "/nowhere")
    }

    @ParameterizedTest
    @ValueSource(strings = ["/%zz", "/%", "/a\"b", "http://elsewhere/stream", "//"])
    fun `a target that is no path of this service is a problem too`(target: String) {
        service.connect().use { connection ->
            connection.get(target)
            assertThat(connection.head()).startsWith("HTTP/1.1 404 ").contains("application/problem+json")
        }
    }

    @Test
    fun `a wrong method is told the right one`() {
        val responses =
            listOf("/" to "GET", "/stream" to "GET", "/messages" to "POST").map { (path, right) ->
                service.send(path, "DELETE").also { assertProblem(it, 405, "method-not-allowed", path) } to right
            }

        assertThat(responses).allSatisfy { (response, right) ->
            assertThat(response.headers().firstValue("allow")).hasValue(right)
        }
    }

    @Test
    fun `a connection is counted once however many requests it carries`() {
        RunningService().use { own ->
            own.connect().use { connection ->
                repeat(3) {
                    connection.get("/")
                    assertThat(connection.head()).startsWith("HTTP/1.1 204 ")
                }
                eventually(1) { own.metric("open_connections") }
            }
            eventually(0) { own.metric("open_connections") }
        }
    }

    @Test
    fun `the management port says that it is up and gives the JVM's series`() {
        val readiness = service.management("/actuator/health/readiness")
        val scrape = service.management("/actuator/prometheus")

        assertThat(readiness.statusCode() to readiness.body()).isEqualTo(200 to """{"status":"UP"}""")
        assertThat(scrape.headers().firstValue("content-type")).hasValue("text/plain; version=0.0.4; charset=utf-8")
        assertThat(scrape.body()).contains("threadmill_downstream_open_streams 0.0\n")
        assertThat(service.management("/actuator").statusCode()).isEqualTo(404)
    }

    @Test
    fun `stopping does not wait for a stream to end`() {
        val own = RunningService()
        own.connect().use { connection ->
            connection.get("/stream?seed=1&elements=100")
            eventually(1) { own.metric("open_streams") }

            assertThat(measureTimeMillis { own.close() }).isLessThan(1_500)
        }
    }
}
