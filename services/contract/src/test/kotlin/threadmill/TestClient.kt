package threadmill

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpHeaders
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.time.Duration

private const val JSON = "application/json"

data class Response(val status: Int, val body: String, val type: String?) {
    private var headers: HttpHeaders? = null

    fun header(name: String): String? = headers?.firstValue(name)?.orElse(null)

    fun with(headers: HttpHeaders) = apply { this.headers = headers }
}

fun json(status: Int, body: String) = Response(status, body, JSON)

fun problem(status: Int, name: String, detail: String, instance: String): Response {
    val title = name.replace('-', ' ').replaceFirstChar(Char::uppercase)
    val body =
        """{"type":"urn:threadmill:problem:$name","title":"$title","status":$status,""" +
            """"detail":"$detail","instance":"$instance"}"""
    return Response(status, body, "application/problem+json")
}

/** An HTTP client that neither adds headers nor hides any part of a response. */
class TestClient(private val base: String) {
    private val client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()

    fun get(path: String, accept: String = JSON) = send(request(path).header("Accept", accept).GET())

    fun post(path: String, body: String, type: String = JSON, chunked: Boolean = false): Response {
        val bytes = body.toByteArray()
        val publisher =
            if (chunked) BodyPublishers.ofInputStream { bytes.inputStream() } else BodyPublishers.ofByteArray(bytes)
        return send(request(path).header("Content-Type", type).POST(publisher))
    }

    fun put(path: String, body: String) =
        send(request(path).header("Content-Type", JSON).PUT(BodyPublishers.ofString(body)))

    fun delete(path: String) = call("DELETE", path)

    fun call(method: String, path: String) = send(request(path).method(method, BodyPublishers.noBody()))

    private fun request(path: String) = HttpRequest.newBuilder(URI(base + path)).timeout(Duration.ofSeconds(10))

    private fun send(request: HttpRequest.Builder): Response {
        val response = client.send(request.build(), BodyHandlers.ofString())
        val type = response.headers().firstValue("Content-Type").orElse(null)
        return Response(response.statusCode(), response.body(), type).with(response.headers())
    }
}
