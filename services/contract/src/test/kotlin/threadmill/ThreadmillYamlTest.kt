package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.boot.env.YamlPropertySourceLoader
import org.springframework.core.env.StandardEnvironment
import org.springframework.core.io.ClassPathResource
import org.springframework.util.unit.DataSize
import threadmill.input.MAX_BODY_BYTES

class ThreadmillYamlTest {
    private val settings =
        StandardEnvironment().apply {
            YamlPropertySourceLoader()
                .load("threadmill", ClassPathResource("threadmill.yaml"))
                .forEach(propertySources::addFirst)
        }

    @Test
    fun `gives both pools the same limits`() {
        val size = settings["spring.datasource.hikari.maximum-pool-size"]
        listOf("hikari.minimum-idle").forEach { assertThat(settings["spring.datasource.$it"]).isEqualTo(size) }
        listOf("max-size", "initial-size", "min-idle").forEach {
            assertThat(settings["spring.r2dbc.pool.$it"]).isEqualTo(size)
        }
        assertThat(settings["spring.r2dbc.pool.max-acquire-time"])
            .isEqualTo(settings["spring.datasource.hikari.connection-timeout"] + "ms")
        assertThat(settings["spring.datasource.url"]!!.substringAfter("jdbc:").substringBefore("?"))
            .isEqualTo(settings["spring.r2dbc.url"]!!.substringAfter("r2dbc:"))
    }

    @Test
    fun `holds more connections to downstream than any scenario has in flight`() {
        assertThat(settings["threadmill.downstream.max-connections"]!!.toInt()).isGreaterThan(6_000)
    }

    @Test
    fun `lets Tomcat keep a processor for every connection, as Netty keeps its own`() {
        assertThat(settings["server.tomcat.processor-cache"]).isEqualTo(settings["server.tomcat.max-connections"])
    }

    @Test
    fun `gives both stacks the same body limit`() {
        assertThat(DataSize.parse(settings["spring.http.codecs.max-in-memory-size"]!!).toBytes())
            .isEqualTo(MAX_BODY_BYTES.toLong())
    }

    private operator fun StandardEnvironment.get(name: String) = getProperty(name)
}
