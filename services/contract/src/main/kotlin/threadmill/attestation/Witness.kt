package threadmill.attestation

/** Reads settings from the running objects of one part of the stack, instead of trusting the configuration. */
interface Witness {
    /** Settings that must be equal in all variants, under the same keys; null means that there is no limit. */
    fun parity(): Map<String, Any?>

    /** Settings that belong to this style. */
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

/** The name is that of Boot's class, TomcatWebServer or NettyWebServer, without its suffix. */
fun serverOf(webServer: Any, version: String) =
    Server(webServer.javaClass.simpleName.removeSuffix("WebServer"), webServer.javaClass.name, version)
