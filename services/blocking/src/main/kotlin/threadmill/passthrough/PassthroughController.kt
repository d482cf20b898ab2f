package threadmill.passthrough

import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletResponse
import jakarta.validation.Valid
import org.springframework.util.MultiValueMap
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import tools.jackson.databind.json.JsonMapper

@RestController
@RequestMapping("/passthrough")
class PassthroughController(
    private val downstream: DownstreamClient,
    private val disconnects: DisconnectDetector?,
    private val json: JsonMapper,
) {
    @PostMapping("/messages", consumes = ["application/json"], produces = ["application/json"])
    fun send(@Valid @RequestBody message: MessageInput): Acknowledgement = downstream.send(message)

    /** Writes on the request's own thread; StreamingResponseBody would take a second one. */
    @GetMapping("/stream", produces = ["application/x-ndjson"])
    fun stream(
        @RequestParam query: MultiValueMap<String, String>,
        request: HttpServletRequest,
        response: HttpServletResponse,
    ) {
        downstream.stream(streamRequestOf(query)).use { elements ->
            disconnects?.watch(request, elements::close).use { relay(elements, response) }
        }
    }

    private fun relay(elements: ElementStream, response: HttpServletResponse) {
        while (true) {
            val element = elements.next()
            response.contentType = "application/x-ndjson"
            if (element == null) return
            response.outputStream.write(json.writeValueAsBytes(element) + '\n'.code.toByte())
            response.flushBuffer()
        }
    }
}
