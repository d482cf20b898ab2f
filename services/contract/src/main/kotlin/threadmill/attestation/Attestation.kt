package threadmill.attestation

import com.fasterxml.jackson.annotation.JsonInclude
import com.fasterxml.jackson.annotation.JsonProperty

/**
 * What the running stack is made of. A value is null if the variant has no such thing; Boot would leave nulls out.
 * [parity] must be equal in all variants, [tunables] belong to the style; see [Witness].
 */
data class Attestation(
    val variant: String,
    val server: Server,
    val jvm: Jvm,
    val spring: Spring,
    val database: Database,
    val downstream: Downstream,
    val limits: Limits,
    val eventLoops: EventLoops,
    @get:JsonInclude(value = JsonInclude.Include.ALWAYS, content = JsonInclude.Include.ALWAYS)
    val parity: Map<String, Any?>,
    val tunables: Map<String, Any?>,
)

data class Server(val name: String, @get:JsonProperty("class") val type: String, val version: String)

/** [heapMaxBytes] is the JVM's flag MaxHeapSize: its memory gauges do not count one survivor space. */
data class Jvm(
    val version: String,
    val vendor: String,
    val name: String,
    val collectors: List<String>,
    val heapMaxBytes: Long,
    val processors: Int,
    val arguments: List<String>,
)

data class Spring(val boot: String, val framework: String)

/** [size] is the pool's limit, [open] its present connections, and [loops] counts them by event loop. */
@JsonInclude(JsonInclude.Include.ALWAYS)
data class Database(
    val pool: String,
    val driver: String,
    val size: Int,
    val open: Int,
    val maxWaitMs: Long,
    val loops: Map<String, Int>?,
)

/** [timeoutMs] limits the wait for each next byte of a response. */
data class Downstream(val client: String, val maxConnections: Int, val connectTimeoutMs: Long, val timeoutMs: Long)

@JsonInclude(JsonInclude.Include.ALWAYS)
data class Limits(
    val workerThreads: Int?,
    val maxConnections: Int?,
    val acceptCount: Int,
    val bodyBytes: Int,
    val keepAliveSeconds: Long,
)

/** [http] is the number of event loops that serve HTTP. */
@JsonInclude(JsonInclude.Include.ALWAYS)
data class EventLoops(val http: Int?)
