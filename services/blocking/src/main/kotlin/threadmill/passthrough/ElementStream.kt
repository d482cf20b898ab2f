package threadmill.passthrough

import org.apache.hc.core5.http.io.EofSensorInputStream
import org.springframework.http.client.ClientHttpResponse
import tools.jackson.databind.json.JsonMapper
import java.io.IOException

/** Reads downstream's stream as it arrives. At its end the connection returns to the pool by itself. */
class ElementStream(response: ClientHttpResponse, private val json: JsonMapper) : AutoCloseable {
    private val body = response.body as EofSensorInputStream
    private val lines = body.bufferedReader()

    fun next(): Element? = try {
        lines.readLine()?.let { elementOf(it, json) }
    } catch (error: IOException) {
        throw downstreamProblem(error)
    }

    /** Ends the connection if the stream is still open. Closing the response would wait for the rest of the stream. */
    override fun close() = body.abort()
}
