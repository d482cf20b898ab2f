package threadmill.passthrough

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.ValueSource
import threadmill.json

private const val PATH = "/passthrough/messages"
private const val ACKNOWLEDGEMENT = """{"id":"1","received":"sample payload"}"""

/** How every variant passes a message through. */
abstract class MessagesContract : PassthroughContract() {
    @Test
    fun `passes a message on, and its acknowledgement back`() {
        assertThat(send("sample payload")).isEqualTo(json(200, ACKNOWLEDGEMENT))
        assertThat(DownstreamStub.lastMessage).isEqualTo(message("sample payload", "0"))
    }

    @ParameterizedTest
    @ValueSource(strings = ["cut", "garbage", "wrong", "500", "302"])
    fun `says that downstream is broken, and serves the next call`(fault: String) {
        assertThat(send("fault:$fault")).isEqualTo(unavailable(PATH))
        assertThat(send("sample payload").status).isEqualTo(200)
    }

    @Test
    fun `says that downstream gave no answer in time, and serves the next call`() {
        assertThat(send("sample payload", "${DOWNSTREAM_TIMEOUT_MS * 2}")).isEqualTo(late(PATH))
        assertThat(send("sample payload", "${DOWNSTREAM_TIMEOUT_MS / 2}").status).isEqualTo(200)
    }

    @ParameterizedTest
    @CsvSource(
        "-1, must be an integer from 0 to 60000",
        "60001, must be an integer from 0 to 60000",
        "1.5, must be a JSON integer of 64 bits",
        "null, must be a JSON integer of 64 bits",
    )
    fun `refuses a delay that is none, without asking downstream`(delay: String, message: String) {
        val response = send("refused", delay)

        assertThat(response.status).isEqualTo(400)
        assertThat(response.body).endsWith(""""errors":[{"field":"delay","message":"$message"}]}""")
        assertThat(DownstreamStub.lastMessage).doesNotContain("refused")
    }

    private fun send(payload: String, delay: String = "0") = http.post(PATH, message(payload, delay))

    private fun message(payload: String, delay: String) = """{"id":"1","payload":"$payload","delay":$delay}"""
}
