package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.beans.factory.annotation.Value
import org.springframework.boot.SpringBootVersion
import org.springframework.core.SpringVersion
import org.springframework.test.context.TestPropertySource
import tools.jackson.databind.JsonNode
import tools.jackson.databind.json.JsonMapper

/**
 * What a variant says of itself, with no limit at its default. [own] has what only this variant, or its stack, says:
 * the JSON pointer of a value, and the value or what it looks like. Each variant runs this against itself.
 */
@TestPropertySource(
    properties = [
        "APP_WORKER_THREADS=11", "APP_MAX_CONNECTIONS=222", "APP_ACCEPT_COUNT=123", "server.netty.idle-timeout=30s",
        "server.tomcat.keep-alive-timeout=30s", "DB_POOL_SIZE=7", "DOWNSTREAM_MAX_CONNECTIONS=77",
        "DOWNSTREAM_CONNECT_TIMEOUT_MS=1234", "DOWNSTREAM_TIMEOUT_MS=4321",
    ],
)
abstract class AttestationContract(private val own: Map<String, Any?>) {
    @Value("\${local.management.port}")
    private var managementPort = 0

    @Autowired
    private lateinit var json: JsonMapper

    private val attested: JsonNode by lazy {
        val answer = Wire("http://localhost:$managementPort/actuator").get("/attestation", "*/*")
        assertThat(answer.status).describedAs(answer.body).isEqualTo(200)
        json.readTree(answer.body)
    }

    @Test
    fun `says what is its own`() {
        for ((path, expected) in own) {
            val assertion = assertThat(valueAt(path)).describedAs(path)
            if (expected is Regex) assertion.asString().matches(expected.pattern) else assertion.isEqualTo(expected)
        }
        assertThat(text("/server/version")).matches("\\d+\\.\\d+\\..+")
    }

    @Test
    fun `says its limits as they are in force`() {
        assertThat(valueAt("/database/size")).isEqualTo(7)
        assertThat(valueAt("/database/open")).describedAs("the database is away").isEqualTo(0)
        assertThat(valueAt("/database/maxWaitMs")).isEqualTo(300)
        assertThat(valueAt("/downstream/maxConnections")).isEqualTo(77)
        assertThat(valueAt("/downstream/connectTimeoutMs")).isEqualTo(1234)
        assertThat(valueAt("/downstream/timeoutMs")).isEqualTo(4321)
        assertThat(valueAt("/limits/acceptCount")).isEqualTo(123)
        assertThat(valueAt("/limits/bodyBytes")).isEqualTo(65_536)
        assertThat(valueAt("/limits/keepAliveSeconds")).isEqualTo(30)
    }

    @Test
    fun `says its JVM and frameworks`() {
        assertThat(text("/jvm/version")).isEqualTo("${Runtime.version()}")
        assertThat(text("/jvm/vendor")).isEqualTo(System.getProperty("java.vm.vendor"))
        assertThat(text("/jvm/name")).isEqualTo(System.getProperty("java.vm.name"))
        assertThat(attested.at("/jvm/collectors").values()).isNotEmpty()
        val usable = Runtime.getRuntime().maxMemory()
        assertThat(attested.at("/jvm/heapMaxBytes").longValue()).isBetween(usable, usable + usable / 5)
        assertThat(valueAt("/jvm/processors")).isEqualTo(Runtime.getRuntime().availableProcessors())
        assertThat(attested.at("/jvm/arguments").isArray).isTrue()
        assertThat(text("/spring/boot")).isEqualTo(SpringBootVersion.getVersion())
        assertThat(text("/spring/framework")).isEqualTo(SpringVersion.getVersion())
    }

    /** What is not there at all fails, as nothing else than a value or an explicit null is an answer. */
    private fun valueAt(path: String): Any? {
        val value = attested.at(path)
        assertThat(value.isMissingNode).describedAs("$path is missing in $attested").isFalse()
        return json.treeToValue(value, Any::class.java)
    }

    private fun text(path: String) = valueAt(path) as String
}
