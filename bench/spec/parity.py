"""Parity settings: what must be equal in all variants, and what compose.yaml asks for where it names them.

The app attests each of them under its key in the map `parity`. Every other setting of a variant is a tunable
(tunables.py).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bench.errors import UsageError
from bench.spec import settings

COLLECTORS = {
    "SerialGC": ("Copy", "MarkSweepCompact"),
    "ParallelGC": ("PS Scavenge", "PS MarkSweep"),
    "G1GC": ("G1 Young Generation", "G1 Concurrent GC", "G1 Old Generation"),
    "ZGC": ("ZGC Minor Cycles", "ZGC Minor Pauses", "ZGC Major Cycles", "ZGC Major Pauses"),
}
"""The beans by which a JVM names the collector that -XX:+Use... chose."""
HEAP_SLACK = 0.1
"""A JVM may report its largest heap less a part that it keeps free: one survivor space under SerialGC."""

Environment = Mapping[str, str]
"""The app's environment in compose.yaml."""


@dataclass(frozen=True)
class ParitySetting:
    """One setting. `asked` reads what compose.yaml asks for; None where compose.yaml does not name it.

    `optional`: a stack may have no such limit, and then attests null. `hooked`: a hook of the app sets it on some
    stacks, so that it is null where the tunable `hooks` is off. `slack` is the share by which a number may fall short
    of what is asked, and by which two variants may differ.
    """

    key: str
    what: str
    asked: Callable[[Environment], object] | None = None
    optional: bool = False
    hooked: bool = False
    slack: float = 0.0

    def same(self, one: object, other: object) -> bool:
        """Whether two attested values are equal, as far as this setting goes."""
        if self.slack and isinstance(one, int | float) and isinstance(other, int | float):
            return abs(one - other) <= self.slack * max(one, other)
        return one == other


def option(options: str, pattern: str) -> str:
    """The group of `pattern` in JDK_JAVA_OPTIONS."""
    found = re.search(pattern, options)
    assert found, f"compose.yaml's JDK_JAVA_OPTIONS have no {pattern}"
    return found.group(1)


def _number(name: str) -> Callable[[Environment], int]:
    return lambda environment: int(environment[name])


def _jvm(pattern: str, read: Callable[[str], object]) -> Callable[[Environment], object]:
    return lambda environment: read(option(environment["JDK_JAVA_OPTIONS"], pattern))


def flags(options: str) -> list[str]:
    """The flags of the JVM among its options, as the app attests them: without system properties, in order."""
    return sorted(word for word in options.split() if word.startswith("-X"))


SETTINGS = (
    ParitySetting("http.maxConnections", "connections that the server keeps", _number("APP_MAX_CONNECTIONS"), True),
    ParitySetting("http.acceptCount", "connections that wait to be accepted", _number("APP_ACCEPT_COUNT")),
    ParitySetting("http.idleTimeoutMs", "time after which the server closes an idle connection, ms"),
    ParitySetting("http.maxHeaderBytes", "largest header, bytes"),
    ParitySetting("http.maxInitialLineBytes", "longest request line, bytes", optional=True),
    ParitySetting("http.maxBodyBytes", "largest body, bytes", hooked=True),
    ParitySetting("http.keepAliveRequests", "requests on one connection", optional=True),
    ParitySetting("http.compression", "compression of answers"),
    ParitySetting("db.poolSize", "database connections at most", _number("DB_POOL_SIZE")),
    ParitySetting("db.poolMinIdle", "idle database connections at least", _number("DB_POOL_SIZE"), True),
    ParitySetting("db.poolWaitMs", "wait for a database connection, ms", _number("DB_POOL_WAIT_MS")),
    ParitySetting("db.connectTimeoutMs", "time limit to connect to the database, ms"),
    ParitySetting("db.answerTimeoutMs", "time limit for an answer of the database, ms", hooked=True),
    ParitySetting("db.maxLifetimeMs", "life of a database connection, ms"),
    ParitySetting("db.idleTimeoutMs", "time after which the pool closes an idle connection, ms", optional=True),
    ParitySetting("db.autocommit", "autocommit"),
    ParitySetting(
        "downstream.maxConnections", "connections to downstream at most", _number("DOWNSTREAM_MAX_CONNECTIONS")
    ),
    ParitySetting(
        "downstream.connectTimeoutMs", "time limit to connect to downstream, ms",
        _number("DOWNSTREAM_CONNECT_TIMEOUT_MS"),
    ),
    ParitySetting("downstream.timeoutMs", "time limit for downstream's answer, ms", _number("DOWNSTREAM_TIMEOUT_MS")),
    ParitySetting("jvm.processors", "processors that the JVM sees", _jvm(r"ActiveProcessorCount=(\d+)", int)),
    ParitySetting("jvm.heapMaxBytes", "largest heap, bytes", _jvm(r"-Xmx(\w+)", settings.size), slack=HEAP_SLACK),
    ParitySetting(
        "jvm.collectors", "garbage collector", _jvm(r"\+Use(\w+GC)", lambda name: list(COLLECTORS[name])),
    ),
    ParitySetting("jvm.flags", "flags of the JVM", lambda environment: flags(environment["JDK_JAVA_OPTIONS"])),
    ParitySetting("java.version", "version of Java"),
)  # fmt: skip
"""All of them, in the order in which differences are told."""


def check_flags(text: str) -> None:
    """A UsageError where APP_JVM_FLAGS holds something else than flags: a -D would set what nothing attests."""
    if other := [word for word in text.split() if not word.startswith("-X")]:
        raise UsageError(f"APP_JVM_FLAGS holds flags of the JVM that begin with -X, and {other[0]} is none")


def mismatches(attested: Mapping[str, Any] | None, environment: Environment, hooks: bool = True) -> list[str]:
    """Where an app's attested `parity` map is not what compose.yaml asks for; empty if it is.

    Without `hooks`, which only the measurement of their cost asks for, what they set may be null.

    A key that is missing, or null where every stack has the limit, is a mismatch: what is not read back is not known.
    """
    if attested is None:
        return ["the app attests no parity settings: its image is older than this harness, `make bench` builds it anew"]
    return [told for setting in SETTINGS if (told := _mismatch(setting, attested, environment, hooks))]


def _mismatch(setting: ParitySetting, attested: Mapping[str, Any], environment: Environment, hooks: bool) -> str | None:
    if setting.key not in attested:
        return f"parity setting {setting.key} ({setting.what}) is not attested"
    found = attested[setting.key]
    if found is None:
        if setting.optional or (setting.hooked and not hooks):
            return None
        return f"parity setting {setting.key} ({setting.what}) is null"
    if setting.asked is None or setting.same(found, asked := setting.asked(environment)):
        return None
    return f"parity setting {setting.key} ({setting.what}) is {found}, not {asked}"
