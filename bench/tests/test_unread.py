"""Variables of make's command line that nothing would read end the command, and those of the documents are all read."""

import re

import pytest

from bench import cli
from bench.commands import unread
from bench.errors import UsageError
from bench.paths import ROOT

_WRITTEN = re.compile(r"make ([a-z-]+)((?: [A-Z_]+=(?:\"[^\"]*\"|[^\s`]+))+)")


@pytest.mark.parametrize(
    ("flags", "names"),
    [
        ("", []),
        ("s", []),
        (" -- RUNS=3 VARIANT=reactor", ["RUNS", "VARIANT"]),
        (r"w -j2 --jobserver-auth=3,4 -- OBJECTIVE=p99<100ms\ failed<0.1% SEED:=2", ["OBJECTIVE", "SEED"]),
    ],
)
def test_names_are_those_that_make_hands_on(flags: str, names: list[str]) -> None:
    assert unread.named(flags) == names


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ("bench SCENARIO=no-io VARIANTS=reactor", "`make bench` does not read VARIANTS.*did you mean VARIANT\\?"),
        ("bench SCENARIO=no-io APP_CPU=1.0", "does not read APP_CPU,.*did you mean APP_CPUS\\?"),
        ("profile SCENARIO=no-io EXPERIMENT=x.yaml", "`make profile` does not read EXPERIMENT.*bench profile --help"),
        ("replay VARIANT=reactor", "`make replay` does not read VARIANT"),
        ("down logs RUNS=3", "`make down logs` does not read RUNS"),
    ],
)
def test_what_a_command_would_ignore_ends_it(flags: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = flags.split()
    commands, given = [word for word in words if "=" not in word], [word for word in words if "=" in word]
    monkeypatch.setenv("MAKEFLAGS", f" -- {' '.join(given)}")
    with pytest.raises(UsageError, match=told):
        cli.app(["check", *commands], standalone_mode=False)


@pytest.mark.parametrize(
    "flags",
    [
        "bench SCENARIO=no-io APP_CPUS=1.0 HEALTHY_WITHIN=9 DOCKER_HOST=unix:///x HTTPS_PROXY=x ENGINE_WITHIN=3",
        "down bench SCENARIO=no-io",
    ],
)
def test_what_is_read_is_let_pass(flags: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = flags.split()
    monkeypatch.setenv("MAKEFLAGS", f" -- {' '.join(word for word in words if '=' in word)}")
    monkeypatch.setenv("SCENARIO", "no-io")
    cli.app(["check", *(word for word in words if "=" not in word)], standalone_mode=False)


def test_every_variable_that_a_document_gives_to_a_command_is_read_by_it() -> None:
    reads, found = cli.read_by(), 0
    for path in [ROOT / "README.md", ROOT / "Makefile", *sorted((ROOT / "docs").glob("*.md"))]:
        for command, given in _WRITTEN.findall(path.read_text()):
            if command in reads:
                names = re.findall(r"([A-Z_]+)=", re.sub(r"\"[^\"]*\"", "", given))
                unread.refuse({command: reads[command]}, names)
                found += len(names)
    assert found > 100
