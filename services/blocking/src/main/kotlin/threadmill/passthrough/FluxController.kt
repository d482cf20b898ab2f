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

/** Returns a reactive type from the servlet stack, as a published experiment did that meant to measure WebFlux. */
@RestController
@RequestMapping("/passthrough/stream/flux")
class FluxController(private val downstream: ReactiveDownstreamClient, private val disconnects: DisconnectDetector?) {
    @GetMapping(produces = ["application/x-ndjson"])
    fun stream(@RequestParam query: MultiValueMap<String, String>, request: HttpServletRequest): Flux<Element> {
        val elements = downstream.stream(streamRequestOf(query))
        return disconnects?.takeUntilDisconnect(request, elements) ?: elements
    }

    /** OptionsController has the paths that are common to all variants. */
    @RequestMapping(method = [RequestMethod.OPTIONS])
    fun options(): ResponseEntity<Void> =
        ResponseEntity.ok().allow(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS).build()
}
