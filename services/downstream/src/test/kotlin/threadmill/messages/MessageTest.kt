package threadmill.messages

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import threadmill.problems.FieldProblem
import threadmill.problems.ProblemException
import threadmill.problems.ProblemType

class MessageTest {
    @Test
    fun `a message is read, and fields that it should not have are not`() {
        assertThat(messageOf("""{"id":"1","payload":"sample payload","delay":300,"more":[1]}""".toByteArray()))
            .isEqualTo(Message("1", "sample payload", 300))
    }

    @Test
    fun `the acknowledgement follows from the message`() {
        assertThat(String(Message("7", "a \"quoted\" ☃ 𝄞", 0).acknowledgement()))
            .isEqualTo("""{"id":"7","received":"a \"quoted\" ☃ 𝄞"}""")
    }

    @ParameterizedTest
    @ValueSource(strings = ["", "[]", "null", "3", "{", "{\"id\":\"1\"", "{} {}", "{\"id\":NaN}"])
    fun `what is not one JSON object is malformed`(body: String) {
        assertThat(refusal(body).type).isEqualTo(ProblemType.MALFORMED_BODY)
    }

    @ParameterizedTest
    @ValueSource(strings = ["-1", "60001", "1.0", "1e2", "\"300\"", "null", "true", "99999999999999999999", "[3]"])
    fun `a delay outside 0 to 60000 is refused`(delay: String) {
        assertThat(refusal("""{"id":"1","payload":"p","delay":$delay}""").errors)
            .containsExactly(FieldProblem("delay", "must be an integer from 0 to 60000"))
    }

    @ParameterizedTest
    @ValueSource(strings = ["0", "60000"])
    fun `the ends of the range are delays`(delay: String) {
        assertThat(messageOf("""{"id":"1","payload":"p","delay":$delay}""".toByteArray()).delay)
            .isEqualTo(delay.toInt())
    }

    @Test
    fun `every bad field is named, in the order of the alphabet`() {
        assertThat(refusal("""{"id":1,"payload":"\ud800"}""").errors.map { it.field })
            .containsExactly("delay", "id", "payload")
    }

    private fun refusal(body: String) = assertThrows<ProblemException> { messageOf(body.toByteArray()) }
}
