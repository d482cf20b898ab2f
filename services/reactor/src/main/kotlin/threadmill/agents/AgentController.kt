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
import reactor.core.publisher.Mono
import threadmill.input.idOf
import threadmill.pages.Page
import threadmill.pages.pageRequestOf
import threadmill.problems.notFound

@RestController
@RequestMapping("/agents", produces = ["application/json"])
class AgentController(private val agents: AgentRepository) {
    @PostMapping(consumes = ["application/json"])
    @ResponseStatus(HttpStatus.CREATED)
    fun create(@Valid @RequestBody input: AgentInput, response: ServerHttpResponse): Mono<Agent> =
        agents.insert(input).doOnNext { response.headers["Location"] = "/agents/${it.id}" }

    @GetMapping
    fun list(@RequestParam query: MultiValueMap<String, String>): Mono<Page<Agent>> = agents.page(pageRequestOf(query))

    @GetMapping("/{id}")
    fun read(@PathVariable id: String): Mono<Agent> {
        val key = idOf(id)
        return agents.find(key).switchIfEmpty(Mono.error { notFound("agent", key) })
    }

    @PutMapping("/{id}", consumes = ["application/json"])
    fun update(@PathVariable id: String, @Valid @RequestBody input: AgentInput): Mono<Agent> {
        val agent = input.withId(idOf(id))
        return agents.update(agent).map { updated -> if (updated) agent else throw notFound("agent", agent.id) }
    }

    @DeleteMapping("/{id}")
    fun delete(@PathVariable id: String): Mono<ResponseEntity<Void>> {
        val key = idOf(id)
        return agents.delete(key).map { deleted ->
            if (deleted) ResponseEntity.noContent().build() else throw notFound("agent", key)
        }
    }
}
