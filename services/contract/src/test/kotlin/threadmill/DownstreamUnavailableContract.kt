package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** A variant starts and responds without downstream, which VariantTest does not have. */
abstract class DownstreamUnavailableContract : VariantContract() {
    @Test
    fun `says that downstream is away`() {
        val detail = "The downstream is away or broken; try again later."
        val message = """{"id":"1","payload":"sample payload","delay":0}"""
        for (path in listOf("/passthrough/messages", "/passthrough/stream")) {
            val response = if (path.endsWith("messages")) http.post(path, message) else http.get(path, "*/*")
            assertThat(response).isEqualTo(problem(502, "downstream-unavailable", detail, path))
        }
    }
}
