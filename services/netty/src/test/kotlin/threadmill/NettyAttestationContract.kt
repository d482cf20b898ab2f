package threadmill

import reactor.netty.resources.LoopResources

/** What reactor and coroutines say alike. */
abstract class NettyAttestationContract(variant: String) :
    AttestationContract(
        mapOf(
            "/variant" to variant,
            "/server/name" to "Netty",
            "/server/class" to "org.springframework.boot.reactor.netty.NettyWebServer",
            "/database/pool" to "r2dbc-pool",
            "/database/driver" to Regex("R2DBC driver for MariaDB 1\\..+"),
            "/database/loops" to emptyMap<String, Int>(),
            "/downstream/client" to Regex("WebClient on Reactor Netty 1\\..+"),
            "/limits/workerThreads" to null,
            "/limits/maxConnections" to null,
            "/eventLoops/http" to LoopResources.DEFAULT_IO_WORKER_COUNT,
        ),
    )
