package threadmill.passthrough

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.reactor.awaitSingleOrNull
import org.springframework.http.HttpStatus
import org.springframework.stereotype.Component
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.bodyToFlow
import org.springframework.web.reactive.function.client.bodyToMono
import reactor.core.publisher.Mono
import threadmill.problems.downstreamUnavailable
import tools.jackson.databind.json.JsonMapper

@Component
class DownstreamClient(private val downstream: WebClient, private val json: JsonMapper) {
    suspend fun send(message: MessageInput): Acknowledgement = downstream
        .post()
        .uri("/messages")
        .bodyValue(message)
        .retrieve()
        .onStatus({ it != HttpStatus.OK }) { Mono.just(downstreamUnavailable()) }
        .bodyToMono<Acknowledgement>()
        .onErrorMap(::downstreamProblem) // a catch around awaitBody would also catch cancellation
        .awaitSingleOrNull()
        ?: throw downstreamUnavailable()

    fun stream(request: StreamRequest): Flow<Element> = downstream
        .get()
        .uri("/stream?seed={seed}&elements={elements}", request.seed, request.elements)
        .retrieve()
        .onStatus({ it != HttpStatus.OK }) { Mono.just(downstreamUnavailable()) }
        .bodyToFlow<String>()
        .map { elementOf(it, json) }
        .catch { throw downstreamProblem(it) }
}
