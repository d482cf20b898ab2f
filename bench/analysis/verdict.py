"""Evidence in, verdict out: whether a window's numbers may be used. Pure functions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bench.analysis import change_point, drift
from bench.results import Drift, LoadSummary, Observation, Plan, Verdict, Warmup
from bench.spec.variants import RECORDS

Word = Literal["SUSPECT", "INVALID"]
Complaint = tuple[Word, str]

LOAD_CPU = 0.80
"""Share of its cap above which the load machine may itself be the limit."""
LOAD_THROTTLED = 0.10
"""Share of periods in which the load machine was stopped, above which it measured itself waiting."""
CROWDED, CROWDED_INVALID = 0.05, 0.25
"""Shares of the window in which the load machine's cores were full (bench/probes/cores.py): beyond a twentieth the p95
may come from those moments alone, beyond a quarter little of the window is left that they did not shape."""
COLLECTING = 0.01
"""Share of a window of the open model in which k6's garbage collector worked, above which p99 may be k6's own: of the
requests that are due meanwhile hardly any is quick (docs/measurements/users-of-k6.md). In the closed model they are not
sent meanwhile."""
COMPILERS_BUSY = 0.05
"""Share of the app's CPU above which its JIT compilers count as busy (bench/testbed/cgroup.py): what they take may
be missing from the goodput, and a comparison should not be wrong by more."""
CONTENTION_SUSPECT, CONTENTION_INVALID = 0.10, 0.30
"""Shares of the app's cores that the rest of the host may take; interrupts for our own packets are among it."""
FAILED_INVALID = 0.01
"""Share of failed requests above which good answers no longer speak for all."""
FEW_CYCLES, TOO_FEW_CYCLES = 20, 5
"""A window must hold so many times the mean latency, or its edges bias the count: a request under way at an edge counts
or not by chance, which is about one in so many."""
DRIFT = 0.10
"""The most that throughput may change over a window whose load is constant. Its mean is within a twentieth of the
throughput at either end then: what busy compilers may cost as well. Windows of 20 s show it where 2 s scatter by up to
4 %; of 72 real ones 45 did, and 6 changed by more (docs/measurements/drift-within-windows.md)."""
MOVED = DRIFT / 2
"""The most that a part which stands apart may move the window's mean, for the same reason."""
EXPLAINS = 0.5
"""The least part of a change of throughput that the cores' own speed must have changed as well to be named as its
reason. An app that waits finds its core's caches cold, which looks like a slower core."""
LITTLE = 0.10
"""The most that users and throughput x (latency + thinking) may differ, as a share of the users."""
COUNTS = 0.05
"""The most that two counts of the same requests may differ; the moments of reading differ by about a hundredth."""
FEW_COUNTS = 5.0
"""Requests a second that two counts may differ by in any case: health checks and observers ask as well."""
SHORT = 0.02
"""The most that a window's measured length may fall short of the planned one."""
LATE = 2.0
"""Seconds after a window within which its counters must be read: so long the load goes on (k6/lib/window.ts)."""


@dataclass(frozen=True)
class Evidence:
    """All that a window of the `plan` is judged by. `speed_change` is how the app's cores changed their own speed
    (bench/probes/cores.py), `read_after` how many seconds after the window its counters had been read."""

    plan: Plan
    variant: str
    warmup: Warmup
    window: Observation
    speed_change: float
    read_after: float


def judge(evidence: Evidence) -> Verdict:
    """The worst of all complaints; VALID without any. What is neither shown nor a complaint is noted."""
    checks = (_stack, _protocol, _failures, _load_machine, _host, _steadiness, _window, _little, _counts)
    complaints = [complaint for check in checks for complaint in check(evidence)]
    invalid = [reason for word, reason in complaints if word == "INVALID"]
    suspect = [reason for word, reason in complaints if word == "SUSPECT"]
    word: Literal["VALID", "SUSPECT", "INVALID"] = "INVALID" if invalid else "SUSPECT" if suspect else "VALID"
    return Verdict(verdict=word, reasons=invalid + suspect, notes=list(_notes(evidence)))


def _stack(evidence: Evidence) -> Iterator[Complaint]:
    for reason in (*evidence.window.incidents, *evidence.window.attestation.mismatches):
        yield "INVALID", reason


def _protocol(evidence: Evidence) -> Iterator[Complaint]:
    """What was asked for, as a published experiment had it, is a flaw all the same."""
    if evidence.plan.cold:
        yield "SUSPECT", "cold JVM: it was not warmed up, and this says how it starts, not how it runs (WARMUP=0)"
    if not evidence.plan.reset and "db" in evidence.plan.needs:
        yield "SUSPECT", "database not reset: what earlier windows wrote was still in it (RESET=off)"
    if evidence.plan.profiled:
        yield "SUSPECT", "profiled: a recorder took CPU of the app, so this explains a measurement and is none"


def _failures(evidence: Evidence) -> Iterator[Complaint]:
    load = evidence.window.load
    if load.good == 0:
        yield "INVALID", "no request was answered correctly"
    if not load.failed:
        return
    kinds = ", ".join(f"{count} {kind}" for kind, count in load.failures.items() if count)
    asked = load.requests + load.failures.get("dropped", 0)
    share = load.failed / max(asked, 1)
    wrong = load.failures.get("wrong-content", 0) / max(asked, 1)
    beyond = wrong > FAILED_INVALID or (share > FAILED_INVALID and not evidence.plan.failures_expected)
    reason = f"{load.failed} of {asked} requests failed ({share:.1%}: {kinds}); latency is of the others only"
    yield "INVALID" if beyond else "SUSPECT", reason


def _load_machine(evidence: Evidence) -> Iterator[Complaint]:
    load = evidence.window.use.get("load")
    if load is None:
        return
    if load.cpu_share > LOAD_CPU:
        yield "INVALID", f"the load machine used {load.cpu_share:.0%} of its CPU, so it may be the limit"
    if load.throttled_share > LOAD_THROTTLED:
        yield "INVALID", f"the load machine was throttled in {load.throttled_share:.0%} of its periods; raise LOAD_CPUS"
    crowded = evidence.window.load_core_full
    if crowded is not None and crowded > CROWDED:
        word: Word = "INVALID" if crowded > CROWDED_INVALID else "SUSPECT"
        yield (
            word,
            f"the load machine's core was full for {crowded:.0%} of the window, so that users waited for k6 as well; "
            "offer less, or give it more in LOAD_CORES",
        )
    if told := collecting(evidence.window.load):
        yield "SUSPECT", f"{told}, so that p99 may be its own; give it more in LOAD_MEMORY, or fewer users in MAX_VUS"


def collecting(load: LoadSummary) -> str:
    """For how long k6 collected garbage, if that may be what its users waited for; else ''."""
    share = load.collecting or 0.0
    return f"k6 collected garbage for {share:.1%} of the window" if load.model == "open" and share > COLLECTING else ""


def _host(evidence: Evidence) -> Iterator[Complaint]:
    taken = evidence.window.contention
    if taken is not None and taken > CONTENTION_SUSPECT:
        word: Word = "INVALID" if taken > CONTENTION_INVALID else "SUSPECT"
        yield word, f"other work on the host took {taken:.0%} of the app's cores; let it end, then repeat"


def _steadiness(evidence: Evidence) -> Iterator[Complaint]:
    if not evidence.warmup.steady and not evidence.plan.cold:
        yield "SUSPECT", f"the run never got steady: {evidence.warmup.reason}"
    share = evidence.window.app.compiler_share
    if share is not None and share > COMPILERS_BUSY:
        yield "SUSPECT", f"JIT compilers took {share:.0%} of the CPU that the app may use: it was not yet warm"
    found, apart = evidence.window.drift, evidence.window.change_point
    if apart and apart.moved > MOVED:  # one is found only where no line describes the samples better
        told = f"{change_point.words(apart)}, which moved its mean by {apart.moved:.0%}"
        yield "SUSPECT", f"{told}: see what else ran then, and repeat"
    elif found and abs(found.change) > DRIFT:
        why = _why(found, evidence.speed_change)
        yield "SUSPECT", f"throughput changed by {drift.words(found)} within the window{why}"


def _notes(evidence: Evidence) -> Iterator[str]:
    """Not shown to be steady is no complaint: such windows scatter more, by no more in one direction than in the
    other, and the interval over runs holds that scatter."""
    found, apart = evidence.window.drift, evidence.window.change_point
    if found and abs(found.change) <= DRIFT and not drift.within(found, DRIFT):
        yield (
            f"it is not shown that throughput changed by less than {DRIFT:.0%} within the window; "
            "a longer DURATION tells"
        )
    if apart and apart.moved <= MOVED:
        yield change_point.words(apart)


def _why(found: Drift, pace: float) -> str:
    if not drift.beyond(found, DRIFT):
        return ", though that is not shown: a longer DURATION tells"
    if pace / found.change >= EXPLAINS:
        return (
            f", and the host's cores changed their own speed by {pace:+.0%} (clock, or somebody else on them): repeat"
        )
    return ": warm up longer, or measure longer"


def _window(evidence: Evidence) -> Iterator[Complaint]:
    planned, load = evidence.plan.duration, evidence.window.load
    lasted = min(load.window_seconds, evidence.window.ended - evidence.window.started)
    if lasted < planned * (1 - SHORT):
        yield "INVALID", f"the window lasted {lasted:.1f} s, not {planned}"
    if evidence.read_after > LATE:
        late = f"the machines' counters were read {evidence.read_after:.1f} s after the window, when the load had ended"
        yield "INVALID", f"{late}; the host was too busy for the harness"
    mean = (load.latency_ms.mean or 0) / 1000
    cycles = load.window_seconds / mean if mean else FEW_CYCLES
    if cycles < FEW_CYCLES:
        word: Word = "INVALID" if cycles < TOO_FEW_CYCLES else "SUSPECT"
        yield word, f"the window holds only {cycles:.0f} times the mean latency of {mean:.2f} s; raise DURATION"


def _little(evidence: Evidence) -> Iterator[Complaint]:
    """In the closed model users = throughput x (latency + thinking): what is missing, the script itself waited.

    Or it still waits for its answers when the window ends: the latency is that of the quick ones then.
    """
    load = evidence.window.load
    if load.model != "closed" or not load.vus or load.latency_ms.mean is None or load.failed > COUNTS * load.requests:
        return
    found = load.requests / load.window_seconds * (load.latency_ms.mean + load.think_ms) / 1000
    if abs(found - load.vus) > max(LITTLE * load.vus, 1):
        each = load.requests / load.vus
        short = f"each had {each:.1f} answers in it: raise DURATION, or " if each < TOO_FEW_CYCLES else ""
        yield (
            "INVALID",
            f"Little's law is broken: throughput x (latency + thinking) is {found:.0f} users, not {load.vus}; "
            f"{short}the load script or its machine waits by itself",
        )


def _counts(evidence: Evidence) -> Iterator[Complaint]:
    """Three counts of the same requests must agree; of those that fail, one side may not know."""
    load = evidence.window.load
    if load.failed > COUNTS * load.requests:
        return
    answered, counted = load.requests / load.window_seconds, evidence.window.app.requests_per_second
    if counted is None:
        yield "INVALID", "the app answered no scrape in time, so nothing confirms what k6 counted; offer less"
    elif _differ(answered, counted):
        yield "INVALID", f"k6 counted {answered:,.1f} requests/s, the app {counted:,.1f}; see that nothing else asks it"
    expected = expected_statements(evidence.plan, evidence.variant)
    if evidence.window.database is None or expected is None:
        return
    wanted, found = answered * expected, evidence.window.database.statements
    if _differ(wanted, found):
        yield (
            "INVALID",
            f"{answered:,.1f} requests/s need {wanted:,.1f} statements/s, the database counted {found:,.1f}",
        )


def expected_statements(plan: Plan, variant: str) -> float | None:
    """Statements that each request of the variant should cost the database; None where that is not known."""
    return plan.statements_apart.get(variant) if RECORDS[variant].own_sql else plan.statements


def _differ(one: float, other: float) -> bool:
    return abs(one - other) > max(COUNTS * max(one, other), FEW_COUNTS)
