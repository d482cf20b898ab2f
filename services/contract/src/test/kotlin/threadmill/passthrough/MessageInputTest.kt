package threadmill.passthrough

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import threadmill.SAMPLE
import threadmill.input.broken

class MessageInputTest {
    @Test
    fun `takes a message at the limits of its fields`() {
        assertThat(broken(SAMPLE)).isEmpty()
        assertThat(broken(SAMPLE.copy(id = "i".repeat(60), payload = "p".repeat(10_000), delay = 0))).isEmpty()
        assertThat(broken(SAMPLE.copy(delay = 60_000))).isEmpty()
    }

    @Test
    fun `requires every field`() {
        assertThat(broken(MessageInput())).containsOnlyKeys("id", "payload", "delay")
    }

    @Test
    fun `says which rule is broken`() {
        assertThat(broken(SAMPLE.copy(delay = 60_001)))
            .isEqualTo(mapOf("delay" to "must be an integer from 0 to 60000"))
        assertThat(broken(SAMPLE.copy(delay = -1))).containsOnlyKeys("delay")
        assertThat(broken(SAMPLE.copy(payload = "p".repeat(10_001)))).containsOnlyKeys("payload")
    }
}
