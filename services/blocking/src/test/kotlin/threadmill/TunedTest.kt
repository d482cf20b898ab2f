package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Value
import org.springframework.test.context.TestPropertySource

/** Each tunable is one property, and is attested as it is in force. */
@VariantTest
@TestPropertySource(
    properties = [
        "server.tomcat.threads.max=16", "threadmill.hooks=off", "spring.persistence.exceptiontranslation.enabled=false",
        "spring.datasource.hikari.data-source-properties.useServerPrepStmts=true",
    ],
)
class TunedTest(@Value("\${local.management.port}") port: Int, @Value("\${local.server.port}") servicePort: Int) {
    private val management = Wire("http://localhost:$port/actuator")
    private val http = Wire("http://localhost:$servicePort")

    @Test
    fun `attests what was chosen`() {
        assertThat(management.get("/attestation", "*/*").body).contains(
            "\"workerThreads\":16",
            "\"hooks\":false",
            "\"exceptionTranslation\":false",
            "\"preparedStatements\":true",
            "\"http.maxBodyBytes\":null",
        )
    }

    @Test
    fun `serves without any hook`() {
        assertThat(http.get("/need-a-number").status).isEqualTo(200)
        assertThat(http.get("/agents/1").status).isEqualTo(503)
    }
}
