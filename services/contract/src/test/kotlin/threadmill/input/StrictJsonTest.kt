package threadmill.input

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import threadmill.JOHN
import threadmill.JOHN_JSON
import threadmill.agents.AgentInput
import threadmill.properties.PropertyInput
import tools.jackson.databind.exc.MismatchedInputException
import tools.jackson.module.kotlin.jacksonMapperBuilder
import tools.jackson.module.kotlin.readValue
import java.time.LocalDate

class StrictJsonTest {
    private val json = jacksonMapperBuilder().also(StrictJson()::customize).build()

    @Test
    fun `reads a body, whatever else it holds`() {
        val agent = json.readValue<AgentInput>("""{"firstname":"John","birthDate":"2023-09-17","password":"secret"}""")

        assertThat(agent).isEqualTo(AgentInput(firstname = "John", birthDate = LocalDate.of(2023, 9, 17)))
    }

    @Test
    fun `treats null as a field left out`() {
        assertThat(json.readValue<PropertyInput>("""{"city":null}""")).isEqualTo(PropertyInput())
    }

    @ParameterizedTest
    @ValueSource(
        strings = [
            """{"city":1}""", """{"city":1.5}""", """{"city":true}""", """{"city":["a"]}""", """{"city":{}}""",
            """{"price":"1"}""", """{"price":""}""", """{"price":1.0}""", """{"price":1e3}""", """{"price":true}""",
            """{"price":null}""",
        ],
    )
    fun `refuses a scalar of another type`(body: String) {
        assertThatThrownBy { json.readValue<PropertyInput>(body) }.isInstanceOf(MismatchedInputException::class.java)
    }

    @ParameterizedTest
    @ValueSource(
        strings = ["19617", "[2023,9,17]", "\"2023-09-17T00:00:00Z\"", "\"17.9.2023\"", "\"2023-02-30\"", "\"\""],
    )
    fun `refuses what is not an ISO date`(date: String) {
        assertThatThrownBy { json.readValue<AgentInput>("""{"birthDate":$date}""") }
            .isInstanceOf(MismatchedInputException::class.java)
    }

    @Test
    fun `writes fields in the order of their declaration, dates as text`() {
        assertThat(json.writeValueAsString(JOHN)).isEqualTo("{$JOHN_JSON}")
    }
}
