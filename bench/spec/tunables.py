"""Tunables: the settings that belong to a style, how each is set at the app's start, and what it may hold.

The app attests each under its key in the map `tunables`. Settings that must be equal in all variants are parity
settings (parity.py).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bench.spec.variants import RECORDS, Part

Value = bool | int | str
Settings = Mapping[str, Value]
"""Values by tunable's key."""

Flags = Callable[[str, Value], list[str]]
"""The command line's options for a value of this variant's tunable."""


@dataclass(frozen=True)
class Tunable:
    """One tunable, of the variants with this `part`; None: of all. `values` are the words or switches that it may hold;
    None: a whole number of at least 1. `flags` is None where it follows from other settings and is only read back."""

    key: str
    what: str
    part: Part | None
    values: tuple[Value, ...] | None = None
    flags: Flags | None = None

    def allows(self, value: Value) -> bool:
        """Whether the value is of the right kind; True and False are no numbers."""
        if self.values is None:
            return type(value) is int and value >= 1
        return any(type(value) is type(one) and value == one for one in self.values)


def _property(name: str, words: Callable[[Value], Value] = lambda value: value) -> Flags:
    return lambda _, value: [f"-D{name}={word(words(value))}"]


def word(value: Value) -> str:
    """A value as it is written in files and on command lines."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _unsafe(_: str, value: Value) -> list[str]:
    """JDK 25 warns at the first use of Unsafe unless it is allowed, and Netty 4.2 leaves it alone unless it is told."""
    allowed = ["--sun-misc-unsafe-memory-access=allow"] if value else []
    return [f"-Dio.netty.noUnsafe={word(not value)}", *allowed]


def _buffer_checks(_: str, value: Value) -> list[str]:
    return [f"-Dio.netty.buffer.{check}={word(value)}" for check in ("checkAccessible", "checkBounds")]


def _prepared(variant: str, value: Value) -> list[str]:
    where = "r2dbc.properties" if RECORDS[variant].pool == "r2dbc-pool" else "datasource.hikari.data-source-properties"
    return [f"-Dspring.{where}.useServerPrepStmts={word(value)}"]


def _answer_limit(_: str, value: Value) -> list[str]:
    """A watchdog instead of the driver's socket timeout: AnswerWatchdog.kt."""
    if value == "socket":
        return ["-Dthreadmill.jdbc.answer-limit=socket"]
    factory = "spring.datasource.hikari.data-source-properties.socketFactory=threadmill.pool.WatchedSocketFactory"
    return ["-Dthreadmill.jdbc.answer-limit=watchdog", "-Dthreadmill.jdbc.socket-timeout=0", f"-D{factory}"]


def _time_limits(_: str, value: Value) -> list[str]:
    """Watchdogs instead of a timer for each acquire and each request: WatchedPool.kt and IdleWatchdog.kt."""
    netty_s_own = ["-Dserver.netty.idle-timeout="] if value == "watchdog" else []
    return [f"-Dthreadmill.time-limits={value}", *netty_s_own]


def _servlet_filters(_: str, value: Value) -> list[str]:
    names = ("mvc.formcontent.filter.enabled", "servlet.encoding.enabled", "mvc.publish-request-handled-events")
    return [f"-Dspring.{name}={word(value)}" for name in names]


def _on_off(name: str) -> Flags:
    return _property(name, lambda on: "on" if on else "off")


def _no_option(*_: object) -> list[str]:
    """What the one that starts the JVM sets; see `policy`."""
    return []


SWITCH: tuple[Value, ...] = (True, False)
USUAL_POLICY = "other"
"""What the kernel gives to every process: SCHED_OTHER. Under SCHED_BATCH a thread that wakes preempts no other."""
TUNABLES = (
    Tunable("workerThreads", "Tomcat's worker threads", "worker", None, _property("server.tomcat.threads.max")),
    Tunable(
        "virtualThreads.parallelism", "carrier threads of virtual threads", "virtual", None,
        _property("jdk.virtualThreadScheduler.parallelism"),
    ),
    Tunable(
        "virtualThreads.pollers", "the JDK's threads that wait for the sockets of parked virtual threads", "virtual",
        ("virtual", "platform"), _property("jdk.pollerMode", lambda kind: 1 if kind == "platform" else 2),
    ),
    Tunable(
        "virtualThreads.tracked", "the JDK's list of all virtual threads, for thread dumps", "virtual", SWITCH,
        _property("jdk.trackAllThreads"),
    ),
    Tunable(
        "virtualThreads.requests", "requests that run at once, each on its virtual thread", "virtual handlers", None,
        _property("threadmill.virtual-threads.requests"),
    ),
    Tunable(
        "servletFilters", "Boot's filters for forms and for encodings, and MVC's event for each request", "Tomcat",
        SWITCH, _servlet_filters,
    ),
    Tunable(
        "requestContextFilter", "Boot's filter that keeps the request's context, as MVC does itself", "Tomcat", SWITCH,
        _on_off("threadmill.request-context-filter"),
    ),
    Tunable(
        "httpClient.bufferBytes", "each buffer of a connection to downstream", "Tomcat", None,
        _property("threadmill.downstream.buffer-bytes"),
    ),
    Tunable("eventLoops.http", "event loops for HTTP", "Netty", None, _property("reactor.netty.ioWorkerCount")),
    Tunable(
        "eventLoops.shared", "HTTP and R2DBC on the same event loops", "r2dbc-pool", SWITCH,
        _property("threadmill.r2dbc.loops", lambda shared: "http" if shared else "driver"),
    ),
    Tunable("eventLoops.db", "event loops of R2DBC; they follow from the two above", "r2dbc-pool"),
    Tunable(
        "netty.allocator", "Netty's allocator of buffers", "Netty", ("adaptive", "pooled", "unpooled"),
        _property("io.netty.allocator.type"),
    ),
    Tunable("netty.unsafe", "Netty's use of sun.misc.Unsafe", "Netty", SWITCH, _unsafe),
    Tunable(
        "netty.transport", "Netty's transport", "Netty", ("epoll", "nio"),
        _property("reactor.netty.native", lambda transport: transport != "nio"),
    ),
    Tunable(
        "netty.leakDetection", "Netty's detection of buffers that are never released", "Netty", ("simple", "disabled"),
        _property("io.netty.leakDetection.level"),
    ),
    Tunable(
        "netty.bufferChecks", "Netty's checks of each access to a buffer: not released, within bounds", "Netty", SWITCH,
        _buffer_checks,
    ),
    Tunable(
        "reactor.queueSize", "slots of the queues in Reactor and the driver, and messages it asks for", "Netty", None,
        _property("reactor.bufferSize.small"),
    ),
    Tunable(
        "exceptionTranslation", "proxies that translate exceptions around @Repository beans", None, SWITCH,
        _property("spring.persistence.exceptiontranslation.enabled"),
    ),
    Tunable("preparedStatements", "statements that the server prepares", None, SWITCH, _prepared),
    Tunable(
        "answerLimit", "what limits the wait for an answer of the database", "HikariCP", ("socket", "watchdog"),
        _answer_limit,
    ),
    Tunable(
        "timeLimits", "what limits the wait for a connection of the database, and an idle connection of a client",
        "r2dbc-pool", ("timers", "watchdog"), _time_limits,
    ),
    Tunable(
        "handOver", "the pool's hand-over of each connection to its own event loop", "r2dbc-pool", SWITCH,
        _property("threadmill.r2dbc.hand-over"),
    ),
    Tunable(
        "pipelining", "several statements under way on a connection", "r2dbc-pool", SWITCH,
        _property("spring.r2dbc.properties.allowPipelining"),
    ),
    Tunable(
        "transactions", "one transaction for each request that writes", "transactions", SWITCH,
        _on_off("threadmill.transactions"),
    ),
    Tunable(
        "hooks", "the app's own hooks for parity, attestation and timers", None, SWITCH,
        _on_off("threadmill.hooks"),
    ),
    Tunable(
        "schedulingPolicy", "the kernel's scheduling policy for all threads", None, (USUAL_POLICY, "batch"), _no_option,
    ),
)  # fmt: skip
"""All of them."""
BY_KEY = {tunable.key: tunable for tunable in TUNABLES}


def of(variant: str) -> list[Tunable]:
    """The tunables that a configuration of this variant may set."""
    parts = (None, *RECORDS[variant].parts)
    return [tunable for tunable in TUNABLES if tunable.flags and tunable.part in parts]


def keys(variant: str) -> list[str]:
    """Their keys."""
    return [tunable.key for tunable in of(variant)]


def complaint(variant: str, key: str, value: Value) -> str | None:
    """Why a configuration of this variant may not hold that; None if it may."""
    known = {tunable.key: tunable for tunable in of(variant)}
    if key not in known:
        return f"'{key}' is no tunable of {variant}; it has: {', '.join(known)}"
    if known[key].allows(value):
        return None
    allowed = known[key].values
    kind = "a whole number of at least 1" if allowed is None else f"one of: {', '.join(map(word, allowed))}"
    return f"{key} is {kind}, not {word(value)}"


def command_line(variant: str, settings: Settings) -> str:
    """What APP_TUNABLES holds: the options that give the app these settings."""
    given = ((BY_KEY[key].flags, value) for key, value in settings.items())
    return " ".join(flag for flags, value in given if flags for flag in flags(variant, value))


def policy(settings: Settings) -> str:
    """What APP_SCHEDULING holds: chrt's word for the policy under which it starts the app."""
    return str(settings.get("schedulingPolicy", USUAL_POLICY))


def mismatches(attested: Mapping[str, Any] | None, settings: Settings) -> list[str]:
    """Where an app's attested `tunables` map is not what its configuration sets; empty if it is."""
    found = attested or {}
    return [
        f"tunable {key} ({BY_KEY[key].what}) is {_told(found.get(key))}, not {word(value)}"
        for key, value in settings.items()
        if not _same(key, found.get(key), value)
    ]


def _same(key: str, attested: Any, value: Value) -> bool:
    """Netty's allocator is attested by its class, such as PooledByteBufAllocator."""
    if key == "netty.allocator" and isinstance(attested, str):
        return attested.lower().startswith(str(value))
    return type(attested) is type(value) and attested == value


def _told(value: Any) -> str:
    return "not attested" if value is None else word(value)
