"""The steps by which each run found the highest rate that it holds under an objective."""

from bench.analysis import capacity_search
from bench.report import words
from bench.report.data import ReportData
from bench.report.grid import Grid
from bench.report.rows import labels
from bench.results import SearchStep

HEADINGS = ("variant", "run", "offered", "for", "good/s", "p50 ms", "p99 ms", "failed", "held", "at its limit")
WORDS = frozenset({"variant", "offered", "for", "held", "at its limit"})
TEXT = (
    f"Each run offers short steps, on a logarithmic scale, until what was held and what was not lie within "
    f"{capacity_search.RESOLUTION:.0%}; then a window confirms the highest rate that was held. Steps are no windows "
    "and have no verdict. A run's figure is the rate at which a line through the latencies of all of them, logarithm "
    "over logarithm, just meets the objective: one window alone scatters more, and errs downwards."
)


def steps(data: ReportData) -> Grid:
    """A row for each step of each run, in their order."""
    runs = sorted(data.runs, key=lambda run: (labels(data.runs).index(run.label), run.block))
    rows = [(run.label, str(run.block), *_cells(step)) for run in runs if run.search for step in run.search.steps]
    return Grid("Steps of the search", HEADINGS, tuple(rows), WORDS)


def _cells(step: SearchStep) -> tuple[str, ...]:
    what = f"{step.level:,} {'users' if step.model == 'closed' else 'requests/s'}"
    kind = "window" if step.confirming else "step"
    held = words.NOTHING if step.model == "closed" else "yes" if step.held else capacity_search.told(step)
    latency = (words.NOTHING if one is None else f"{one:,.1f}" for one in (step.latency_ms.p50, step.latency_ms.p99))
    return (
        what, f"{kind} of {step.seconds:g} s", f"{step.goodput:,.0f}", *latency, f"{step.failed_share:.2%}", held,
        step.limiter.name,
    )  # fmt: skip
