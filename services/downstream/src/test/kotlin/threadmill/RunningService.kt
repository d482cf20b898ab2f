package threadmill

import io.micrometer.prometheusmetrics.PrometheusConfig
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry
import java.net.Socket
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers

/** Starts the real service on a free port, and calls it over HTTP. */
class RunningService : AutoCloseable {
    private val registry = PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
    private val server = Service(registry).start(port = 0)
    private val client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()
    private val management = Management(registry).start(port = 0)

    fun get(target: String): HttpResponse<String> = client.send(request(target).build(), BodyHandlers.ofString())

    fun post(body: String, type: String = "application/json"): HttpResponse<String> =
        send("/messages", "POST", BodyPublishers.ofString(body), type)

    fun send(
        target: String,
        method: String,
        body: HttpRequest.BodyPublisher = BodyPublishers.noBody(),
        type: String = "application/json",
    ): HttpResponse<String> = client.send(
        request(target).header("Content-Type", type).method(method, body).build(),
        BodyHandlers.ofString(),
    )

    fun management(path: String): HttpResponse<String> = client.send(
        HttpRequest.newBuilder(URI("http://127.0.0.1:${management.port()}$path")).build(),
        BodyHandlers.ofString(),
    )

    /** A raw connection, so that a test sees every byte and the end. */
    fun connect(): Socket = Socket("127.0.0.1", server.port()).apply { soTimeout = 5_000 }

    /** The value of a series as Prometheus would scrape it. */
    fun metric(name: String): Int = management("/actuator/prometheus")
        .body()
        .lines()
        .single { it.startsWith("threadmill_downstream_$name ") }
        .substringAfter(' ')
        .toDouble()
        .toInt()

    override fun close() {
        server.stop()
        management.stop()
    }

    private fun request(target: String) = HttpRequest.newBuilder(URI("http://127.0.0.1:${server.port()}$target"))
}

fun Socket.get(target: String) =
    getOutputStream().write("GET $target HTTP/1.1\r\nHost: downstream\r\n\r\n".toByteArray())

/** The status line and headers, read byte by byte, so that the body stays unread. */
fun Socket.head(): String {
    val text = StringBuilder()
    while (!text.endsWith("\r\n\r\n")) {
        val byte = getInputStream().read()
        check(byte != -1) { "the connection ended within the head: $text" }
        text.append(byte.toChar())
    }
    return text.toString()
}

/** Waits until [actual] is [expected], and fails with the last value seen after [withinMillis]. */
fun eventually(expected: Int, withinMillis: Long = 1_000, actual: () -> Int) {
    val end = System.nanoTime() + withinMillis * 1_000_000
    var seen = actual()
    while (seen != expected) {
        check(System.nanoTime() < end) { "expected $expected within $withinMillis ms, but saw $seen" }
        Thread.sleep(10)
        seen = actual()
    }
}
