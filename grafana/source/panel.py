"""One panel: what it asks, in which unit, and how it is drawn."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any

from bench.spec.variants import VARIANTS
from grafana.source import look

DATASOURCE = {"type": "prometheus", "uid": "threadmill-prometheus"}
Options = Mapping[str, Any]
LINES = {"drawStyle": "line", "lineWidth": 2, "fillOpacity": 0, "showPoints": "never", "spanNulls": 3000}
"""Gaps of up to 3 s, a scrape or two that failed, are bridged."""


@dataclass(frozen=True)
class Query:
    """An expression of PromQL, and its legend in Grafana's form: "{{variant}} p95".

    `only` are the variants that have such series, all but for metrics of one style. `rare` says when a sound run has
    none of them, empty if never. `columns` ask for a table: the newest value alone, with these labels as columns.
    """

    expr: str
    legend: str = ""
    only: tuple[str, ...] = VARIANTS
    rare: str = ""
    columns: tuple[str, ...] = ()

    def labels(self) -> list[str]:
        """The labels that a result must have: those of the legend, and the columns of a table."""
        return [*re.findall(r"{{(\w+)}}", self.legend), *self.columns]

    def json(self, ref: str) -> dict[str, Any]:
        """As a target of a panel."""
        newest = bool(self.columns)
        return {
            "refId": ref, "datasource": DATASOURCE, "editorMode": "code", "expr": self.expr,
            "legendFormat": self.legend, "format": "table" if newest else "time_series", "instant": newest,
            "range": not newest,
        }  # fmt: skip


def by_variant(expr: str, word: str, only: tuple[str, ...] = VARIANTS, how: str = "sum") -> Query:
    """One series for each variant, whose legend is the variant and `word`; `how` joins what a variant has more of."""
    return Query(f"{how} by (variant) ({expr})", f"{{{{variant}}}} {word}", only)


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
    defaults: Options = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    overrides: tuple[look.Override, ...] = ()
    transformations: tuple[Options, ...] = ()

    def json(self, number: int, position: Mapping[str, int]) -> dict[str, Any]:
        """As Grafana's JSON, at that position of its grid."""
        colours = look.variants() if self.shows_variants() else []
        legends = [query.legend for query in self.queries if query.legend]
        stock = look.stock(legends) if self.shows_variants() else []
        return {
            "id": number, "type": self.kind, "title": self.title, "description": self.description,
            "datasource": DATASOURCE, "gridPos": position,
            "fieldConfig": {
                "defaults": {"unit": self.unit, "min": 0, **self._when_empty(), **self.defaults},
                "overrides": [*colours, *look.styles(legends), *stock, *self.overrides],
            },
            "options": self.options, "transformations": self.transformations,
            "targets": [query.json(ref) for ref, query in zip(ascii_uppercase, self.queries, strict=False)],
        }  # fmt: skip

    def shows_variants(self) -> bool:
        """Whether its series are those of variants."""
        return any("variant" in query.labels() for query in self.queries)

    def _when_empty(self) -> dict[str, str]:
        """A panel that belongs to some variants says so while another runs."""
        owners = [name for name in VARIANTS if any(name in query.only for query in self.queries)]
        return {} if len(owners) == len(VARIANTS) else {"noValue": f"only in {' and '.join(owners)}"}


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
    options = {
        "calculate": False, "cellGap": 0, "filterValues": {"le": 1e-9}, "legend": {"show": True},
        "color": {"mode": "scheme", "scheme": "Oranges", "steps": 64, "exponent": 0.5, "scale": "exponential"},
        "yAxis": {"axisPlacement": "left", "unit": unit}, "tooltip": {"show": True, "yHistogram": True},
    }  # fmt: skip
    return Panel(title, description, (query,), unit, kind="heatmap", options=options)


def bars(title: str, description: str, query: Query, unit: str, width: int = 0) -> Panel:
    """One bar for each variant; the axis of a share ends at the whole."""
    options = {
        "displayMode": "basic", "orientation": "horizontal", "valueMode": "color", "showUnfilled": True,
        "reduceOptions": NEWEST,
    }  # fmt: skip
    defaults = {"max": 1} if unit == "percentunit" else {}
    return _of_variants("bargauge", title, description, query, options, defaults, unit, width)


def grouped_bars(title: str, description: str, query: Query, unit: str, width: int) -> Panel:
    """The variants' bars beside each other, in a group for each value of the query's first column."""
    options = {
        "orientation": "vertical", "stacking": "none", "showValue": "always", "groupWidth": 0.85, "barWidth": 0.95,
        "text": {"valueSize": 10}, "legend": LEGEND, "tooltip": {"mode": "multi", "sort": "none"},
    }  # fmt: skip
    defaults = {"custom": {"fillOpacity": 90, "lineWidth": 0}}
    return _of_variants("barchart", title, description, query, options, defaults, unit, width)


def verdicts(title: str, description: str, query: Query) -> Panel:
    """A tile for each variant with the verdict as word and colour; a filled one would outshine all figures."""
    options = {
        "colorMode": "value", "graphMode": "none", "justifyMode": "auto", "textMode": "value_and_name",
        "orientation": "vertical", "reduceOptions": NEWEST,
    }  # fmt: skip
    defaults = {"mappings": look.verdicts(), "color": {"mode": "thresholds"}}
    return _of_variants("stat", title, description, query, options, defaults, width=24, height=4)


def _of_variants(
    kind: str, title: str, description: str, query: Query, options: Options, defaults: Options,
    unit: str = "short", width: int = 0, height: int = 8,
) -> Panel:  # fmt: skip
    """Turn rows of (group, variant, value) into a row for each group with the variants as columns, in their order."""
    group = query.columns[0]
    names = [f"{name}{one}" for name in VARIANTS for one in ("", *look.CONFIGURATIONS)]
    order = {name: index for index, name in enumerate([f"{group}\\variant", *names])}
    matrix = {"rowField": group, "columnField": "variant", "valueField": "Value", "emptyValue": "null"}
    transformations = (
        {"id": "groupingToMatrix", "options": matrix},
        {"id": "organize", "options": {"excludeByName": {}, "indexByName": order, "renameByName": {}}},
    )
    return Panel(
        title, description, (query,), unit, width, height, kind, defaults, options, transformations=transformations
    )


def text_table(title: str, description: str, query: Query) -> Panel:
    """The labels of the newest samples, a row for each; the last one has what room is left."""
    hidden = dict.fromkeys(("Time", "Value"), True)
    order = {name: index for index, name in enumerate(query.columns)}
    return Panel(
        title, description, (query,), width=24, height=7, kind="table", options={"showHeader": True},
        overrides=tuple(look.width(column, 140) for column in query.columns[:-1]),
        transformations=({"id": "organize", "options": {"excludeByName": hidden, "indexByName": order}},),
    )  # fmt: skip
