package threadmill

import reactor.netty.resources.LoopResources

/** What all variants on Netty attest in the same way; [own] is the part of pool and driver. */
abstract class NettyAttestationContract(variant: String, own: Map<String, Any?>, tunableKeys: Set<String>) :
    AttestationContract(
        own + mapOf(
            "/variant" to variant,
            "/server/name" to "Netty",
            "/server/class" to "org.springframework.boot.reactor.netty.NettyWebServer",
            "/downstream/client" to Regex("WebClient on Reactor Netty 1\\..+"),
            "/limits/workerThreads" to null,
            "/limits/maxConnections" to null,
            "/parity/http.maxConnections" to null,
            "/eventLoops/http" to LoopResources.DEFAULT_IO_WORKER_COUNT,
            "/tunables/eventLoops.http" to LoopResources.DEFAULT_IO_WORKER_COUNT,
            "/tunables/netty.transport" to Regex("epoll|nio"),
            "/tunables/netty.leakDetection" to "simple",
            "/tunables/netty.bufferChecks" to true,
            "/tunables/reactor.queueSize" to 256,
        ),
        tunableKeys +
            setOf(
                "eventLoops.http",
                "netty.allocator",
                "netty.bufferChecks",
                "netty.leakDetection",
                "netty.transport",
                "netty.unsafe",
                "reactor.queueSize",
            ),
    )
