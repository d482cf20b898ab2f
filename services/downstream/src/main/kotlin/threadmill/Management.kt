package threadmill

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry
import io.netty.handler.codec.http.HttpHeaderNames
import io.netty.handler.codec.http.HttpResponseStatus
import reactor.core.publisher.Mono
import reactor.netty.DisposableServer
import reactor.netty.http.server.HttpServerResponse
import threadmill.input.path

private const val PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8"

/** Serves the variants' management paths, on its own event loop, so that a busy service cannot starve the scrape. */
class Management(private val registry: PrometheusMeterRegistry) {
    fun start(port: Int): DisposableServer = httpServer("management", port, loops = 1)
        .handle { request, response ->
            when (request.path) {
                "/actuator/prometheus" -> response.text(PROMETHEUS_TEXT, registry.scrape(PROMETHEUS_TEXT))
                "/actuator/health/readiness" -> response.text("application/json", """{"status":"UP"}""")
                else -> response.status(HttpResponseStatus.NOT_FOUND).send()
            }
        }.bindNow()

    private fun HttpServerResponse.text(type: String, text: String) =
        header(HttpHeaderNames.CONTENT_TYPE, type).sendString(Mono.just(text)).then()
}
