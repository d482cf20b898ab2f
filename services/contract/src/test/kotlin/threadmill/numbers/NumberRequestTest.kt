package threadmill.numbers

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.springframework.web.util.UriComponentsBuilder

class NumberRequestTest {
    @Test
    fun `waits a second unless it is told`() {
        assertThat(request("").waitMillis).isEqualTo(1000)
        assertThat(request("least=0&most=0").waitMillis).isZero()
        assertThat(request("least=60000&most=60000").waitMillis).isEqualTo(60_000)
    }

    @Test
    fun `draws number and wait from the seed, each over its whole range`() {
        val requests = (0 until 1000).map { request("seed=$it&least=500&most=509") }

        assertThat(requests.map { it.number }.toSet()).isEqualTo((1..10).toSet())
        assertThat(requests.map { it.waitMillis }.toSet()).isEqualTo((500L..509L).toSet())
        assertThat(requests.map { it.number to it.waitMillis }.toSet()).hasSize(100)
        assertThat(request("seed=7")).isEqualTo(request("seed=7"))
    }

    @ParameterizedTest
    @CsvSource(
        "seed=-1, seed must be an integer from 0 to 9007199254740991.",
        "seed=9007199254740992, seed must be an integer from 0 to 9007199254740991.",
        "least=-1, least must be an integer from 0 to 60000.",
        "most=60001, most must be an integer from 0 to 60000.",
        "least=1001, least must not be more than most.",
    )
    fun `refuses what is out of range`(query: String, message: String) {
        assertThatThrownBy { request(query) }.hasMessage(message)
    }

    private fun request(query: String) =
        numberRequestOf(UriComponentsBuilder.fromUriString("/?$query").build().queryParams)
}
