package threadmill.input

import reactor.netty.http.server.HttpServerRequest

/** The raw path; Reactor Netty's own property parses the target as a URI on every call, and throws if it is invalid. */
val HttpServerRequest.path: String
    get() = uri().substringBefore('?')
