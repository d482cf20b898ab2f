"""Scraping the app, before its windows, as often as Prometheus does in many minutes.

Each scrape calls the same few methods some dozens of times. At one scrape a second their counts reach what the JIT
compilers wait for within the windows, which then pay for the compilation.
"""

import httpx

from bench.probes.actuator import unreadable
from bench.probes.attestation import PATIENCE
from bench.testbed import loopback

FORMATS = (
    "text/plain",
    "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited",
)
"""What the harness asks for, and what Prometheus does."""
TIMES = 300
"""Scrapes in each format. A run has some 150 others up to its first window's end."""


def rehearse(management_url: str) -> None:
    """Scrape TIMES times in each format, one scrape after another; a ThreadmillError if the app does not answer."""
    try:
        with loopback.client(PATIENCE) as client:
            for _ in range(TIMES):
                for form in FORMATS:
                    client.get(f"{management_url}/prometheus", headers={"Accept": form}).raise_for_status()
    except httpx.HTTPError as fault:
        raise unreadable(fault) from None
