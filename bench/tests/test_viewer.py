"""The viewer of the dashboards knows all that the committed files use, and keeps its promises to the browser."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
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


CHOICES = """
import { options } from %(module)s;
const asked = [];
globalThis.fetch = async (url, { body }) => {
  asked.push([url, body.get('query'), body.get('time')]);
  const result = %(labels)s.map((metric) => ({ metric, value: [0, '1'] }));
  return { status: 200, json: async () => ({ status: 'success', data: { resultType: 'vector', result } }) };
};
const found = await options(%(variable)s, { from: 1000, to: 21000 }, { experiment: 'a"b' });
console.log(JSON.stringify({ asked, found }));
"""


def choices(tmp_path: Path, variable: dict[str, Any], labels: list[dict[str, str]]) -> Any:
    """What the viewer asks for a variable's values, and what it makes of a Prometheus that has series so labelled."""
    if (node := shutil.which("node")) is None:
        pytest.skip("node is not here; make test PARTS=browser shows the same")
    names = {"module": (VIEWER / "pages" / "prometheus.js").as_uri(), "variable": variable, "labels": labels}
    script = tmp_path / "choices.mjs"
    script.write_text(CHOICES % {name: json.dumps(value) for name, value in names.items()})
    told = subprocess.run([node, str(script)], capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


def test_choices_are_labels_of_series_that_a_query_finds_at_the_end_of_the_range(tmp_path: Path) -> None:
    experiment, level = json.loads((FOLDER / DASHBOARDS[0].file).read_text())["templating"]["list"]
    newest = choices(tmp_path, experiment, [{"experiment": "20261101T1-x"}, {"experiment": "20261124T1-x"}, {}])
    assert newest["found"] == ["20261124T1-x", "20261101T1-x"]
    series = "group by (experiment) (last_over_time(threadmill_window_goodput[1h]))"
    assert newest["asked"] == [["/api/v1/query", series, "21"]]
    rising = choices(tmp_path, level, [{"level": "10: 9 users"}, {"level": "2: 30 users"}])
    assert rising["found"] == ["2: 30 users", "10: 9 users"]
    assert r'{experiment="a\"b"}' in rising["asked"][0][1]


def test_it_refuses_a_variable_of_another_kind(tmp_path: Path) -> None:
    variable = {"name": "x", "query": "label_values(up, x)", "regex": "", "sort": 0}
    with pytest.raises(AssertionError, match="does not know the query of the variable x"):
        choices(tmp_path, variable, [])
