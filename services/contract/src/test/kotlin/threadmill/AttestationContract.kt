package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.SpringBootVersion
import org.springframework.core.SpringVersion
import org.springframework.test.context.TestPropertySource
import tools.jackson.databind.JsonNode
import tools.jackson.databind.json.JsonMapper

/** The tunables of the variants that use virtual threads. */
val VIRTUAL_THREADS = setOf("virtualThreads.parallelism", "virtualThreads.pollers", "virtualThreads.tracked")

/**
 * What a variant attests, with every limit set to another value than its default. [own] has what differs between
 * variants: JSON pointers, and the value or a pattern of it. [tunableKeys] are the tunables of its style.
 */
@TestPropertySource(
    properties = [
        "APP_WORKER_THREADS=11", "APP_MAX_CONNECTIONS=222", "APP_ACCEPT_COUNT=123", "server.netty.idle-timeout=30s",
        "server.tomcat.keep-alive-timeout=30s", "DB_POOL_SIZE=7", "DOWNSTREAM_MAX_CONNECTIONS=77",
        "DOWNSTREAM_CONNECT_TIMEOUT_MS=1234", "DOWNSTREAM_TIMEOUT_MS=4321",
        "DB_TIMEOUT_MS=4000",
    ],
)
abstract class AttestationContract(private val own: Map<String, Any?>, private val tunableKeys: Set<String>) :
    VariantContract() {
    @Autowired
    private lateinit var json: JsonMapper

    private val attested: JsonNode by lazy {
        val response = management.get("/attestation", "*/*")
        assertThat(response.status).describedAs(response.body).isEqualTo(200)
        json.readTree(response.body)
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
    fun `says every parity setting, under the same keys as all variants`() {
        val parity = settings("/parity")
        assertThat(parity.keys).containsExactlyInAnyOrderElementsOf(PARITY_KEYS)
        val expected = mapOf(
            "http.acceptCount" to 123, "http.idleTimeoutMs" to 30_000, "http.maxHeaderBytes" to 8192,
            "http.maxInitialLineBytes" to 8192, "http.maxBodyBytes" to 65_536, "http.keepAliveRequests" to -1,
            "http.compression" to false, "db.poolSize" to 7, "db.poolMinIdle" to 7, "db.poolWaitMs" to 300,
            "db.connectTimeoutMs" to 4000, "db.answerTimeoutMs" to 4000, "db.maxLifetimeMs" to 1_800_000,
            "db.idleTimeoutMs" to null, "db.autocommit" to true, "downstream.maxConnections" to 77,
            "downstream.connectTimeoutMs" to 1234, "downstream.timeoutMs" to 4321,
            "java.version" to "${Runtime.version()}",
        )
        assertThat(parity).containsAllEntriesOf(expected)
    }

    @Test
    fun `says its tunables`() {
        val tunables = settings("/tunables")
        assertThat(tunables).containsAllEntriesOf(ALL)
        assertThat(tunables.keys).containsExactlyInAnyOrderElementsOf(tunableKeys + ALL.keys)
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

    /** The value, which may be an explicit null; a missing one fails. */
    private fun valueAt(path: String): Any? {
        val value = attested.at(path)
        assertThat(value.isMissingNode).describedAs("$path is missing in $attested").isFalse()
        return json.treeToValue(value, Any::class.java)
    }

    @Suppress("UNCHECKED_CAST")
    private fun settings(path: String) = valueAt(path) as Map<String, Any?>

    private fun text(path: String) = valueAt(path) as String

    private companion object {
        /** The tunables of every variant, as they are unless somebody sets them. */
        val ALL = mapOf(
            "hooks" to true,
            "exceptionTranslation" to true,
            "transactions" to false,
            "schedulingPolicy" to "other",
        )
        val PARITY_KEYS = listOf(
            "http.maxConnections", "http.acceptCount", "http.idleTimeoutMs", "http.maxHeaderBytes",
            "http.maxInitialLineBytes", "http.maxBodyBytes", "http.keepAliveRequests", "http.compression",
            "db.poolSize", "db.poolMinIdle", "db.poolWaitMs", "db.connectTimeoutMs", "db.answerTimeoutMs",
            "db.maxLifetimeMs", "db.idleTimeoutMs", "db.autocommit",
            "downstream.maxConnections", "downstream.connectTimeoutMs", "downstream.timeoutMs",
            "java.version", "jvm.processors", "jvm.heapMaxBytes", "jvm.collectors", "jvm.flags",
        )
    }
}
