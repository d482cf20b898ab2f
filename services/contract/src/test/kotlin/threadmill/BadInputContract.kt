package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.ValueSource

/** How every variant refuses bad input, byte for byte, with the same fakes as ApiContract. */
abstract class BadInputContract : VariantContract() {
    @ParameterizedTest
    @ValueSource(strings = ["abc", "0", "-1", "1.5", "0x1", "+1", "99999999999999999999"])
    fun `refuses an id that is none`(id: String) {
        val detail = "id must be an integer from 1 to 9223372036854775807."
        for (path in listOf("/agents/$id", "/properties/$id")) {
            val expected = problem(400, "invalid-parameter", detail, path)
            assertThat(http.get(path)).isEqualTo(expected)
            assertThat(http.delete(path)).isEqualTo(expected)
        }
        assertThat(http.put("/agents/$id", "{$JOHN_JSON}").status).isEqualTo(400)
    }

    /** The status only: some web servers refuse it before Spring sees it, with different bodies. */
    @ParameterizedTest
    @ValueSource(strings = ["/agents/%00", "/agents/1%2F2", "/properties/%FF", "/agents?page=%FF"])
    fun `refuses what cannot be decoded`(path: String) {
        assertThat(http.get(path).status).isEqualTo(400)
        assertThat(http.get("/agents/1").status).isEqualTo(200)
    }

    @ParameterizedTest
    @ValueSource(
        strings = [
            "page=-1", "page=100001", "page=9999999999999", "page=abc", "page=", "page",
            "size=0", "size=101", "size=1e1",
        ],
    )
    fun `refuses an absurd page`(query: String) {
        for (path in listOf("/agents", "/properties")) {
            val response = http.get("$path?$query")
            assertThat(response.status).isEqualTo(400)
            assertThat(response.body).contains("urn:threadmill:problem:invalid-parameter", "\"instance\":\"$path\"")
        }
    }

    @ParameterizedTest
    @ValueSource(
        strings = [
            "", " ", "{", "[]", "[{}]", "null", "1", "\"a\"", "{'firstname':'a'}", "{\"firstname\":\"a\"} {}",
            "{\"firstname\":\"\u0001\"}",
        ],
    )
    fun `refuses a body that is not one JSON object`(body: String) {
        assertThat(http.post("/agents", body))
            .isEqualTo(problem(400, "malformed-body", "The body must be one JSON object.", "/agents"))
    }

    @Test
    fun `names every field that breaks a rule`() {
        assertThat(http.post("/agents", "{\"birthDate\":\"1899-12-31\"}").body)
            .endsWith(
                """"instance":"/agents","errors":[""" +
                    """{"field":"birthDate","message":"must be a date from 1900-01-01 to today"},""" +
                    """{"field":"email","message":"must be text of 1 to 120 characters"},""" +
                    """{"field":"firstname","message":"must be text of 1 to 60 characters"},""" +
                    """{"field":"lastname","message":"must be text of 1 to 60 characters"},""" +
                    """{"field":"nickname","message":"must be text of 1 to 60 characters"},""" +
                    """{"field":"phone","message":"must be text of 1 to 30 characters"}]}""",
            )
    }

    @ParameterizedTest
    @CsvSource(
        "\"100500\", must be a JSON integer of 64 bits",
        "1.0, must be a JSON integer of 64 bits",
        "99999999999999999999, must be a JSON integer of 64 bits",
        "null, must be a JSON integer of 64 bits",
        "-1, must be an integer from 0 to 1000000000000",
    )
    fun `names the field of a wrong type`(price: String, message: String) {
        val response = http.post("/properties", "{${ALLEY_JSON.replace("100500", price)}}")

        assertThat(response.status).isEqualTo(400)
        assertThat(response.body).endsWith(""""errors":[{"field":"price","message":"$message"}]}""")
    }

    @Test
    fun `limits a body, with and without a declared length, before it looks inside`() {
        val fits = "{$JOHN_JSON}".padEnd(64 * 1024)
        val tooLarge = problem(413, "body-too-large", "A body may have at most 65536 bytes.", "/agents")

        assertThat(http.post("/agents", fits).status).isEqualTo(201)
        assertThat(http.post("/agents", "$fits ")).isEqualTo(tooLarge)
        assertThat(http.post("/agents", "$fits ", chunked = true)).isEqualTo(tooLarge)
        assertThat(http.post("/agents", "x".repeat(100_000), chunked = true)).isEqualTo(tooLarge)
    }

    @ParameterizedTest
    @ValueSource(strings = ["text/plain", "application/xml", "nonsense", "application/x-www-form-urlencoded"])
    fun `reads JSON only`(type: String) {
        assertThat(http.post("/agents", "{$JOHN_JSON}", type))
            .isEqualTo(problem(415, "unsupported-media-type", "The service reads application/json.", "/agents"))
    }

    @ParameterizedTest
    @ValueSource(strings = ["text/html", "application/xml"])
    fun `writes JSON only`(accept: String) {
        assertThat(http.get("/agents/1", accept))
            .isEqualTo(problem(406, "not-acceptable", "The service answers in application/json.", "/agents/1"))
    }

    /** The status only: WebFlux sends no body, because it cannot tell what the client accepts. */
    @Test
    fun `refuses an Accept header that is none`() {
        assertThat(http.get("/agents/1", "nonsense").status).isEqualTo(406)
    }

    @ParameterizedTest
    @CsvSource(
        "PATCH, /agents, 'GET,HEAD,OPTIONS,POST'",
        "PUT, /properties, 'GET,HEAD,OPTIONS,POST'",
        "BREW, /properties/1, 'DELETE,GET,HEAD,OPTIONS,PUT'",
    )
    fun `names the methods of a path`(method: String, path: String, allow: String) {
        val response = http.call(method, path)

        val detail = "The Allow header has the methods of this path."
        assertThat(response).isEqualTo(problem(405, "method-not-allowed", detail, path))
        assertThat(response.header("allow")).isEqualTo(allow)
    }

    /** The status only: Tomcat refuses TRACE before Spring sees it. */
    @Test
    fun `echoes nothing`() {
        assertThat(http.call("TRACE", "/agents/1").status).isEqualTo(405)
    }

    @ParameterizedTest
    @ValueSource(strings = ["/", "/agent", "/agents/", "/agents/1/2", "/error", "/actuator/health", "/index.html"])
    fun `knows no other path`(path: String) {
        assertThat(http.get(path)).isEqualTo(problem(404, "no-such-path", "The service has no such path.", path))
    }
}
