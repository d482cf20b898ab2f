package threadmill.agents

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import threadmill.JOHN
import threadmill.input.violations
import java.time.LocalDate

class AgentInputTest {
    @Test
    fun `takes an agent at the limits of its fields`() {
        val longest =
            AgentInput(
                "a".repeat(60),
                "b".repeat(60),
                "c".repeat(60),
                "d@e.org",
                "1".repeat(30),
                LocalDate.of(1900, 1, 1),
            )

        assertThat(violations(JOHN)).isEmpty()
        assertThat(violations(longest)).isEmpty()
        assertThat(violations(JOHN.copy(birthDate = LocalDate.now()))).isEmpty()
    }

    @Test
    fun `requires every field`() {
        assertThat(violations(AgentInput()))
            .containsOnlyKeys("firstname", "lastname", "nickname", "email", "phone", "birthDate")
    }

    @Test
    fun `says which rule is broken`() {
        assertThat(violations(JOHN.copy(firstname = "a".repeat(61))))
            .isEqualTo(mapOf("firstname" to "must be text of 1 to 60 characters"))
        assertThat(violations(JOHN.copy(email = "johndoe")))
            .isEqualTo(mapOf("email" to "must be an e-mail address"))
        assertThat(violations(JOHN.copy(email = "a@" + "b".repeat(60) + "." + "c".repeat(60) + ".org")))
            .isEqualTo(mapOf("email" to "must be text of 1 to 120 characters"))
        assertThat(violations(JOHN.copy(birthDate = LocalDate.of(1899, 12, 31))))
            .isEqualTo(mapOf("birthDate" to "must be a date from 1900-01-01 to today"))
        assertThat(violations(JOHN.copy(birthDate = LocalDate.now().plusDays(1)))).containsOnlyKeys("birthDate")
    }
}
