package threadmill.passthrough

import jakarta.validation.Valid
import kotlinx.coroutines.flow.Flow
import org.springframework.util.MultiValueMap
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

@RestController
@RequestMapping("/passthrough")
class PassthroughController(private val downstream: DownstreamClient) {
    @PostMapping("/messages", consumes = ["application/json"], produces = ["application/json"])
    suspend fun send(@Valid @RequestBody message: MessageInput): Acknowledgement = downstream.send(message)

    @GetMapping("/stream", produces = ["application/x-ndjson"])
    fun stream(@RequestParam query: MultiValueMap<String, String>): Flow<Element> =
        downstream.stream(streamRequestOf(query))
}
