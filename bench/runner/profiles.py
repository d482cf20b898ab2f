"""What becomes of a profiled run: its recording is closed, cut to the window, drawn, and kept beside the run's file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bench.analysis import paired
from bench.errors import ThreadmillError
from bench.results import Plan, Run, Store, Window
from bench.results.profile import ALLOCATED, CPU, FACTS, FOLDER, Counted, ProfileFacts, Span
from bench.results.profile import Profiler as Recorder
from bench.results.record import write
from bench.spec.variants import BASELINE
from bench.testbed import profiler
from bench.testbed.machines import Machines
from bench.testbed.profiler import Profiler

DRAWN = {CPU: "CPU, samples", ALLOCATED: "allocation, bytes"}
"""The recordings that get a flame graph, and what its widths are."""
SCALE = 1000
"""A flame graph takes whole numbers: differences are drawn in nanoseconds of CPU for each request."""
MUCH = 0.05
"""Share of samples without a stack, or lost, from which on it is said."""


@contextmanager
def profiler_of(machines: Machines, plan: Plan) -> Iterator[Profiler | None]:
    """The profiler where the plan records anything; the app, which has its volume, is gone afterwards."""
    if not plan.profiled:
        yield None
        return
    machines.remove(["app"])
    with Profiler(machines.caps["load"].cores) as tool:
        try:
            yield tool
        finally:
            machines.remove(["app"])


def keep(machines: Machines, tool: Profiler, plan: Plan, store: Store, run: Run, say: Callable[[str], None]) -> None:
    """Close the recording of a run and keep it with what it says of the run's window. No fault of the profiler
    loses the run: what could be had is kept, and what could not is told."""
    name = store.name_of(run)
    folder = store.folder / FOLDER / name
    say("reading the recording")
    notes = _close(machines)
    if not run.windows:
        _try(lambda: tool.fetch(name, folder), notes)
        for note in [*notes, "the run has no window, so its recording is kept whole, and nothing is counted from it"]:
            say(note)
        return
    (window,) = run.windows
    span = _span(window)
    counts = _try(lambda: tool.cut(name, span.from_epoch_ms, span.to_epoch_ms), notes) or {}
    for kind, unit in DRAWN.items():
        if counts.get("samples" if kind == CPU else "allocations"):
            title = f"{run.label}, {plan.scenario}: {unit}"
            _try(lambda kind=kind, title=title: tool.draw(name, kind, title), notes)  # type: ignore[misc]
    _try(lambda: tool.fetch(name, folder), notes)
    found = facts(plan, run, window, counts, [*notes, *doubts(counts, span)])
    write(folder / FACTS, found.model_dump_json(indent=2) + "\n")
    for note in found.notes:
        say(note)


def discard(machines: Machines, tool: Profiler, name: str) -> None:
    """Close a recording of which nothing is asked but what it cost."""
    _close(machines)
    tool.forget(name)


def differences(tool: Profiler, store: Store, runs: Sequence[Run], say: Callable[[str], None]) -> None:
    """A differential flame graph of each run of a block against the one that its ratio is taken to."""
    by_label = {run.label: run for run in runs}
    for other in runs:
        base = by_label.get(paired.baseline(other, runs))
        if base and other.variant != BASELINE:
            _difference(tool, store, base, other, say)


def _difference(tool: Profiler, store: Store, base: Run, other: Run, say: Callable[[str], None]) -> None:
    texts = [_each_request(store, run) for run in (base, other)]
    if not all(texts):
        return
    title = f"{other.label} (red: more) less {base.label} (blue: more; yellow: it has none), ns of CPU for each request"
    page = store.folder / FOLDER / store.name_of(other) / f"diff-{CPU}-{store.name_of(base)}.html"
    notes: list[str] = []
    text = _try(lambda: tool.differ(texts[0], texts[1], title), notes)
    if text:
        write(page, text)
    for note in notes:
        say(note)


def _each_request(store: Store, run: Run) -> str:
    """A run's CPU stacks in nanoseconds for each request; empty where there are none."""
    folder = store.folder / FOLDER / store.name_of(run)
    if not (folder / FACTS).is_file() or not (folder / f"{CPU}.collapsed").is_file():
        return ""
    known = ProfileFacts.model_validate_json((folder / FACTS).read_text())
    if not known.requests:
        return ""
    return scaled((folder / f"{CPU}.collapsed").read_text().splitlines(), known.interval_ns / known.requests)


def scaled(lines: Iterable[str], factor: float) -> str:
    """Collapsed stacks with every weight times this, without the threads' names, which no two variants share."""
    found = []
    for line in lines:
        stack, _, weight = line.rpartition(" ")
        frames = stack.split(";")[1:]
        if frames and (amount := round(int(weight) * factor)):
            found.append(f"{';'.join(frames)} {amount}\n")
    return "".join(found)


def facts(plan: Plan, run: Run, window: Window, counts: dict[str, Any], notes: list[str]) -> ProfileFacts:
    """What the harness knows of the window, beside what the recording counts; None where neither does."""
    span, app, db = _span(window), window.use["app"], window.use.get("db")
    share = window.app.compiler_share
    allowed = max(app.cpu_seconds, run.cpus["app"] * app.seconds)
    rate = window.app.allocated_per_second
    java = (window.attestation.app.get("parity") or {}).get("java.version", "")
    read = bool(counts)
    return ProfileFacts(
        variant=run.variant, configuration=run.configuration, scenario=plan.scenario,
        interval_ns=profiler.INTERVAL_NS, window=span,
        samples=counts.get("samples", 0), signals=counts.get("signals", 0),
        lost=counts.get("lost", 0), failed=counts.get("failed", 0),
        requests_good=window.load.good, requests_failed=window.load.requests - window.load.good,
        app_cpu_seconds=_within(span, app.cpu_seconds, app.seconds) or 0.0,
        db_cpu_seconds=_within(span, db.cpu_seconds, db.seconds) if db else None,
        compiler_cpu_seconds=None if share is None else _within(span, share * allowed, app.seconds),
        collector_cpu_seconds=_within(span, window.app.collector_seconds, app.seconds),
        allocated_bytes=None if rate is None else round(rate * span.seconds),
        pinned=Counted(count=counts.get("pinned", 0), ns=counts.get("pinned_ns", 0)) if read else None,
        gc=Counted(count=counts.get("gc", 0), ns=counts.get("gc_ns", 0)) if read else None,
        profiler=Recorder(name=profiler.NAME, version=java, event=profiler.EVENT), notes=notes,
    )  # fmt: skip


def doubts(counts: dict[str, Any], span: Span) -> list[str]:
    """What a reader must know of the recording, in sentences."""
    found = []
    samples, lost, failed = (counts.get(name, 0) for name in ("signals", "lost", "failed"))
    if not counts:
        return ["the recording cannot be read: there are no stacks"]
    if not samples:
        found.append(
            f"the JVM recorded no CPU sample ({profiler.EVENT}): it needs Java 25, and a kernel that lets it have "
            "timers of threads (timer_create)"
        )
    if counts.get("cut_off"):
        ended = counts.get("last_ms", 0)
        missing = max(span.to_epoch_ms - ended, 0) / 1000
        found.append(
            "the JVM was killed, so its recording was not closed: what it had written is shown"
            + (f"; it ends {missing:.1f} s before the window does" if missing >= 1 else "")
        )
    if lost > MUCH * (samples + lost):
        found.append(
            f"{lost / (samples + lost):.0%} of the CPU samples were lost: the JVM takes none of a thread that is "
            "inside the JVM itself, as in parking and waking"
        )
    if failed > MUCH * counts.get("samples", 0):
        found.append(f"{failed / counts['samples']:.0%} of the CPU samples have no stack")
    if counts.get("truncated"):
        found.append(
            f"{counts['truncated']} CPU samples have stacks of more than {profiler.STACK_DEPTH} frames, cut short"
        )
    return found


def _close(machines: Machines) -> list[str]:
    """Let the app end, and return what it said of its recorder."""
    try:
        told = profiler.refusals(machines.logs("app", 500))
        machines.lift_caps(["app"])  # closing takes CPU, and the window is over
        profiler.stop(machines.container_id("app"))
    except ThreadmillError as fault:
        return [f"the app could not be stopped: {fault}"]
    return told


def _try(effect: Callable[[], Any], notes: list[str]) -> Any:
    """What the effect returns; None where it fails, which becomes a note."""
    try:
        return effect()
    except ThreadmillError as fault:
        notes.append(f"the profiler failed: {profiler.reason(fault)}")
        return None


def _span(window: Window) -> Span:
    seconds = round(window.ended - window.started, 3)
    return Span(from_epoch_ms=round(window.started * 1000), to_epoch_ms=round(window.ended * 1000), seconds=seconds)


def _within(span: Span, used: float | None, seconds: float) -> float | None:
    """CPU seconds in the span, of a reading that took a little longer: its ends are read one after another."""
    return None if used is None else round(used / seconds * span.seconds, 3)
