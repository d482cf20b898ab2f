"""The viewer of the dashboards knows all that the committed files use, and keeps its promises to the browser."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from bench.paths import ROOT
from grafana.source import DASHBOARDS
from grafana.source.dashboard import FOLDER

VIEWER = ROOT / "images" / "dashboard-viewer"
PAGES = {path.name: path.read_text() for path in sorted((VIEWER / "pages").iterdir())}
SERVER = (VIEWER / "nginx.conf").read_text()
LINES = 600
"""A viewer that needs more of our own has become a product to look after: then it is to be replaced, not to grow."""


def panels() -> Iterator[dict[str, Any]]:
    for path in sorted(FOLDER.iterdir()):
        yield from (panel for panel in json.loads(path.read_text())["panels"] if panel["type"] != "row")


def names(text: str, pattern: str) -> set[str]:
    found = re.search(pattern, text, re.DOTALL)
    assert found, pattern
    return set(re.findall(r"\w+", found[1]))


def test_it_draws_every_type_of_panel() -> None:
    known = names(PAGES["panels.js"], r"export const TYPES = {(.*?)}")
    assert {panel["type"] for panel in panels()} <= known


def test_it_knows_every_unit_transformation_and_override() -> None:
    fields = PAGES["fields.js"]
    scales = set(re.findall(r"^  (\w+): (?:\[\[|thousands)", fields, re.MULTILINE))
    assert {panel["fieldConfig"]["defaults"]["unit"] for panel in panels()} <= scales
    steps = {step["id"] for panel in panels() for step in panel["transformations"]}
    assert steps and steps <= set(re.findall(r"^  (\w+)\(\{", fields, re.MULTILINE))
    settable = re.search(r"SETTINGS = /(.*)/;", fields)
    assert settable
    rules = [rule for panel in panels() for rule in panel["fieldConfig"]["overrides"]]
    assert {rule["matcher"]["id"] for rule in rules} <= {"byName", "byRegexp"}
    assert all(re.search(settable[1], one["id"]) for rule in rules for one in rule["properties"])


def test_it_begins_where_grafana_begins_and_asks_at_the_same_step() -> None:
    assert f"return 302 /d/{DASHBOARDS[0].uid};" in SERVER
    source = yaml.safe_load((ROOT / "grafana/provisioning/datasources/prometheus.yaml").read_text())["datasources"][0]
    assert f"const SCRAPE = {source['jsonData']['timeInterval'].removesuffix('s')};" in PAGES["prometheus.js"]


@pytest.mark.parametrize("name", PAGES)
def test_no_text_becomes_markup_and_nothing_comes_from_elsewhere(name: str) -> None:
    code = PAGES[name]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?://", code)


def test_only_questions_reach_prometheus() -> None:
    asked = re.findall(r"location ~ \^/api/v1/\((.*)\)\$ \{\n +limit_except GET POST \{ deny all; \}", SERVER)
    assert asked == ["query|query_range"]
    assert SERVER.count("proxy_pass") == 1
    assert "default-src 'none'" in SERVER and "script-src 'self';" in SERVER and "unsafe" not in SERVER


def test_it_stays_small() -> None:
    written = [line for text in (*PAGES.values(), SERVER) for line in text.splitlines() if line.strip()]
    assert len(written) <= LINES


def test_it_says_on_its_page_what_it_is_and_what_it_is_not() -> None:
    about = re.search(r'<p id="about">(.*?)</p>', PAGES["index.html"], re.DOTALL)
    assert about and "not Grafana" in about[1] and "It cannot" in about[1]


def test_it_has_grafana_s_caps_and_port_and_no_privilege() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    viewer, grafana = services["viewer"], services["grafana"]
    shared = ("cpus", "cpuset", "mem_limit", "memswap_limit", "ports", "security_opt", "ulimits")
    assert {key: viewer[key] for key in shared} == {key: grafana[key] for key in shared}
    assert viewer["read_only"] is True and viewer["cap_drop"] == ["ALL"] and viewer["pull_policy"] == "never"
    assert all(volume.endswith(":ro") for volume in viewer["volumes"])
    assert "\nUSER 10001:10001\n" in (VIEWER / "Dockerfile").read_text()
