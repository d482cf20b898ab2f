"""While 400 users keep every worker busy, the metrics can be read, and each style shows the threads it promises."""

from tests.note import Note
from tests.stack.saturation import SCRAPES, USERS, Saturation
from tests.stack.stack import Stack
from tests.stack.threads import NETTY_SERVER_LOOP, TOMCAT_WORKER, named, names

PROMPT = 2.0
"""Seconds within which each scrape must be answered: a platform thread answers it, which waits for no request."""

WAITING = {"HikariCP": "hikaricp_connections_pending", "r2dbc-pool": "r2dbc_pool_pending_connections"}
"""The gauge of requests that wait for a connection, by the pool."""

FEW = 8
"""At least as many loops as Netty makes for one processor, and far fewer than users."""


def test_every_scrape_is_answered_in_time(stack: Stack, saturation: Saturation, note: Note) -> None:
    faults = [scrape.fault for scrape in saturation.scrapes if scrape.fault]
    assert not faults, f"{len(faults)} of {SCRAPES} scrapes failed: {faults[0]}"
    slowest = max(scrape.seconds for scrape in saturation.scrapes)
    user = (saturation.load.latency_ms.max or 0.0) / 1000
    told = f"slowest of {SCRAPES} scrapes under {USERS} users: {slowest:.2f} s; slowest user: {user:.2f} s"
    note(f"{stack.variant}: {told}")
    assert slowest < PROMPT, told


def test_scrapes_see_the_load(saturation: Saturation) -> None:
    counts = [scrape.total("http_server_requests_seconds_count") for scrape in saturation.scrapes]
    assert counts == sorted(counts), f"the request counter went back: {counts}"
    assert counts[-1] > counts[0], f"the request counter stood still: {counts}"


def test_the_app_was_saturated(stack: Stack, saturation: Saturation) -> None:
    """Otherwise the scrapes prove nothing: requests queued for a connection, in every variant."""
    assert saturation.still_loaded, "the load ended before the last look at the app"
    assert saturation.load.good > 0, f"no request was answered correctly: {saturation.load}"
    waiting = WAITING[stack.record.pool]
    most = max(max(scrape.values(waiting), default=0.0) for scrape in saturation.scrapes)
    assert most > 0, f"no scrape saw a request waiting ({waiting}), so the app was not saturated"


def test_the_style_s_threads_under_load(stack: Stack, saturation: Saturation) -> None:
    workers = named(saturation.threads, TOMCAT_WORKER)
    loops = named(saturation.threads, NETTY_SERVER_LOOP)
    if stack.record.workers:
        assert len(workers) == stack.setting("APP_WORKER_THREADS"), f"{len(workers)} worker threads under {USERS} users"
    else:
        assert not workers, f"{stack.variant} has platform worker threads: {names(workers)}"
    if not stack.record.servlet:
        assert 1 <= len(loops) <= FEW, f"{len(loops)} event loops: {names(loops)}"


def test_virtual_threads_are_counted_under_load(stack: Stack, saturation: Saturation) -> None:
    peaks = [max(scrape.values("threadmill_virtual_threads_peak"), default=None) for scrape in saturation.scrapes]
    if not stack.record.virtual:
        assert set(peaks) == {None}, f"{stack.variant} reports virtual threads: {peaks}"
        return
    seen = [peak for peak in peaks if peak is not None]
    assert len(seen) == len(peaks), "a scrape lacks the gauge of virtual threads"
    assert 200 < max(seen) <= 2 * USERS, f"{USERS} users, but the peaks of virtual threads were {seen}"
    platform = len(saturation.threads)
    assert platform < 100, f"{platform} platform threads carry the virtual ones: {names(saturation.threads)}"
