package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.test.context.TestPropertySource

/** Each tunable is set by properties alone, and attested with the value that is in force. */
@VariantTest
@TestPropertySource(
    properties = [
        "server.tomcat.threads.max=16", "threadmill.hooks=off", "spring.persistence.exceptiontranslation.enabled=false",
        "spring.datasource.hikari.data-source-properties.useServerPrepStmts=true", "threadmill.transactions=on",
        "spring.datasource.hikari.data-source-properties.socketFactory=threadmill.pool.WatchedSocketFactory",
        "spring.mvc.formcontent.filter.enabled=false", "spring.servlet.encoding.enabled=false",
        "spring.mvc.publish-request-handled-events=false", "threadmill.request-context-filter=off",
        "threadmill.downstream.buffer-bytes=8192",
        "threadmill.jdbc.answer-limit=watchdog", "threadmill.jdbc.socket-timeout=0", "DB_TIMEOUT_MS=4321",
    ],
)
class TunedTest : VariantContract() {
    @Test
    fun `attests what was chosen`() {
        assertThat(management.get("/attestation", "*/*").body).contains(
            "\"workerThreads\":16",
            "\"hooks\":false",
            "\"transactions\":true",
            "\"exceptionTranslation\":false",
            "\"preparedStatements\":true",
            "\"answerLimit\":\"watchdog\"",
            "\"servletFilters\":false",
            "\"requestContextFilter\":false",
            "\"httpClient.bufferBytes\":8192",
            "\"db.answerTimeoutMs\":4321",
            "\"http.maxBodyBytes\":null",
        )
    }

    @Test
    fun `serves without any hook`() {
        assertThat(http.get("/need-a-number").status).isEqualTo(200)
        assertThat(http.get("/agents/1").status).isEqualTo(503)
    }
}
