"""One panel: what it asks, in which unit, and how it is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any

from bench.spec.variants import VARIANTS
from grafana.source import look
from grafana.source.query import DATASOURCE, Query

LINES = {"drawStyle": "line", "lineWidth": 2, "fillOpacity": 0, "showPoints": "never", "spanNulls": 3000}
"""Gaps of up to 3 s, a scrape or two that failed, are bridged."""


@dataclass(frozen=True)
class Panel:
    """A panel of `width` of 24 columns, its row's if 0, and `height` rows. `description` is one line. Units are
    Grafana's ids."""

    title: str
    description: str
    queries: tuple[Query, ...]
    unit: str = "short"
    width: int = 0
    height: int = 8
    kind: str = "timeseries"
    defaults: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    overrides: tuple[look.Override, ...] = ()
    transformations: tuple[Mapping[str, Any], ...] = ()

    def json(self, number: int, place: Mapping[str, int]) -> dict[str, Any]:
        """As Grafana's JSON, at that place of its grid."""
        return {
            "id": number, "type": self.kind, "title": self.title, "description": self.description,
            "datasource": DATASOURCE, "gridPos": dict(place),
            "fieldConfig": {
                "defaults": {"unit": self.unit, "min": 0, **self._when_empty(), **self.defaults},
                "overrides": self._overrides(),
            },
            "options": dict(self.options),
            "transformations": [dict(step) for step in self.transformations],
            "targets": [query.json(ref) for ref, query in zip(ascii_uppercase, self.queries, strict=False)],
        }  # fmt: skip

    def shows_variants(self) -> bool:
        """Whether its series are those of variants."""
        return any("variant" in query.labels() for query in self.queries)

    def _when_empty(self) -> dict[str, str]:
        """A panel that belongs to some variants says so while another runs."""
        owners = [name for name in VARIANTS if any(name in query.only for query in self.queries)]
        return {} if len(owners) == len(VARIANTS) else {"noValue": f"only in {' and '.join(owners)}"}

    def _overrides(self) -> list[look.Override]:
        colours = look.variants() if self.shows_variants() else []
        return [*colours, *look.styles(query.legend for query in self.queries), *self.overrides]


LEGEND = {"displayMode": "list", "placement": "bottom", "showLegend": True}
NEWEST = {"calcs": ["lastNotNull"], "fields": "", "values": False}


def lines(
    title: str, description: str, *queries: Query, unit: str = "short", width: int = 0, stacked: bool = False
) -> Panel:
    """Lines over time."""
    custom = {**LINES, "fillOpacity": 40, "lineWidth": 1, "stacking": {"mode": "normal"}} if stacked else LINES
    if unit == "percentunit":
        custom = {**custom, "axisSoftMax": 0.1}  # shares that are all zero would get an axis up to 10,000 %
    options = {"legend": LEGEND, "tooltip": {"mode": "multi", "sort": "desc"}}
    return Panel(title, description, queries, unit, width, defaults={"custom": custom}, options=options)


def heat_map(title: str, description: str, query: Query, unit: str) -> Panel:
    """A native histogram over time. It comes as cells; the query format "heatmap" is for classic buckets."""
    return Panel(
        title, description, (query,), unit, kind="heatmap",
        options={
            "calculate": False, "cellGap": 0, "filterValues": {"le": 1e-9}, "legend": {"show": True},
            "color": {"mode": "scheme", "scheme": "Oranges", "steps": 64, "exponent": 0.5, "scale": "exponential"},
            "yAxis": {"axisPlacement": "left", "unit": unit}, "tooltip": {"show": True, "yHistogram": True},
        },
    )  # fmt: skip


def bars(title: str, description: str, query: Query, unit: str) -> Panel:
    """One bar for each variant; the axis of a share ends at the whole."""
    return Panel(
        title, description, (query,), unit, kind="bargauge",
        defaults={"max": 1} if unit == "percentunit" else {},
        options={
            "displayMode": "basic", "orientation": "horizontal", "valueMode": "color", "showUnfilled": True,
            "reduceOptions": NEWEST,
        },
        transformations=_variants_as_columns(query),
    )  # fmt: skip


def grouped_bars(title: str, description: str, query: Query, unit: str, width: int) -> Panel:
    """The variants' bars beside each other, in a group for each value of the query's first column."""
    return Panel(
        title, description, (query,), unit, width, kind="barchart",
        defaults={"custom": {"fillOpacity": 90, "lineWidth": 0}},
        options={
            "orientation": "vertical", "stacking": "none", "showValue": "always", "groupWidth": 0.85, "barWidth": 0.95,
            "text": {"valueSize": 10}, "legend": LEGEND, "tooltip": {"mode": "multi", "sort": "none"},
        },
        transformations=_variants_as_columns(query),
    )  # fmt: skip


def verdict(title: str, description: str, query: Query) -> Panel:
    """A tile for each variant with the verdict as word and colour; a filled one would outshine all figures."""
    return Panel(
        title, description, (query,), width=24, height=4, kind="stat",
        defaults={"mappings": look.verdicts(), "color": {"mode": "thresholds"}},
        options={
            "colorMode": "value", "graphMode": "none", "justifyMode": "auto", "textMode": "value_and_name",
            "orientation": "vertical", "reduceOptions": NEWEST,
        },
        transformations=_variants_as_columns(query),
    )  # fmt: skip


def text_table(title: str, description: str, query: Query) -> Panel:
    """The labels of the newest samples, a row for each; the last one has what room is left."""
    hidden = dict.fromkeys(("Time", "Value"), True)
    order = {name: place for place, name in enumerate(query.columns)}
    return Panel(
        title, description, (query,), width=24, height=7, kind="table",
        options={"showHeader": True},
        overrides=tuple(look.width(column, 140) for column in query.columns[:-1]),
        transformations=({"id": "organize", "options": {"excludeByName": hidden, "indexByName": order}},),
    )  # fmt: skip


def _variants_as_columns(query: Query) -> tuple[Mapping[str, Any], ...]:
    """Turn rows of (group, variant, value) into a row for each group with the variants as columns, in their order."""
    group = query.columns[0]
    order = {name: place for place, name in enumerate([f"{group}\\variant", *VARIANTS])}
    matrix = {"rowField": group, "columnField": "variant", "valueField": "Value", "emptyValue": "null"}
    return (
        {"id": "groupingToMatrix", "options": matrix},
        {"id": "organize", "options": {"excludeByName": {}, "indexByName": order, "renameByName": {}}},
    )
