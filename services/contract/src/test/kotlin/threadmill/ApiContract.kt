package threadmill

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/**
 * What a client reads from every variant, byte for byte. The repositories (FakeRepositories.kt) hold agent 1 with
 * property 1, and agent 2 without a property.
 */
abstract class ApiContract : VariantContract() {
    @Test
    fun `creates, reads, updates and deletes an agent`() {
        val created = http.post("/agents", "{$JOHN_JSON}")
        val path = created.header("location")!!
        val id = path.removePrefix("/agents/")
        assertThat(created).isEqualTo(json(201, """{"id":$id,$JOHN_JSON}"""))
        assertThat(http.get(path)).isEqualTo(json(200, """{"id":$id,$JOHN_JSON}"""))

        val jane = JOHN_JSON.replace("John", "Jané")
        assertThat(http.put(path, "{$jane}")).isEqualTo(json(200, """{"id":$id,$jane}"""))
        assertThat(http.get(path)).isEqualTo(json(200, """{"id":$id,$jane}"""))

        assertThat(http.delete(path)).isEqualTo(Response(204, "", null))
        val gone = problem(404, "not-found", "There is no agent $id.", path)
        assertThat(http.get(path)).isEqualTo(gone)
        assertThat(http.put(path, "{$jane}")).isEqualTo(gone)
        assertThat(http.delete(path)).isEqualTo(gone)
    }

    @Test
    fun `creates, reads, updates and deletes a property`() {
        val created = http.post("/properties", "{$ALLEY_JSON}")
        val path = created.header("location")!!
        val id = path.removePrefix("/properties/")
        assertThat(created).isEqualTo(json(201, """{"id":$id,$ALLEY_JSON}"""))
        assertThat(http.get(path)).isEqualTo(json(200, """{"id":$id,$ALLEY_JSON}"""))

        val cheap = ALLEY_JSON.replace("100500", "0")
        assertThat(http.put(path, "{$cheap}")).isEqualTo(json(200, """{"id":$id,$cheap}"""))

        assertThat(http.delete(path)).isEqualTo(Response(204, "", null))
        val gone = problem(404, "not-found", "There is no property $id.", path)
        assertThat(http.get(path)).isEqualTo(gone)
        assertThat(http.put(path, "{$cheap}")).isEqualTo(gone)
        assertThat(http.delete(path)).isEqualTo(gone)
    }

    @Test
    fun `lists a page`() {
        assertThat(http.get("/agents?page=1&size=1").body)
            .startsWith("""{"items":[{"id":2,$JOHN_JSON}],"page":1,"size":1,"totalElements":""")
        assertThat(http.get("/properties"))
            .isEqualTo(
                json(200, """{"items":[{"id":1,$ALLEY_JSON}],"page":0,"size":10,"totalElements":1,"totalPages":1}"""),
            )
        assertThat(http.get("/properties?page=7"))
            .isEqualTo(json(200, """{"items":[],"page":7,"size":10,"totalElements":1,"totalPages":1}"""))
    }

    @Test
    fun `keeps every property with its agent`() {
        val orphan = ALLEY_JSON.replace("\"agentId\":1", "\"agentId\":99")
        val detail = "There is no agent 99 to hold the property."
        assertThat(http.post("/properties", "{$orphan}"))
            .isEqualTo(problem(422, "unknown-agent", detail, "/properties"))
        assertThat(http.put("/properties/1", "{$orphan}"))
            .isEqualTo(problem(422, "unknown-agent", detail, "/properties/1"))

        val conflict = "The change would leave a property without its agent."
        assertThat(http.delete("/agents/1")).isEqualTo(problem(409, "conflict", conflict, "/agents/1"))
    }

    @Test
    fun `answers HEAD as GET, without the body`() {
        val get = http.get("/agents/1")
        val head = http.call("HEAD", "/agents/1")

        assertThat(head).isEqualTo(get.copy(body = ""))
        assertThat(head.header("content-length")).isEqualTo(get.header("content-length"))
    }

    @Test
    fun `answers OPTIONS with the methods of a path`() {
        assertThat(http.call("OPTIONS", "/agents").header("allow")).isEqualTo("GET,HEAD,OPTIONS,POST")
        assertThat(http.call("OPTIONS", "/properties/1").header("allow")).isEqualTo("DELETE,GET,HEAD,OPTIONS,PUT")
    }

    /** So all send the same bytes, in one write. MVC sends a ResponseEntity, as that of a problem, in chunks. */
    @Test
    fun `declares the length of what it answers`() {
        val created = listOf(http.post("/agents", "{$JOHN_JSON}"), http.post("/properties", "{$ALLEY_JSON}"))
        val (agent, property) = created.map { it.header("location")!! }
        val updated = listOf(http.put(agent, "{$JOHN_JSON}"), http.put(property, "{$ALLEY_JSON}"))
        val read = listOf(http.get(agent), http.get("/agents?size=100"))
        for (response in created + updated + read) {
            assertThat(response.header("content-length")).isEqualTo("${response.body.toByteArray().size}")
        }
        listOf(agent, property).forEach(http::delete)
    }
}
