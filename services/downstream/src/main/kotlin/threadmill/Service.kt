package threadmill

import io.micrometer.core.instrument.MeterRegistry
import io.netty.handler.codec.http.HttpMethod
import io.netty.handler.codec.http.HttpResponseStatus
import reactor.core.publisher.Mono
import reactor.netty.DisposableServer
import reactor.netty.http.server.HttpServerRequest
import reactor.netty.http.server.HttpServerResponse
import threadmill.input.path
import threadmill.messages.MessageHandler
import threadmill.metrics.Calls
import threadmill.metrics.Connections
import threadmill.problems.ProblemException
import threadmill.problems.ProblemType
import threadmill.problems.sendProblem
import threadmill.streams.StreamHandler

/** Serves the app's calls: POST /messages, GET /stream, GET /. */
class Service(registry: MeterRegistry) {
    private val messages = MessageHandler(Calls(registry, "messages"))
    private val streams = StreamHandler(Calls(registry, "streams"))
    private val connections = Connections(registry)

    fun start(port: Int): DisposableServer = httpServer("service", port, Runtime.getRuntime().availableProcessors())
        .doOnChannelInit { _, channel, _ -> connections.count(channel) }
        .handle { request, response ->
            Mono
                .defer { route(request, response) }
                .onErrorResume { error -> sendProblem(error, request, response) }
        }.bindNow()

    private fun route(request: HttpServerRequest, response: HttpServerResponse): Mono<Void> = when (request.path) {
        "/messages" -> request.requireMethod(HttpMethod.POST) { messages.handle(request, response) }
        "/stream" -> request.requireMethod(HttpMethod.GET) { streams.handle(request, response) }
        "/" -> request.requireMethod(HttpMethod.GET) { response.status(HttpResponseStatus.NO_CONTENT).send() }
        else -> throw ProblemException(ProblemType.NO_SUCH_PATH, "The paths are /messages, /stream and /.")
    }

    private fun HttpServerRequest.requireMethod(method: HttpMethod, call: () -> Mono<Void>): Mono<Void> =
        if (method() == method) call() else throw ProblemException.methodNotAllowed(method)
}
