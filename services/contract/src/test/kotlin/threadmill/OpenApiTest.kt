package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.yaml.snakeyaml.Yaml
import threadmill.agents.AgentInput
import threadmill.input.StrictJson
import threadmill.input.violations
import threadmill.passthrough.MessageInput
import threadmill.problems.ProblemType
import threadmill.properties.PropertyInput
import tools.jackson.databind.JsonNode
import tools.jackson.databind.node.ObjectNode
import tools.jackson.module.kotlin.jacksonMapperBuilder
import tools.jackson.module.kotlin.treeToValue
import java.nio.file.Path

/** The API's document agrees with the code. */
class OpenApiTest {
    private val json = jacksonMapperBuilder().also(StrictJson()::customize).build()
    private val document: JsonNode = json.valueToTree(Yaml().load<Any>(Path.of("openapi.yaml").toFile().readText()))

    @Test
    fun `names every problem`() {
        val named = document.at("/components/schemas/Problem/properties/type/enum").values().map { it.stringValue() }

        assertThat(named).containsExactlyInAnyOrderElementsOf(ProblemType.entries.map { it.uri })
    }

    @Test
    fun `gives bodies as examples that pass`() {
        assertThat(violations(example<AgentInput>("Agent/content/application~1json/examples/john"))).isEmpty()
        assertThat(violations(example<PropertyInput>("Property/content/application~1json/examples/alley"))).isEmpty()
        assertThat(violations(example<MessageInput>("Message/content/application~1json/examples/sample"))).isEmpty()
    }

    @Test
    fun `limits text as the code does`() {
        for ((schema, input) in mapOf("AgentInput" to JOHN, "PropertyInput" to ALLEY, "MessageInput" to SAMPLE)) {
            for ((field, rule) in document.at("/components/schemas/$schema/properties").properties()) {
                val max = rule["maxLength"]?.intValue() ?: continue
                assertThat(violations(input.with(field, "a".repeat(max + 1)))).describedAs(field).containsKey(field)
                val longest = violations(input.with(field, "a".repeat(max)))
                if (field != "email") assertThat(longest).describedAs(field).isEmpty()
            }
        }
    }

    private inline fun <reified T : Any> example(path: String): T =
        json.treeToValue<T>(document.at("/components/requestBodies/$path/value"))

    private fun Any.with(field: String, text: String): Any {
        val changed = json.valueToTree<ObjectNode>(this).put(field, text)
        return json.treeToValue(changed, javaClass)
    }
}
