package threadmill.passthrough

import org.springframework.http.HttpStatus
import org.springframework.stereotype.Component
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.bodyToFlux
import reactor.core.publisher.Flux
import reactor.core.publisher.Mono
import threadmill.problems.downstreamUnavailable
import tools.jackson.databind.json.JsonMapper

@Component
class ReactiveDownstreamClient(private val downstream: WebClient, private val json: JsonMapper) {
    fun stream(request: StreamRequest): Flux<Element> = downstream
        .get()
        .uri("/stream?seed={seed}&elements={elements}", request.seed, request.elements)
        .retrieve()
        .onStatus({ it != HttpStatus.OK }) { Mono.just(downstreamUnavailable()) }
        .bodyToFlux<String>()
        .map { elementOf(it, json) }
        .onErrorMap(::downstreamProblem)
}
