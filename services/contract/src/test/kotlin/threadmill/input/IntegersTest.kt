package threadmill.input

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import threadmill.problems.ProblemException

class IntegersTest {
    @Test
    fun `takes any positive 64-bit integer as an id`() {
        assertThat(idOf("1")).isEqualTo(1)
        assertThat(idOf("9223372036854775807")).isEqualTo(Long.MAX_VALUE)
    }

    @ParameterizedTest
    @ValueSource(
        strings = [
            "", "abc", "0", "-1", "1.0", "+1", "0x10", " 1", "1e3", "٣", "9223372036854775808", "99999999999999999999",
        ],
    )
    fun `refuses any other id`(text: String) {
        assertThatThrownBy { idOf(text) }
            .isInstanceOf(ProblemException::class.java)
            .hasMessage("id must be an integer from 1 to 9223372036854775807.")
    }

    @ParameterizedTest
    @ValueSource(strings = ["\uFFFD", "1\u0000"])
    fun `says of what cannot be decoded what Tomcat's refusal says`(text: String) {
        assertThatThrownBy { idOf(text) }.hasMessage("The path, the query or a header is malformed.")
    }
}
