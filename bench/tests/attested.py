"""What each variant attests when all is well."""

from typing import Any

from bench.results import Handler
from bench.spec import parity
from bench.spec.variants import RECORDS

MIB = 2**20
ENVIRONMENT = {
    "JDK_JAVA_OPTIONS": "-XX:ActiveProcessorCount=1 -XX:+UseSerialGC -Xms448m -Xmx448m -XX:+ExitOnOutOfMemoryError",
    "APP_WORKER_THREADS": "200", "APP_MAX_CONNECTIONS": "10000", "APP_ACCEPT_COUNT": "10000",
    "DB_POOL_SIZE": "10", "DB_POOL_WAIT_MS": "5000",
    "DOWNSTREAM_MAX_CONNECTIONS": "8000", "DOWNSTREAM_CONNECT_TIMEOUT_MS": "2000", "DOWNSTREAM_TIMEOUT_MS": "10000",
}  # fmt: skip
THREADS = {
    "blocking": "http-nio-8080-exec-7",
    "blocking-jpa": "http-nio-8080-exec-8",
    "virtual-threads": "tomcat-handler-41",
    "reactor": "reactor-http-epoll-2",
    "coroutines": "reactor-http-epoll-3",
    "reactor-jdbc": "reactor-http-epoll-4",
    "coroutines-jdbc": "reactor-http-epoll-5",
}


def handlers(variant: str) -> list[Handler]:
    one = RECORDS[variant]
    return [Handler(thread=THREADS.get(variant, "any-1"), virtual=one.virtual, event_loop=one.event_loop)]


PARITY = {
    "http.maxConnections": 10000, "http.acceptCount": 10000, "http.idleTimeoutMs": 60000, "http.maxHeaderBytes": 8192,
    "http.maxInitialLineBytes": 8192, "http.maxBodyBytes": 65536, "http.keepAliveRequests": None,
    "http.compression": False, "db.poolSize": 10, "db.poolMinIdle": 10, "db.poolWaitMs": 5000,
    "db.connectTimeoutMs": 10000, "db.answerTimeoutMs": 10000, "db.maxLifetimeMs": 1800000, "db.idleTimeoutMs": None,
    "db.autocommit": True, "downstream.maxConnections": 8000, "downstream.connectTimeoutMs": 2000,
    "downstream.timeoutMs": 10000, "jvm.processors": 1, "jvm.heapMaxBytes": 433 * MIB,
    "jvm.collectors": ["Copy", "MarkSweepCompact"], "java.version": "25.0.1+8",
    "jvm.flags": sorted(ENVIRONMENT["JDK_JAVA_OPTIONS"].split()),
}  # fmt: skip
SHARED_LOOPS = "-Dthreadmill.r2dbc.loops=http"


def tunables(variant: str, flags: str = "") -> dict[str, Any]:
    """The map of that name, by the options of the app's command line; APP_SCHEDULING stands among them."""
    given = dict(flag.removeprefix("-D").split("=", 1) for flag in flags.split() if "=" in flag)
    prepared = any(value == "true" for name, value in given.items() if name.endswith("useServerPrepStmts"))
    common = {
        "preparedStatements": prepared,
        "schedulingPolicy": given.get("APP_SCHEDULING", "other"),
        "exceptionTranslation": given.get("spring.persistence.exceptiontranslation.enabled") != "false",
    }
    if RECORDS[variant].servlet:
        threads: dict[str, Any] = {"workerThreads": int(given.get("server.tomcat.threads.max", 200))}
        if not RECORDS[variant].workers:
            threads = {
                "virtualThreads.parallelism": int(given.get("jdk.virtualThreadScheduler.parallelism", 1)),
                "virtualThreads.tracked": given.get("jdk.trackAllThreads") != "false",
            }
        limit = given.get("threadmill.jdbc.answer-limit")
        filters = {
            "servletFilters": given.get("spring.servlet.encoding.enabled") != "false",
            "requestContextFilter": given.get("threadmill.request-context-filter") != "off",
            "httpClient.bufferBytes": int(given.get("threadmill.downstream.buffer-bytes", 32_768)),
        }
        return {"workerThreads": None, **threads, **filters, **common, **({"answerLimit": limit} if limit else {})}
    loops = int(given.get("reactor.netty.ioWorkerCount", 4))
    shared = SHARED_LOOPS in flags
    return {
        "eventLoops.http": loops, "eventLoops.db": loops, "eventLoops.shared": shared,
        "netty.allocator": "AdaptiveByteBufAllocator",
        "netty.leakDetection": given.get("io.netty.leakDetection.level", "simple"),
        "netty.unsafe": given.get("io.netty.noUnsafe") == "false",
        "reactor.queueSize": int(given.get("reactor.bufferSize.small", 256)),
        "pipelining": given.get("spring.r2dbc.properties.allowPipelining") != "false",
        "timeLimits": given.get("threadmill.time-limits", "timers"),
        "handOver": given.get("threadmill.r2dbc.hand-over") != "false", **common,
    }  # fmt: skip


def app(variant: str, flags: str = "") -> dict[str, Any]:
    """The answer of the attestation endpoint."""
    found = tunables(variant, flags)
    one = RECORDS[variant]
    loops = {f"r2dbc-{index}": 2 for index in range(5)} if one.event_loop else None
    return {
        "variant": variant,
        "server": {"name": one.server, "class": f"{one.server}WebServer", "version": "11.0"},
        "jvm": {
            "version": "25.0.1+8", "vendor": "Debian", "name": "OpenJDK 64-Bit Server VM",
            "collectors": ["Copy", "MarkSweepCompact"], "heapMaxBytes": 433 * MIB, "processors": 1, "arguments": [],
        },
        "spring": {"boot": "4.1.0", "framework": "7.0.0"},
        "database": {
            "pool": one.pool, "driver": "MariaDB", "size": 10, "open": 10, "maxWaitMs": 5000, "loops": loops,
        },
        "downstream": {"client": "any", "maxConnections": 8000, "connectTimeoutMs": 2000, "timeoutMs": 10000},
        "limits": {
            "workerThreads": found.get("workerThreads"), "maxConnections": 10000, "acceptCount": 10000,
            "bodyBytes": 65536, "keepAliveSeconds": 60,
        },
        "eventLoops": {"http": found.get("eventLoops.http")},
        "parity": {**PARITY, "jvm.flags": parity.flags(f"{ENVIRONMENT['JDK_JAVA_OPTIONS']} {flags}")},
        "tunables": found,
    }  # fmt: skip
