"""What k6 is asked to offer: its settings and its command line, with as much memory as it may use for them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bench.spec import settings

CONTAINER = "threadmill-load"
HEAP_SHARE = 0.85
"""Share of the load machine's memory that k6's heap may take; the rest is for what Go does not count."""
GOAL_SHARE = 0.70
"""Share of it at which garbage is collected where the users are known. Nearer to HEAP_SHARE Go makes whoever allocates
mark, and all users stand still."""
USER_BYTES, REQUEST_BYTES = 420_000, 40_000
"""Of k6's heap that live for each user, and that each request leaves behind: 31,000 to 33,000 of create-property
(docs/measurements/users-of-k6.md). Longer answers leave more, so k6 may collect within windows all the same; each
window tells for how long it did."""
GOGC = 400
"""Go's setting where they are not known: percent of what lives that may become garbage before it is collected."""
NEVER = "off"
"""Go's setting with which nothing is collected before the heap is full."""


@dataclass(frozen=True)
class Offer:
    """The load that one k6 process offers: a closed model of `vus` users, or an open one of `rate` requests/s.

    `settle` seconds of load pass uncounted before the window of `duration` seconds; `seed` fixes every random draw;
    `options` are settings of the scenario itself, such as THINK. `variant` and its `configuration` label k6's series.
    """

    scenario: str
    variant: str
    model: str
    vus: int | None
    rate: int | None
    settle: int
    duration: int
    seed: int
    observed: bool = True
    options: Mapping[str, str] = field(default_factory=dict)
    configuration: str = "stock"

    @property
    def level(self) -> int:
        """Its users, or its rate."""
        return self.vus or self.rate or 0

    @property
    def starts_within(self) -> float:
        """Seconds within which its window must begin: a minute more than its users and its settling take."""
        return int(self.options.get("RAMP", "0")) + self.settle + 60

    def at(self, level: int) -> "Offer":
        """The same at so many users, or at that rate."""
        return replace(self, vus=level) if self.model == "closed" else replace(self, rate=level)

    def reserving(self, users: int) -> "Offer":
        """The same with so many users at most in the open model."""
        return replace(self, options={**self.options, "MAX_VUS": str(users)})

    def environment(self) -> dict[str, str]:
        """What the script reads through __ENV."""
        given = {
            "MODEL": self.model, "VUS": self.vus, "RATE": self.rate,
            "SETTLE": self.settle, "DURATION": self.duration, "SEED": self.seed,
        }  # fmt: skip
        return {**self.options, **{key: str(value) for key, value in given.items() if value is not None}}

    def command(self) -> list[str]:
        """The Compose call that runs k6 on the load machine."""
        memory = settings.now()["LOAD_MEMORY"]
        collector = {"GOMEMLIMIT": heap_limit(memory), "GOGC": self._garbage, "GODEBUG": "gctrace=1"}
        told = {**self.environment(), **collector}
        variables = [f"--env={key}={value}" for key, value in told.items()]
        tags = [f"--tag=variant={self.variant}", f"--tag=configuration={self.configuration}"]
        output = ["--out=experimental-prometheus-rw", *tags] if self.observed else []
        return [
            "docker", "compose", "--profile", "load", "run", "--no-deps", "-T", f"--name={CONTAINER}",
            *variables, "load", "run", "--quiet", "--no-usage-report", *output, f"/k6/scenarios/{self.scenario}.ts",
        ]  # fmt: skip

    @property
    def collects(self) -> bool:
        """Whether k6 has to collect garbage before its window is over, as far as is known."""
        return self._garbage != NEVER

    @property
    def _garbage(self) -> int | str:
        reserved = self.options.get("MAX_VUS") if self.model == "open" else None
        if not reserved:
            return GOGC
        requests = (self.rate or 0) * (self.settle + self.duration)
        return garbage(int(reserved), requests, settings.now()["LOAD_MEMORY"])


def heap_limit(memory: str) -> int:
    """The bytes at which k6's runtime collects garbage at the latest, of a cap such as 2g (Docker's notation).

    Go's own rule, at twice of what lives, makes 3,000 users stand still for two seconds out of fourteen, since all that
    lives is marked each time; GOGC makes it rarer, and this keeps it within the cap.
    """
    return int(settings.size(memory) * HEAP_SHARE)


def garbage(users: int, requests: int, memory: str) -> int | str:
    """Go's setting (GOGC) with so many users, until so many requests are over: nothing is collected where there is room
    for all that they leave, since a collection shows in the app's p99. Else percent of what lives.

    A percentage alone does not keep a window free: Go collects first while k6 makes its users, when little lives yet,
    and a percentage of that little is reached within the window.
    """
    if users * USER_BYTES + requests * REQUEST_BYTES <= heap_limit(memory):
        return NEVER
    return max(int(100 * (settings.size(memory) * GOAL_SHARE / (users * USER_BYTES) - 1)), GOGC)
