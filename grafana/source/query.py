"""One expression of a panel, and when it is to have data."""

import re
from dataclasses import dataclass
from typing import Any, Literal

from bench.spec.variants import VARIANTS

DATASOURCE = {"type": "prometheus", "uid": "threadmill-prometheus"}


@dataclass(frozen=True)
class Query:
    """An expression of PromQL, and its legend in Grafana's form: "{{variant}} p95".

    `only` are the variants that have such series, all but for metrics of one style. `rare` says when a sound run has
    none of them, empty if never. `table` asks for the newest value alone, with its labels as columns.
    """

    expr: str
    legend: str = ""
    only: tuple[str, ...] = VARIANTS
    rare: str = ""
    form: Literal["time_series", "table"] = "time_series"
    columns: tuple[str, ...] = ()

    def labels(self) -> list[str]:
        """The labels that a result must have: those of the legend, and the columns of a table."""
        return [*re.findall(r"{{(\w+)}}", self.legend), *self.columns]

    def json(self, ref: str) -> dict[str, Any]:
        """As a target of a panel."""
        newest = self.form == "table"
        return {
            "refId": ref, "datasource": DATASOURCE, "editorMode": "code", "expr": self.expr,
            "legendFormat": self.legend, "format": self.form, "instant": newest, "range": not newest,
        }  # fmt: skip


def by_variant(expr: str, word: str, only: tuple[str, ...] = VARIANTS, how: str = "sum") -> Query:
    """One series for each variant, whose legend is the variant and `word`; `how` joins what a variant has more of."""
    return Query(f"{how} by (variant) ({expr})", f"{{{{variant}}}} {word}", only)


def table(expr: str, *columns: str, only: tuple[str, ...] = VARIANTS) -> Query:
    """The newest value of each series, with these labels as columns."""
    return Query(expr, only=only, form="table", columns=columns)
