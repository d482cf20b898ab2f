package threadmill.properties

import jakarta.servlet.http.HttpServletResponse
import jakarta.validation.Valid
import org.springframework.http.HttpStatus
import org.springframework.http.ResponseEntity
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
@RequestMapping("/properties", produces = ["application/json"])
class PropertyController(private val service: PropertyService, private val properties: PropertyRepository) {
    @PostMapping(consumes = ["application/json"])
    @ResponseStatus(HttpStatus.CREATED)
    fun create(@Valid @RequestBody input: PropertyInput, response: HttpServletResponse): Property =
        service.create(input).also { response.setHeader("Location", "/properties/${it.id}") }

    @GetMapping
    fun list(@RequestParam query: MultiValueMap<String, String>): Page<Property> = properties.page(pageRequestOf(query))

    @GetMapping("/{id}")
    fun read(@PathVariable id: String): Property {
        val key = idOf(id)
        return properties.find(key) ?: throw notFound("property", key)
    }

    @PutMapping("/{id}", consumes = ["application/json"])
    fun update(@PathVariable id: String, @Valid @RequestBody input: PropertyInput): Property =
        service.update(input.withId(idOf(id)))

    @DeleteMapping("/{id}")
    fun delete(@PathVariable id: String): ResponseEntity<Void> {
        val key = idOf(id)
        if (!properties.delete(key)) throw notFound("property", key)
        return ResponseEntity.noContent().build()
    }
}
