package threadmill.passthrough

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import threadmill.input.StrictJson
import threadmill.problems.ProblemException
import tools.jackson.module.kotlin.jacksonMapperBuilder

class ElementTest {
    private val json = jacksonMapperBuilder().also(StrictJson()::customize).build()

    @Test
    fun `is written as it was read`() {
        val line = """{"index":0,"wait":412,"seed":9007199254740991}"""
        assertThat(json.writeValueAsString(elementOf(line, json))).isEqualTo(line)
    }

    @ParameterizedTest
    @ValueSource(
        strings = [
            "", "null", "[]", "3", "<garbage 0>", """{"index":0,"wait":1}""", """{"index":0,"wait":"1","seed":1}""",
            """{"index":0,"wait":1,"seed":1}{""",
        ],
    )
    fun `is nothing else`(line: String) {
        assertThatThrownBy { elementOf(line, json) }
            .isInstanceOf(ProblemException::class.java)
            .hasMessage("The downstream is away or broken; try again later.")
    }
}
