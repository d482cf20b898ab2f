package threadmill.passthrough

import jakarta.servlet.http.HttpServletRequest
import org.springframework.http.HttpMethod
import org.springframework.http.ResponseEntity
import org.springframework.util.MultiValueMap
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestMethod
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Flux

/** A reactive return type on the servlet stack: one of the experiments that this one replays took it for WebFlux. */
@RestController
@RequestMapping("/passthrough/stream/flux")
class FluxController(private val downstream: FluxClient, private val clients: ClientWatch?) {
    @GetMapping(produces = ["application/x-ndjson"])
    fun stream(@RequestParam query: MultiValueMap<String, String>, request: HttpServletRequest): Flux<Element> {
        val elements = downstream.stream(streamRequestOf(query))
        return clients?.whileThere(request, elements) ?: elements
    }

    /** As OptionsController does for the paths that every variant has. */
    @RequestMapping(method = [RequestMethod.OPTIONS])
    fun options(): ResponseEntity<Void> =
        ResponseEntity.ok().allow(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS).build()
}
