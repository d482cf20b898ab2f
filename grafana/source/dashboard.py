"""One dashboard: rows of panels, its variables and its annotations, as the classic JSON of Grafana 9 to 13."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grafana.source.panel import DATASOURCE, Panel

FOLDER = Path(__file__).resolve().parent.parent / "dashboards"
COLUMNS = 24
JOINED = "5s"
"""Moments so near to each other are one stretch of an annotation. Grafana asks for a hundredth of the range at least,
and draws a line for each moment where that is more: so up to some 8 minutes are drawn as stretches."""


@dataclass(frozen=True)
class Row:
    """Panels under a heading, from left to right and then below, each so wide if it does not say otherwise."""

    title: str
    panels: tuple[Panel, ...]
    width: int = 8


def variable(name: str, title: str, series: str, newest_first: bool = False) -> dict[str, Any]:
    """A choice at the top of the dashboard: the values of the label `name` of the series that an expression gives.

    The first is taken at the start. Prometheus' own list of a label's values is no help here: it lacks series of which
    all samples came out of order, as the overlay's do, until they are in a block (prometheus/prometheus#19739).
    """
    query = f"query_result(group by ({name}) ({series}))"
    return {
        "name": name, "label": title, "type": "query", "datasource": DATASOURCE,
        "query": {"query": query, "refId": name}, "definition": query, "regex": f'/{name}="([^"]*)"/',
        "refresh": 2, "sort": 2 if newest_first else 3, "multi": False, "includeAll": False, "hide": 0,
    }  # fmt: skip


def annotation(name: str, title: str, text: str, colour: str, expr: str, at_value: bool = False) -> dict[str, Any]:
    """Stretches of time, marked where the expression has a value; `title` and `text` are legends of its labels.

    `at_value`: the value is the moment itself, in milliseconds.
    """
    return {
        "name": name, "datasource": DATASOURCE, "enable": True, "expr": expr, "step": JOINED,
        "titleFormat": title, "textFormat": text, "iconColor": colour, "useValueForTime": at_value,
    }  # fmt: skip


@dataclass(frozen=True)
class Dashboard:
    """A dashboard. `span` is the range of time shown at first, in Grafana's words; `timezone` its clock."""

    uid: str
    title: str
    description: str
    rows: tuple[Row, ...]
    span: tuple[str, str]
    refresh: str
    timezone: str = "browser"
    variables: tuple[dict[str, Any], ...] = ()
    annotations: tuple[dict[str, Any], ...] = ()
    time_picker: bool = True

    @property
    def file(self) -> str:
        """The name of its JSON file."""
        return f"{self.uid.removeprefix('threadmill-')}.json"

    def panels(self) -> list[Panel]:
        """Every panel, from top to bottom."""
        return [panel for row in self.rows for panel in row.panels]

    def text(self) -> str:
        """The JSON file."""
        return json.dumps(self.json(), indent=1) + "\n"

    def json(self) -> Mapping[str, Any]:
        """The schema version is Grafana 9's, which the newer ones bring up to theirs when they load it."""
        start, end = self.span
        return {
            "uid": self.uid, "title": self.title, "description": self.description, "tags": ["threadmill"],
            "schemaVersion": 37, "version": 1, "editable": False, "graphTooltip": 1,
            "timezone": self.timezone, "refresh": self.refresh,
            "time": {"from": start, "to": end},
            "timepicker": {"refresh_intervals": ["1s", "5s", "10s", "30s"], "hidden": not self.time_picker},
            "templating": {"list": self.variables}, "annotations": {"list": self.annotations},
            "links": [{
                "type": "dashboards", "title": "", "tags": ["threadmill"], "asDropdown": False,
                "includeVars": False, "keepTime": False, "targetBlank": False,
            }],
            "panels": _laid_out(self.rows),
        }  # fmt: skip


def _laid_out(rows: tuple[Row, ...]) -> list[dict[str, Any]]:
    placed: list[dict[str, Any]] = []
    y = 0
    for row in rows:
        heading = {"type": "row", "title": row.title, "collapsed": False, "panels": []}
        placed.append({"id": len(placed) + 1, **heading, "gridPos": {"x": 0, "y": y, "w": COLUMNS, "h": 1}})
        y, x, tallest = y + 1, 0, 0
        for panel in row.panels:
            width = panel.width or row.width
            if x + width > COLUMNS:
                y, x, tallest = y + tallest, 0, 0
            placed.append(panel.json(len(placed) + 1, {"x": x, "y": y, "w": width, "h": panel.height}))
            x, tallest = x + width, max(tallest, panel.height)
        y += tallest
    return placed
