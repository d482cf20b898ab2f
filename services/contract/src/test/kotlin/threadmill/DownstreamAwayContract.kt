package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Value

/** A variant starts, and answers, while downstream is away: VariantTest has none. */
abstract class DownstreamAwayContract {
    @Value("\${local.server.port}")
    private var port = 0

    private val http by lazy { Wire("http://localhost:$port") }

    @Test
    fun `says that downstream is away`() {
        val detail = "The downstream is away or broken; try again later."
        val message = """{"id":"1","payload":"sample payload","delay":0}"""
        for (path in listOf("/passthrough/messages", "/passthrough/stream")) {
            val answer = if (path.endsWith("messages")) http.post(path, message) else http.get(path, "*/*")
            assertThat(answer).isEqualTo(problem(502, "downstream-unavailable", detail, path))
        }
    }
}
