package threadmill.passthrough

import org.apache.hc.core5.http.io.EofSensorInputStream
import org.springframework.http.client.ClientHttpResponse
import tools.jackson.databind.json.JsonMapper
import java.io.IOException

/** Downstream's stream as it arrives. To its end its connection goes back to the pool by itself. */
class ElementStream(response: ClientHttpResponse, private val json: JsonMapper) : AutoCloseable {
    private val body = response.body as EofSensorInputStream
    private val lines = body.bufferedReader()

    fun next(): Element? = try {
        lines.readLine()?.let { elementOf(it, json) }
    } catch (error: IOException) {
        throw downstreamProblem(error)
    }

    /** Before its end this ends the connection. To close the response would be to wait for all that it still sends. */
    override fun close() = body.abort()
}
