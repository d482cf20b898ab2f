package threadmill

import reactor.netty.resources.LoopResources

/** What reactor and coroutines attest in the same way. */
abstract class R2dbcAttestationContract(variant: String) :
    NettyAttestationContract(
        variant,
        mapOf(
            "/database/pool" to "r2dbc-pool",
            "/database/driver" to Regex("R2DBC driver for MariaDB 1\\..+"),
            "/database/loops" to emptyMap<String, Int>(),
            "/tunables/eventLoops.db" to LoopResources.DEFAULT_IO_WORKER_COUNT,
            "/tunables/eventLoops.shared" to false,
            "/tunables/preparedStatements" to false,
            "/tunables/pipelining" to true,
        ),
        setOf("eventLoops.db", "eventLoops.shared", "preparedStatements", "pipelining", "timeLimits", "handOver"),
    )
