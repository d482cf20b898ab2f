package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** Which thread runs a variant's handlers. */
abstract class HandlerContract(
    private val thread: String,
    private val virtual: Boolean,
    private val eventLoop: Boolean,
) : VariantContract() {
    @Test
    fun `handles calls on the thread of its style`() {
        val response = http.get("/handler")
        val name = response.body.substringAfter(":\"").substringBefore('"')
        assertThat(response)
            .isEqualTo(json(200, """{"thread":"$name","virtual":$virtual,"eventLoop":$eventLoop}"""))
        assertThat(name).matches(thread)
        assertThat(response.header("content-length")).isEqualTo("${response.body.length}")
    }

    @Test
    fun `answers as every other call does`() {
        assertThat(http.call("OPTIONS", "/handler").header("allow")).isEqualTo("GET,HEAD,OPTIONS")
        assertThat(http.call("HEAD", "/handler").status).isEqualTo(200)
        assertThat(http.get("/handler", "text/html").status).isEqualTo(406)
    }
}
