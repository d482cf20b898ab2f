"""Each variant is the concurrency style that its name says: server, transport, pools, threads."""

import pytest

from tests.note import Note
from tests.stack import event_loops
from tests.stack.database import Database
from tests.stack.scrape import scrape
from tests.stack.stack import APP_USER, Stack
from tests.stack.threads import EPOLL, NETTY_SERVER_LOOP, TOMCAT_WORKER, Thread, dump, named, names

TOMCAT = "org.apache.tomcat."
VIRTUAL_GAUGES = ("threadmill_virtual_threads_live", "threadmill_virtual_threads_peak")


@pytest.fixture(scope="module")
def threads(stack: Stack) -> list[Thread]:
    return dump(stack.management)


def test_the_server_is_the_style_s_own(stack: Stack, threads: list[Thread]) -> None:
    on_tomcat = [thread for thread in named(threads, "http-nio-8080-") if thread.runs(TOMCAT)]
    on_netty = [thread for thread in named(threads, NETTY_SERVER_LOOP) if thread.runs("io.netty.")]
    if stack.record.servlet:
        assert on_tomcat, f"no Tomcat listens on 8080; threads: {names(threads)}"
    else:
        assert on_netty, f"no Netty serves; threads: {names(threads)}"
        everywhere = [thread for thread in threads if thread.name.startswith("http-nio-") or thread.runs(TOMCAT)]
        assert not everywhere, f"Tomcat runs beside Netty: {names(everywhere)}"


def test_only_blocking_has_platform_worker_threads(stack: Stack, threads: list[Thread]) -> None:
    workers = named(threads, TOMCAT_WORKER)
    if stack.record.workers:
        assert 1 <= len(workers) <= stack.setting("APP_WORKER_THREADS"), f"{len(workers)} worker threads"
    else:
        assert not workers, f"{stack.variant} has platform worker threads: {names(workers)}"


def test_monitoring_is_answered_by_a_platform_thread(stack: Stack, threads: list[Thread]) -> None:
    """A dump holds the thread that makes it, unless that is virtual: it would use the carrier that is measured, and
    wait its turn behind every request."""
    own = [thread for thread in threads if any(name.endswith(".ThreadDumpEndpoint") for name in thread.classes)]
    assert own, f"a virtual thread answers on {stack.variant}'s management port; platform threads: {names(threads)}"


def test_netty_uses_the_native_transport(stack: Stack, threads: list[Thread]) -> None:
    if stack.record.servlet:
        pytest.skip("Tomcat has no native transport")
    loops = [thread for thread in threads if thread.runs("io.netty.channel.")]
    # a loop that runs a task at this moment shows its transport in its name only
    others = [thread for thread in loops if not thread.runs(EPOLL) and "-epoll-" not in thread.name]
    assert loops, f"no event loop; threads: {names(threads)}"
    assert not others, f"event loops without epoll: {names(others)}"
    libraries = stack.machines.exec("app", "cat", "/proc/1/maps")
    assert "netty_transport_native_epoll" in libraries, "the native library is not mapped into the process"


def test_only_virtual_threads_reports_virtual_threads(stack: Stack) -> None:
    seen = scrape(stack.management)
    assert not seen.fault, seen.fault
    for gauge in VIRTUAL_GAUGES:
        assert bool(seen.values(gauge)) == stack.record.virtual, f"{gauge}: {seen.values(gauge)}"


def test_the_pool_is_full_before_the_first_call(stack: Stack) -> None:
    wanted = stack.setting("DB_POOL_SIZE")
    assert stack.pool_at_start == wanted, f"{stack.pool_at_start} of {wanted} connections were open at the start"


def test_the_pool_keeps_its_size(stack: Stack, database: Database) -> None:
    held = database.connections_of(APP_USER)
    assert held == stack.setting("DB_POOL_SIZE"), f"the app holds {held} connections"


def test_event_loops_watch_every_connection(stack: Stack, note: Note) -> None:
    """How they are spread over the loops is a tunable's doing: reported, not judged."""
    if stack.record.pool != "r2dbc-pool":
        pytest.skip("JDBC connections hang on no event loop")
    size = stack.setting("DB_POOL_SIZE")
    spread = event_loops.connections_by_loop(stack.machines, stack.setting("DB_PORT"))
    note(f"{stack.variant}: {size} database connections on {len(spread)} event loops: {sorted(spread.values())}")
    assert sum(spread.values()) == size, f"the event loops watch {sum(spread.values())} of {size} connections"
