package threadmill.input

import reactor.netty.http.server.HttpServerRequest

/** As it came: Reactor Netty's own paths parse the target as a URI on every call, and throw when it is none. */
val HttpServerRequest.path: String
    get() = uri().substringBefore('?')
