"""The running stack as a test sees it: addresses, settings, and the machines behind them."""

from dataclasses import dataclass, field

import httpx

from bench.spec.variants import RECORDS, VARIANTS, Variant
from bench.testbed import engine
from bench.testbed.machines import Machines

APP_USER = "threadmill"
"""The database user that only the app uses."""
OF_EACH_POOL = list({RECORDS[variant].pool: variant for variant in VARIANTS}.values())
"""A variant for each kind of connection pool: for what is the pool's and the driver's matter, and not the style's."""


@dataclass(frozen=True)
class Stack:
    """One variant, healthy, on a reset database. `pool_at_start` is what the pool held before the first call."""

    variant: str
    machines: Machines
    api: httpx.Client
    management: httpx.Client
    pool_at_start: int
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def record(self) -> Variant:
        """What the variant is to be."""
        return RECORDS[self.variant]

    def setting(self, name: str) -> int:
        """A figure that compose.yaml hands to the app, such as DB_POOL_SIZE."""
        return int(self.settings[name])


def client(port: int, timeout: float = 20.0) -> httpx.Client:
    """A client for a port published on this host; never through a proxy."""
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=timeout, trust_env=False)


def app_settings() -> dict[str, str]:
    """The environment that compose.yaml, with .env filled in, gives to the app."""
    environment = engine.config()["services"]["app"]["environment"]
    return {name: str(value) for name, value in environment.items()}


def running_variant() -> str | None:
    """The variant that runs now, if any does."""
    labels = (f"com.docker.compose.project={engine.PROJECT}", "threadmill.machine=app")
    chosen = [word for label in labels for word in ("--filter", f"label={label}")]
    return engine.docker("ps", *chosen, "--format", '{{.Label "threadmill.variant"}}').strip() or None
