"""One reading of the app's metrics through its management port, timed."""

import re
import time
from dataclasses import dataclass

import httpx

PATH = "/actuator/prometheus"


@dataclass(frozen=True)
class Scrape:
    """The answer's text and how long it took. `fault` says why there is none."""

    seconds: float
    text: str
    fault: str = ""

    def series(self, name: str) -> dict[str, float]:
        """The values of the metric's series by their labels as written; empty if it does not exist."""
        found = re.findall(rf"^{name}(?:{{([^\n]*)}})? (\S+)$", self.text, re.MULTILINE)
        return {labels: float(value) for labels, value in found}

    def values(self, name: str) -> list[float]:
        """The values of the metric's series."""
        return list(self.series(name).values())

    def total(self, name: str) -> float:
        """The sum over the metric's series."""
        return sum(self.values(name))


def scrape(management: httpx.Client, timeout: float = 10.0) -> Scrape:
    """Read the metrics now. A fault is part of the answer: it is what the caller wants to judge."""
    begun = time.monotonic()
    try:
        answer = management.get(PATH, timeout=timeout)
    except httpx.HTTPError as fault:
        return Scrape(time.monotonic() - begun, "", repr(fault))
    fault_seen = "" if answer.status_code == 200 else f"{answer.status_code} {answer.text[:200]}"
    return Scrape(time.monotonic() - begun, answer.text, fault_seen)
