package threadmill.properties

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import threadmill.ALLEY
import threadmill.input.violations

class PropertyInputTest {
    @Test
    fun `takes a property at the limits of its fields`() {
        assertThat(violations(ALLEY)).isEmpty()
        assertThat(violations(ALLEY.copy(price = 0, description = "d".repeat(2000)))).isEmpty()
        assertThat(violations(ALLEY.copy(price = MAX_PRICE, agentId = 1))).isEmpty()
    }

    @Test
    fun `requires every field`() {
        assertThat(violations(PropertyInput()))
            .containsOnlyKeys("agentId", "ownerName", "state", "city", "address", "price", "description")
    }

    @Test
    fun `says which rule is broken`() {
        assertThat(violations(ALLEY.copy(price = -1)))
            .isEqualTo(mapOf("price" to "must be an integer from 0 to 1000000000000"))
        assertThat(violations(ALLEY.copy(price = MAX_PRICE + 1))).containsOnlyKeys("price")
        assertThat(violations(ALLEY.copy(agentId = 0)))
            .isEqualTo(mapOf("agentId" to "must be an integer from 1 to 9223372036854775807"))
        assertThat(violations(ALLEY.copy(description = "d".repeat(2001)))).containsOnlyKeys("description")
    }
}
