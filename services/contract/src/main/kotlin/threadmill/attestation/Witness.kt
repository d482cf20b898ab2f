package threadmill.attestation

/** Each stack has one of each kind. A witness reads back from what runs; the configuration is no witness. */
interface ServerWitness {
    fun server(): Server

    fun limits(): Limits

    fun eventLoops(): EventLoops
}

fun interface DatabaseWitness {
    fun database(): Database
}

fun interface DownstreamWitness {
    fun downstream(): Downstream
}

/** Boot names its web servers TomcatWebServer and NettyWebServer. */
fun serverOf(webServer: Any, version: String) =
    Server(webServer.javaClass.simpleName.removeSuffix("WebServer"), webServer.javaClass.name, version)
