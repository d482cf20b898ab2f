package threadmill.passthrough

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import threadmill.SAMPLE
import threadmill.input.violations

class MessageInputTest {
    @Test
    fun `takes a message at the limits of its fields`() {
        assertThat(violations(SAMPLE)).isEmpty()
        assertThat(violations(SAMPLE.copy(id = "i".repeat(60), payload = "p".repeat(10_000), delay = 0))).isEmpty()
        assertThat(violations(SAMPLE.copy(delay = 60_000))).isEmpty()
    }

    @Test
    fun `requires every field`() {
        assertThat(violations(MessageInput())).containsOnlyKeys("id", "payload", "delay")
    }

    @Test
    fun `says which rule is broken`() {
        assertThat(violations(SAMPLE.copy(delay = 60_001)))
            .isEqualTo(mapOf("delay" to "must be an integer from 0 to 60000"))
        assertThat(violations(SAMPLE.copy(delay = -1))).containsOnlyKeys("delay")
        assertThat(violations(SAMPLE.copy(payload = "p".repeat(10_001)))).containsOnlyKeys("payload")
    }
}
