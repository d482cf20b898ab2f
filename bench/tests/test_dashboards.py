"""The dashboards' JSON is what their source says, and keeps the promises that a viewer relies on."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.paths import ROOT
from bench.spec.variants import RECORDS
from grafana.source import DASHBOARDS, side_by_side
from grafana.source.dashboard import FOLDER, Dashboard
from grafana.source.panel import DATASOURCE, Panel

PANELS = [
    pytest.param(panel, id=f"{dashboard.title}: {panel.title}")
    for dashboard in DASHBOARDS
    for panel in dashboard.panels()
]
each_dashboard = pytest.mark.parametrize("dashboard", DASHBOARDS, ids=lambda dashboard: dashboard.title)


@each_dashboard
def test_the_json_is_current(dashboard: Dashboard) -> None:
    assert (FOLDER / dashboard.file).read_text() == dashboard.text(), "run `make dashboards` and commit what it writes"


def test_no_json_is_without_a_source() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {dashboard.file for dashboard in DASHBOARDS}


@each_dashboard
def test_a_dashboard_has_its_own_uid_is_locked_and_numbers_its_panels(dashboard: Dashboard) -> None:
    found = json.loads((FOLDER / dashboard.file).read_text())
    assert found["uid"] == dashboard.uid and found["editable"] is False
    numbers = [panel["id"] for panel in found["panels"]]
    assert len(set(numbers)) == len(numbers)
    assert [other.uid for other in DASHBOARDS].count(dashboard.uid) == 1


@each_dashboard
def test_panels_do_not_overlap(dashboard: Dashboard) -> None:
    taken: set[tuple[int, int]] = set()
    for panel in json.loads((FOLDER / dashboard.file).read_text())["panels"]:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken, f"{panel['title']} lies on another panel"
        assert place["x"] + place["w"] <= 24
        taken |= cells


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_explains_itself_in_one_line(panel: Panel) -> None:
    assert panel.description.endswith(".") and "\n" not in panel.description and len(panel.description) <= 160
    assert panel.unit and panel.queries
    assert all(query.legend or query.columns for query in panel.queries), "a line without a legend"


@pytest.mark.parametrize("panel", PANELS)
def test_a_variant_has_its_colour_in_every_panel(panel: Panel) -> None:
    overrides = panel.json(1, {})["fieldConfig"]["overrides"]
    rules = {rule["matcher"]["options"]: rule["properties"][0]["value"] for rule in overrides}
    colours = {name: rules[f"/^{name}\\b/"]["fixedColor"] for name in RECORDS if f"/^{name}\\b/" in rules}
    assert colours == ({name: one.colour for name, one in RECORDS.items()} if panel.shows_variants() else {})


@each_dashboard
def test_a_choice_comes_from_a_query_and_not_from_a_list_of_labels(dashboard: Dashboard) -> None:
    """Such a list lacks the newest experiment: all of its samples come out of order."""
    for variable in dashboard.variables:
        assert re.fullmatch(rf"query_result\(group by \({variable['name']}\) \(.*\)\)", variable["definition"])
        printed = f'{{{variable["name"]}="2: 30 users"}} 1 1793491211000'
        found = re.search(variable["regex"].strip("/"), printed)
        assert found and found[1] == "2: 30 users", "Grafana takes a choice from a printed series by this expression"


def test_stock_looks_other_than_tuned_beside_it() -> None:
    for panel in side_by_side.DASHBOARD.panels():
        rules = [rule for rule in panel.json(1, {})["fieldConfig"]["overrides"] if panel.shows_variants()]
        changes = [
            one["id"]
            for rule in rules
            for one in rule["properties"]
            if re.search(rule["matcher"]["options"].strip("/"), "reactor (stock) p50")
        ]
        assert {"custom.lineStyle", "custom.lineWidth", "custom.fillOpacity"} & {*changes[1:]}, panel.title


def test_grafana_is_provisioned_for_them() -> None:
    source = _yaml(ROOT / "grafana/provisioning/datasources/prometheus.yaml")["datasources"][0]
    assert source["uid"] == DATASOURCE["uid"] and source["editable"] is False
    assert _yaml(ROOT / "grafana/provisioning/dashboards/threadmill.yaml")["providers"][0]["allowUiUpdates"] is False
    settings = _yaml(ROOT / "compose.yaml")["services"]["grafana"]["environment"]
    assert settings["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"].endswith(f"/{DASHBOARDS[0].file}")


def _yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text())
