package threadmill.passthrough

import org.springframework.http.HttpStatus
import org.springframework.http.MediaType
import org.springframework.http.StreamingHttpOutputMessage
import org.springframework.http.client.ClientHttpResponse
import org.springframework.stereotype.Component
import org.springframework.web.client.RestClient
import org.springframework.web.client.RestClientException
import org.springframework.web.client.body
import threadmill.problems.downstreamUnavailable
import tools.jackson.databind.json.JsonMapper

@Component
class DownstreamClient(private val downstream: RestClient, private val json: JsonMapper) {
    fun send(message: MessageInput): Acknowledgement = translateErrors {
        // With a Content-Length, as WebClient sends it; a message converter would send chunks.
        val body = json.writeValueAsBytes(message)
        downstream
            .post()
            .uri("/messages")
            .contentType(MediaType.APPLICATION_JSON)
            .contentLength(body.size.toLong())
            .body(StreamingHttpOutputMessage.Body { it.write(body) })
            .retrieve()
            .onStatus({ it != HttpStatus.OK }) { _, _ -> throw downstreamUnavailable() }
            .body<Acknowledgement>()
            ?: throw downstreamUnavailable()
    }

    /** The caller must close the stream. */
    fun stream(request: StreamRequest): ElementStream = translateErrors {
        downstream
            .get()
            .uri("/stream?seed={seed}&elements={elements}", request.seed, request.elements)
            .exchangeForRequiredValue({ _, response -> elements(response) }, false)
    }

    private fun elements(response: ClientHttpResponse): ElementStream {
        if (response.statusCode == HttpStatus.OK) return ElementStream(response, json)
        response.close()
        throw downstreamUnavailable()
    }

    private fun <T> translateErrors(call: () -> T): T = try {
        call()
    } catch (error: RestClientException) {
        throw downstreamProblem(error)
    }
}
