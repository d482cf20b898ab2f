"""How series look: a colour for each variant, and a line style for each kind of metric, the same in every panel."""

from collections.abc import Iterable, Sequence
from typing import Any

from bench.spec.variants import RECORDS

Override = dict[str, Any]

DOTTED, DASHED = [2, 4], [10, 6]
DASHES = {
    **dict.fromkeys(("p50", "users", "JVM", "throttled", "limit", "answered"), DOTTED),
    **dict.fromkeys(("p99", "virtual", "waiting", "heap", "longest"), DASHED),
}
"""Line styles by the last word of a legend, as lengths of dash and gap; every other line is solid."""

CONFIGURATIONS = " (stock)", " (tuned)"
"""How the names of a variant's series end where an experiment has it in both configurations."""

LIMIT = "#999999"
LIMITS = ("limit", "cap")
VERDICTS = {0: ("VALID", "#0072B2"), 1: ("SUSPECT", "#F0E442"), 2: ("INVALID", "#D55E00")}
"""Of the same palette, and none of them that of one of the four variants."""


def variants() -> list[Override]:
    """A series whose name begins with a variant has that variant's colour."""
    return [_override(f"/^{name}\\b/", _colour(one.colour)) for name, one in RECORDS.items()]


def styles(legends: Iterable[str]) -> list[Override]:
    """A series whose legend ends in one of those words has that word's dashes, and a limit is grey."""
    words = {legend.split()[-1] for legend in legends}
    changes: list[tuple[str, dict[str, Any]]] = [
        *((word, {"id": "custom.lineStyle", "value": {"fill": "dash", "dash": dash}}) for word, dash in DASHES.items()),
        *((word, _colour(LIMIT)) for word in LIMITS),
    ]
    return [_override(f"/\\b{word}$/", change) for word, change in changes if word in words]


def stock(legends: Sequence[str]) -> list[Override]:
    """Where a variant stands beside its tuned self, its stock one is dashed, as in the report's charts.

    It is drawn thin in a panel whose dashes tell metrics apart, and as a lighter bar in one without lines (no legends).
    """
    if not legends:
        change: dict[str, Any] = {"id": "custom.fillOpacity", "value": 40}
    elif any(legend.split()[-1] in DASHES for legend in legends):
        change = {"id": "custom.lineWidth", "value": 1}
    else:
        change = {"id": "custom.lineStyle", "value": {"fill": "dash", "dash": DASHED}}
    return [_override(r"/ \(stock\)/", change)]


def width(column: str, pixels: int) -> Override:
    """A column of a table is so wide."""
    return _override(column, {"id": "custom.width", "value": pixels}, "byName")


def verdicts() -> list[dict[str, Any]]:
    """Value mappings that say a verdict in a word and a colour."""
    options = {str(value): {"text": text, "color": colour} for value, (text, colour) in VERDICTS.items()}
    return [{"type": "value", "options": options}]


def _override(series: str, change: dict[str, Any], matcher: str = "byRegexp") -> Override:
    return {"matcher": {"id": matcher, "options": series}, "properties": [change]}


def _colour(colour: str) -> dict[str, Any]:
    return {"id": "color", "value": {"mode": "fixed", "fixedColor": colour}}
