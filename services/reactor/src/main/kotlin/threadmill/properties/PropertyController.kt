package threadmill.properties

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
@RequestMapping("/properties", produces = ["application/json"])
class PropertyController(private val service: PropertyService, private val properties: PropertyRepository) {
    @PostMapping(consumes = ["application/json"])
    @ResponseStatus(HttpStatus.CREATED)
    fun create(@Valid @RequestBody input: PropertyInput, response: ServerHttpResponse): Mono<Property> =
        service.create(input).doOnNext { response.headers["Location"] = "/properties/${it.id}" }

    @GetMapping
    fun list(@RequestParam query: MultiValueMap<String, String>): Mono<Page<Property>> =
        properties.page(pageRequestOf(query))

    @GetMapping("/{id}")
    fun read(@PathVariable id: String): Mono<Property> {
        val key = idOf(id)
        return properties.find(key).switchIfEmpty(Mono.error { notFound("property", key) })
    }

    @PutMapping("/{id}", consumes = ["application/json"])
    fun update(@PathVariable id: String, @Valid @RequestBody input: PropertyInput): Mono<Property> =
        service.update(input.withId(idOf(id)))

    @DeleteMapping("/{id}")
    fun delete(@PathVariable id: String): Mono<ResponseEntity<Void>> {
        val key = idOf(id)
        return properties.delete(key).map { deleted ->
            if (deleted) ResponseEntity.noContent().build() else throw notFound("property", key)
        }
    }
}
