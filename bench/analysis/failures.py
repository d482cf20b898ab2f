"""What failures do to a mean latency, by how they are counted. Pure functions.

`latency_ms` of a window is of good answers alone. One published experiment averaged its failures in as if each had been
answered at once, which makes a service that fails look fast.
"""

from bench.results import LoadSummary


def mean_with_failures_at(load: LoadSummary, limit_ms: float) -> float | None:
    """Mean latency in milliseconds if every failure is counted as `limit_ms`, such as what users wait for an answer.

    None if nothing was asked.
    """
    asked = load.good + load.failed
    if not asked:
        return None
    good_ms = load.good * (load.latency_ms.mean or 0.0)
    return (good_ms + load.failed * limit_ms) / asked
