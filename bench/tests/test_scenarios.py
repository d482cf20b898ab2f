import re
from pathlib import Path

import pytest

from bench.errors import ThreadmillError, UsageError
from bench.spec import scenarios

HEADER = """// A user registers an agent.
// needs: db
// levels: 50 100 200 400
// default: closed vus=50 duration=20
"""


def test_the_header_describes_the_scenario() -> None:
    found = scenarios.parse("create-agent", HEADER)
    assert found.summary == "A user registers an agent."
    assert (found.needs, found.levels) == (("db",), (50, 100, 200, 400))
    assert (found.model, found.vus, found.rate, found.duration) == ("closed", 50, None, 20)


def test_a_scenario_without_other_machines_needs_none() -> None:
    assert scenarios.parse("no-io", HEADER.replace("needs: db", "needs: none")).needs == ()


def test_a_variant_with_a_data_access_of_its_own_has_its_own_statements() -> None:
    found = scenarios.parse("list-properties", f"{HEADER}// statements: 2 blocking-jpa=52\n")
    assert (found.statements, found.statements_apart) == (2.0, {"blocking-jpa": 52.0})
    assert scenarios.parse("create-agent", HEADER).statements is None


def test_a_missing_header_line_is_named() -> None:
    with pytest.raises(ThreadmillError, match=r"new\.ts: its header lacks the line '// levels"):
        scenarios.parse("new", HEADER.replace("// levels", "// level"))


def test_a_wrong_name_gets_the_list() -> None:
    with pytest.raises(UsageError, match=r"no scenario 'create'; SCENARIO is one of: .*create-property"):
        scenarios.load("create")


@pytest.mark.parametrize("name", scenarios.names())
def test_every_scenario_file_can_be_read(name: str) -> None:
    found = scenarios.load(name)
    assert found.summary and found.levels and (found.vus or found.rate)


def test_a_scenario_that_asks_another_machine_compares_nothing() -> None:
    assert scenarios.load("null").asks == "downstream"
    assert set(scenarios.names()) - set(scenarios.comparing()) == {"null"}


def test_what_a_header_says_twice_is_what_its_script_does() -> None:
    """Of the ramp that the harness waits for, and of the calls that it lets a user choose."""
    for name in scenarios.names():
        script = (scenarios.folder() / f"{name}.ts").read_text()
        ramp = re.search(r"prefer\(\{.*\bRAMP: (\d+)", script)
        assert scenarios.load(name).ramp == int(ramp[1] if ramp else 0), name
        if calls := scenarios.load(name).calls:
            (record,) = re.findall(r"const calls: .* = \{\n(.*?)\n\};", script, re.DOTALL)
            assert tuple(re.findall(r"^  '([\w-]+)':", record, re.MULTILINE)) == calls, name


def test_scenarios_may_lie_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCENARIOS", str(tmp_path))
    with pytest.raises(UsageError, match="holds no scenario"):
        scenarios.load("own")
    (tmp_path / "own.ts").write_text(HEADER)
    assert scenarios.load("own").levels == (50, 100, 200, 400)
