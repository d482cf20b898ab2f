package threadmill.passthrough

import jakarta.validation.Valid
import org.springframework.util.MultiValueMap
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Flux
import reactor.core.publisher.Mono

@RestController
@RequestMapping("/passthrough")
class PassthroughController(private val downstream: DownstreamClient) {
    @PostMapping("/messages", consumes = ["application/json"], produces = ["application/json"])
    fun send(@Valid @RequestBody message: MessageInput): Mono<Acknowledgement> = downstream.send(message)

    @GetMapping("/stream", produces = ["application/x-ndjson"])
    fun stream(@RequestParam query: MultiValueMap<String, String>): Flux<Element> =
        downstream.stream(streamRequestOf(query))
}
