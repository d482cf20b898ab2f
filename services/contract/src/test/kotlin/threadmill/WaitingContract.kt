package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import threadmill.numbers.NumberRequest
import kotlin.system.measureTimeMillis

private val ALL_WAYS =
    setOf("default", "sleep", "delay", "sleep-on-event-loop", "sleep-on-io-pool", "delay-on-io-pool")

/** How every variant serves /need-a-number and /person. */
abstract class WaitingContract(vararg ways: String) : VariantContract() {
    private val ways = ways.toSet()

    @Test
    fun `draws a number from the seed`() {
        for (seed in 0L..20) {
            assertThat(http.get("/need-a-number?seed=$seed")).isEqualTo(json(200, numberOf(seed)))
        }
        assertThat(http.get("/need-a-number").body.toInt()).isBetween(1, 10)
        assertThat(http.get("/need-a-number").header("content-length")).isIn("1", "2")
    }

    @Test
    fun `waits in its own ways`() {
        for (way in ways) {
            http.get("/need-a-number/$way?least=0&most=0") // what a first call costs is not the wait's
            val took =
                measureTimeMillis {
                    val response = http.get("/need-a-number/$way?seed=3&least=200&most=200")
                    assertThat(response).describedAs(way).isEqualTo(json(200, numberOf(3)))
                }
            assertThat(took).describedAs(way).isBetween(200, 400)
        }
    }

    @Test
    fun `has no other way, whatever it is asked beside it`() {
        for (way in ALL_WAYS - ways + "nonsense" + "sleep%20") {
            val path = "/need-a-number/$way"
            val detail = "This variant does not wait in that way; try default."
            assertThat(http.get("$path?least=-1")).isEqualTo(problem(404, "unknown-waiting", detail, path))
        }
    }

    @ParameterizedTest
    @ValueSource(strings = ["least=-1", "most=60001", "least=2&most=1", "seed=-1", "seed", "least=1e3"])
    fun `refuses a wait out of range`(query: String) {
        val response = http.get("/need-a-number/default?$query")
        assertThat(response.status).isEqualTo(400)
        assertThat(response.body).contains("urn:threadmill:problem:invalid-parameter")
    }

    @Test
    fun `makes people in a second`() {
        http.get("/person")
        val took =
            measureTimeMillis {
                assertThat(http.get("/person?number=2&seed=7")).isEqualTo(json(200, PEOPLE_OF_SEED_7))
            }
        assertThat(took).isBetween(1000, 1300)
    }

    @ParameterizedTest
    @ValueSource(strings = ["number=0", "number=101", "seed=-1", "number=many"])
    fun `refuses people out of range`(query: String) {
        assertThat(http.get("/person?$query").status).isEqualTo(400)
    }

    private fun numberOf(seed: Long) = "${NumberRequest(seed, 0, 0).number}"
}
