"""What the words of a report mean, for who reads one without the project at hand."""

from bench.report.grid import Grid
from bench.spec.variants import APART, VARIANTS

TERMS = (
    ("variant", f"a concurrency style of the app: {', '.join(VARIANTS)}; apart, {', '.join(APART)}"),
    ("scenario", "what a user does, and the load model"),
    ("closed model", "a fixed number of users, each waiting for its answer; a slower app is asked less"),
    ("open model", "arrivals at a rate, whatever the answers do; never compared with the closed model"),
    ("load level", "users (closed model) or arrivals per second (open model)"),
    ("run", "one fresh start of one variant, warmed up until steady, then measured at every load level"),
    ("window", "one measured interval of a run, at one load level"),
    ("block", "one run of every variant, in shuffled order; ratios are taken within blocks"),
    ("goodput", "answers per second that were right in status and content"),
    ("throughput", "answers per second, right or wrong"),
    ("p50, p95, p99", "latency of good answers, as the user saw it: half, 95 % and 99 % were at least as fast"),
    (
        "± and [ , ]",
        "95 % interval over runs (Student's t; ratios on their logarithms); one in twenty misses the truth",
    ),
    ("no difference shown", "the interval of the ratio holds 1, or the ratio lies within the host's noise floor"),
    ("limiter", "what kept the run from going faster"),
    ("predicted capacity", "the requests per second at which something would limit, by arithmetic"),
    ("throttled", "share of the scheduler's periods in which a machine was stopped for having used up its CPU cap"),
    ("VALID", "nothing speaks against the number"),
    ("SUSPECT", "something may have spoiled the number; the reason says what"),
    ("INVALID", "the number must not be used; the reason says why"),
)


def grid() -> Grid:
    """Terms and meanings."""
    return Grid("Vocabulary", ("term", "meaning"), TERMS, frozenset({"meaning"}))
