import pytest

from bench import scenarios
from bench.errors import ThreadmillError, UsageError

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
