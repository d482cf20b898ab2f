"""500 users wait for downstream at once: whether each holds a thread meanwhile, and of which kind, is the style."""

from statistics import median

import pytest

from tests.note import Note
from tests.stack.crowd import USERS, Crowd, gather
from tests.stack.downstream import counted
from tests.stack.stack import Stack
from tests.stack.threads import NETTY_SERVER_LOOP, TOMCAT_WORKER, Thread, named, names

OUR_CODE = "threadmill."
FEW = 8
"""At least as many loops as Netty makes for one processor, and far fewer than users."""

PLATFORM_AT_MOST = 100
"""All platform threads of a JVM that has none for each request: its own, the servers', the pool's."""

HUNDREDS = 300
"""Of 500 users; the others are on their way between the load machine, the app and downstream."""


@pytest.fixture(scope="module")
def crowd(stack: Stack) -> Crowd:
    return gather(stack)


def working(crowd: Crowd) -> list[Thread]:
    """Platform threads that are inside a call of ours, waiting or not."""
    return [thread for thread in crowd.threads if thread.runs(OUR_CODE)]


def at_downstream(crowd: Crowd) -> list[int]:
    return [counted(look, "open_messages") for look in crowd.downstream]


def test_the_crowd_was_there(crowd: Crowd) -> None:
    assert crowd.still_there, "the load ended before the last look at the app"
    faults = [look.fault for look in crowd.app if look.fault]
    assert not faults, f"{len(faults)} scrapes failed: {faults[0]}"
    assert crowd.load.good > 0, f"no request was answered correctly: {crowd.load}"
    assert crowd.load.failed == 0, f"requests failed: {crowd.load}"


def test_the_style_s_threads(stack: Stack, crowd: Crowd, note: Note) -> None:
    platform = round(median(look.total("jvm_threads_live_threads") for look in crowd.app))
    busy = working(crowd)
    note(f"{stack.variant}: {USERS} users wait for downstream on {platform} platform threads, {len(busy)} in our code")
    if stack.record.workers:
        workers = named(crowd.threads, TOMCAT_WORKER)
        most = stack.setting("APP_WORKER_THREADS")
        assert len(workers) == most, f"{len(workers)} worker threads under {USERS} users"
        inside = [thread for thread in workers if thread.runs(OUR_CODE)]
        assert len(inside) > 0.9 * most, f"only {len(inside)} of {most} workers are busy under {USERS} users"
    else:
        assert platform < PLATFORM_AT_MOST, f"{platform} platform threads: {names(crowd.threads)}"
        assert len(busy) <= FEW, f"{len(busy)} platform threads are in our code: {names(busy)}"
        assert not named(crowd.threads, TOMCAT_WORKER), f"platform worker threads: {names(crowd.threads)}"
    if not stack.record.servlet:
        loops = named(crowd.threads, NETTY_SERVER_LOOP)
        assert 1 <= len(loops) <= FEW, f"{len(loops)} event loops: {names(loops)}"


def test_the_style_s_virtual_threads(stack: Stack, crowd: Crowd, note: Note) -> None:
    live = [look.values("threadmill_virtual_threads_live") for look in crowd.app]
    if not stack.record.virtual:
        assert not any(live), f"{stack.variant} reports virtual threads: {live}"
        return
    typical = median(value for values in live for value in values)
    note(f"{stack.variant}: {USERS} users wait on {typical:.0f} virtual threads")
    assert HUNDREDS < typical <= USERS, f"{USERS} users, but {live} virtual threads"


def test_requests_in_flight(stack: Stack, crowd: Crowd, note: Note) -> None:
    """Every user is in flight, unless there is a thread to be had first: then only so many are."""
    seen = at_downstream(crowd)
    typical = median(seen)
    note(f"{stack.variant}: {typical:.0f} of {USERS} users' messages are at downstream")
    workers = stack.setting("APP_WORKER_THREADS")
    if stack.record.workers:
        assert max(seen) <= workers, f"{workers} workers, but {seen} messages at downstream"
        assert typical > 0.75 * workers, f"{workers} workers, but only {seen} messages at downstream"
    else:
        assert typical > HUNDREDS, f"{USERS} users, but only {seen} messages at downstream"
        assert max(seen) <= USERS, f"{USERS} users, but {seen} messages at downstream"
