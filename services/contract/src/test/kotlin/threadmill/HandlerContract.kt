package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Value

/** On which thread a variant's handlers run. Each variant runs this against itself. */
abstract class HandlerContract(
    private val thread: String,
    private val virtual: Boolean,
    private val eventLoop: Boolean,
) {
    @Value("\${local.server.port}")
    private var port = 0

    private val http by lazy { Wire("http://localhost:$port") }

    @Test
    fun `handles calls on the thread of its style`() {
        val answer = http.get("/handler")
        val name = answer.body.substringAfter(":\"").substringBefore('"')
        assertThat(answer)
            .isEqualTo(json(200, """{"thread":"$name","virtual":$virtual,"eventLoop":$eventLoop}"""))
        assertThat(name).matches(thread)
        assertThat(answer.header("content-length")).isEqualTo("${answer.body.length}")
    }

    @Test
    fun `answers as every other call does`() {
        assertThat(http.call("OPTIONS", "/handler").header("allow")).isEqualTo("GET,HEAD,OPTIONS")
        assertThat(http.call("HEAD", "/handler").status).isEqualTo(200)
        assertThat(http.get("/handler", "text/html").status).isEqualTo(406)
    }
}
