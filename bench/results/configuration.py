"""The configuration that a variant ran with, as the result files keep it."""

from pydantic import Field

from bench.results.record import Record

STOCK, TUNED = "stock", "tuned"
GOODPUT, PER_CPU_SECOND = "goodput", "good requests per CPU-second"
"""What a search compares settings by."""


class Factor(Record):
    """A ratio over paired blocks, with its 95 % interval; `of` says of what."""

    value: float
    low: float
    high: float
    blocks: int
    of: str = GOODPUT

    @property
    def inverse(self) -> "Factor":
        """The same ratio seen from the other side."""
        turned = {"value": 1 / self.value, "low": 1 / self.high, "high": 1 / self.low}
        return self.model_copy(update=turned)


class Search(Record):
    """What a search found for a variant and a kind of load: where, and its best over stock (None: nothing better).
    `scheduler` is the fair scheduler of that host's kernel; empty in files from before it was kept.
    `resolution` is the gain of a setting below which the search may have missed it (None likewise).

    `stock` and `tuned` are the tunables as the app attested them in the search. `differences` say how the app's caps,
    processors, heap or collector in this experiment are not those of the search; empty where they are.
    """

    file: str
    host: str
    scheduler: str = ""
    resolution: float | None = None
    over_stock: Factor | None = None
    stock: dict[str, bool | int | str | None] = Field(default_factory=dict)
    tuned: dict[str, bool | int | str | None] = Field(default_factory=dict)
    differences: list[str] = Field(default_factory=list)


class Configuration(Record):
    """`name` is stock, tuned, or the candidate of a search; `settings` are the tunables that it sets.

    `search` is the one on this kind of load; None where this variant was never searched on it.
    """

    variant: str
    name: str
    settings: dict[str, bool | int | str] = Field(default_factory=dict)
    search: Search | None = None

    @property
    def carried(self) -> bool:
        """Whether it was tuned for other caps, processors, heap or collector than those it ran with."""
        return self.name == TUNED and self.search is not None and bool(self.search.differences)
