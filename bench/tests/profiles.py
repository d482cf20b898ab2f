"""Small recordings that the tests of profiles share: synthetic stacks whose costs are known."""

import json
from pathlib import Path
from typing import Any

from bench.results.profile import ProfileFacts

TOMCAT = "[http-nio-8080-exec-3 tid=31];java/lang/Thread.run_[0];org/apache/tomcat/util/threads/TaskThread.run_[j]"
MVC = f"{TOMCAT};org/springframework/web/servlet/DispatcherServlet.doDispatch_[j]"
CONTROLLER = f"{MVC};threadmill/properties/PropertyController.create_[j]"
STACKS = {
    f"{TOMCAT};sun/nio/ch/SocketDispatcher.write0_[j];__GI___write": 20,
    f"{MVC};java/util/HashMap.get_[i]": 10,
    f"{CONTROLLER};tools/jackson/databind/ObjectMapper.readValue_[j];java/lang/String.charAt_[i]": 30,
    f"{CONTROLLER};org/mariadb/jdbc/client/impl/StandardClient.execute_[j];sun/nio/ch/SocketDispatcher.read0_[j]": 15,
    f"{CONTROLLER};jdk/internal/misc/Unsafe.park_[j];Unsafe_Park;Parker::park;__futex_abstimed_wait_common": 5,
    f"{CONTROLLER};java/lang/System.nanoTime_[i]": 8,
    "[C2 CompilerThre tid=8];PhaseChaitin::Split": 12,
    "[VM Thread tid=9];DefNewGeneration::collect": 4,
    "[some-thread tid=77];com/example/Unheard.of_[j]": 3,
}
"""Samples of blocking: 107, with sockets below two layers, and a frame that no layer has."""
ALLOCATED = {
    f"{CONTROLLER};tools/jackson/databind/ObjectMapper.readValue_[j];byte[]_[k]": 6_000_000,
    f"{MVC};java/util/HashMap.put_[i];io.netty.buffer.NeverServer_[k]": 4_000_000,
}


def collapsed(stacks: dict[str, int]) -> str:
    """As the converter writes them."""
    return "".join(f"{path} {weight}\n" for path, weight in stacks.items())


def facts(**changes: Any) -> ProfileFacts:
    """1,000 requests and samples of 10 ms; the cgroup counted what 107 of them are."""
    base: dict[str, Any] = {
        "variant": "blocking", "configuration": "stock", "scenario": "create-property", "interval_ns": 10_000_000,
        "window": {"from_epoch_ms": 1_000, "to_epoch_ms": 21_000, "seconds": 20.0}, "samples": 107, "lost": 0,
        "failed": 0, "requests_good": 990, "requests_failed": 10, "app_cpu_seconds": 1.07,
        "allocated_bytes": 10_000_000, "pinned": {"count": 2, "ns": 3_000_000}, "gc": {"count": 4, "ns": 9_000_000},
        "profiler": {"name": "async-profiler", "version": "4.6", "event": "ctimer"},
    }  # fmt: skip
    return ProfileFacts.model_validate({**base, **changes})


def write(results: Path, name: str, stacks: dict[str, int] | None = None, **changes: Any) -> Path:
    """A profiled run below a folder of results; its folder."""
    folder = results / "profiles" / name
    folder.mkdir(parents=True)
    (folder / "cpu.collapsed").write_text(collapsed(STACKS if stacks is None else stacks))
    (folder / "alloc.collapsed").write_text(collapsed(ALLOCATED))
    (folder / "flame-cpu.html").write_text("<!doctype html><title>flame graph</title>")
    (folder / "facts.json").write_text(json.dumps(facts(**changes).model_dump()))
    return folder
