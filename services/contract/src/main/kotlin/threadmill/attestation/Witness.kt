package threadmill.attestation

/** Reads back one part of the stack as it runs; the configuration is no witness. Each stack has one of each kind. */
interface Witness {
    /** Settings that must be equal in all variants, under the same keys in each; null where there is no such limit. */
    fun parity(): Map<String, Any?>

    /** Settings that belong to the style: only those that it has. */
    fun tunables(): Map<String, Any?> = emptyMap()
}

interface ServerWitness : Witness {
    fun server(): Server

    fun limits(): Limits

    fun eventLoops(): EventLoops
}

interface DatabaseWitness : Witness {
    fun database(): Database
}

interface DownstreamWitness : Witness {
    fun downstream(): Downstream

    override fun parity() = downstream().let {
        mapOf(
            "downstream.maxConnections" to it.maxConnections,
            "downstream.connectTimeoutMs" to it.connectTimeoutMs,
            "downstream.timeoutMs" to it.timeoutMs,
        )
    }
}

/** Boot names its web servers TomcatWebServer and NettyWebServer. */
fun serverOf(webServer: Any, version: String) =
    Server(webServer.javaClass.simpleName.removeSuffix("WebServer"), webServer.javaClass.name, version)
