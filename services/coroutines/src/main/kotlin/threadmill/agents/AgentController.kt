package threadmill.agents

import jakarta.validation.Valid
import org.springframework.http.HttpStatus
import org.springframework.http.ResponseEntity
import org.springframework.http.server.reactive.ServerHttpResponse
import org.springframework.util.MultiValueMap
import org.springframework.web.bind.annotation.DeleteMapping
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.PutMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.ResponseStatus
import org.springframework.web.bind.annotation.RestController
import threadmill.input.idOf
import threadmill.pages.Page
import threadmill.pages.pageRequestOf
import threadmill.problems.notFound

@RestController
@RequestMapping("/agents", produces = ["application/json"])
class AgentController(private val agents: AgentRepository) {
    @PostMapping(consumes = ["application/json"])
    @ResponseStatus(HttpStatus.CREATED)
    suspend fun create(@Valid @RequestBody input: AgentInput, response: ServerHttpResponse): Agent =
        agents.insert(input).also { response.headers["Location"] = "/agents/${it.id}" }

    @GetMapping
    suspend fun list(@RequestParam query: MultiValueMap<String, String>): Page<Agent> =
        agents.page(pageRequestOf(query))

    @GetMapping("/{id}")
    suspend fun read(@PathVariable id: String): Agent {
        val key = idOf(id)
        return agents.find(key) ?: throw notFound("agent", key)
    }

    @PutMapping("/{id}", consumes = ["application/json"])
    suspend fun update(@PathVariable id: String, @Valid @RequestBody input: AgentInput): Agent {
        val agent = input.withId(idOf(id))
        if (!agents.update(agent)) throw notFound("agent", agent.id)
        return agent
    }

    @DeleteMapping("/{id}")
    suspend fun delete(@PathVariable id: String): ResponseEntity<Void> {
        val key = idOf(id)
        if (!agents.delete(key)) throw notFound("agent", key)
        return ResponseEntity.noContent().build()
    }
}
