"""The catalogue of scenarios: what each k6 file says of itself in its header."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from bench.errors import ThreadmillError, UsageError
from bench.paths import ROOT
from bench.spec import settings


class Scenario(BaseModel):
    """One file under k6/scenarios, as its header describes it.

    `needs` are the machines besides app and load; `levels` the published full-size load levels; `vus`, `rate` (per
    second), `duration` and `ramp` (seconds) the default that fits a host of 2 cores. `statements` that the database
    counts for each request and `wait_ms` that each waits at least: None where the file does not say. `statements_apart`
    are those of variants that have a data access of their own. `failures_expected`: its load goes beyond what can be
    answered, on purpose. `asks` is the machine that the users ask. `calls` are the scenarios whose call can be made:
    the first one's, unless CALL names another one; none where the scenario has its own. `kind` is the kind of load that
    a tuned configuration belongs to: database, waiting or no-io (k6/README.md).
    """

    model_config = ConfigDict(frozen=True)

    name: str
    summary: str
    needs: tuple[str, ...]
    levels: tuple[int, ...]
    model: str
    vus: int | None = None
    rate: int | None = None
    duration: int = 20
    ramp: int = 0
    statements: float | None = None
    statements_apart: dict[str, float]
    wait_ms: float | None = None
    failures_expected: bool
    asks: str = "app"
    calls: tuple[str, ...] = ()
    kind: str = ""


def names() -> list[str]:
    """Every scenario there is, by name."""
    return sorted(path.stem for path in folder().glob("*.ts"))


def comparing() -> list[str]:
    """Those that ask the app, so that variants can be compared by them."""
    return [name for name in names() if _read(name).asks == "app"]


def load(name: str) -> Scenario:
    """The scenario of that name, or a UsageError that lists the right ones."""
    if not names():
        raise UsageError(f"the folder {folder()} holds no scenario; SCENARIOS names one that does")
    if name not in names():
        asked = f"there is no scenario '{name}'" if name else "SCENARIO is missing"
        raise UsageError(f"{asked}; SCENARIO is one of: {', '.join(comparing())}")
    return _read(name)


def folder() -> Path:
    """Where the k6 files are; the setting SCENARIOS of .env."""
    return ROOT / settings.now()["SCENARIOS"]


def written(name: str) -> str:
    """A scenario's file as a user names it, such as k6/scenarios/create-property.ts."""
    return os.path.relpath(folder() / f"{name}.ts", ROOT)


def _read(name: str) -> Scenario:
    return parse(name, (folder() / f"{name}.ts").read_text())


def parse(name: str, text: str) -> Scenario:
    """Read the header lines `// needs:`, `// levels:` and `// default:`, and those that not every scenario has:
    `// statements:` (such as `2 blocking-jpa=3`), `// wait:` (ms), `// kind:`, `// asks:`, `// calls:` and
    `// expects: failures`. The first comment line is the summary."""
    fields = dict(re.findall(r"^// (\w+): *(.+)$", text, re.MULTILINE))
    missing = {"needs", "levels", "default"} - fields.keys()
    if missing:
        raise ThreadmillError(f"{written(name)}: its header lacks the line '// {min(missing)}: ...'; add it")
    model, *preset = fields["default"].split()
    statements, *apart = fields.get("statements", "").split() or [None]
    return Scenario.model_validate(
        {
            **{key: fields[key] for key in ("asks", "kind") if key in fields},
            **_pairs(preset), "calls": fields.get("calls", "").split(),
            "name": name, "summary": text.splitlines()[0].removeprefix("//").strip(), "model": model,
            "needs": [word for word in fields["needs"].split() if word != "none"], "levels": fields["levels"].split(),
            "statements": statements, "statements_apart": _pairs(apart), "wait_ms": fields.get("wait"),
            "failures_expected": fields.get("expects") == "failures",
        }
    )  # fmt: skip


def _pairs(words: Iterable[str | None]) -> dict[str, str]:
    """Such as vus=50."""
    return dict(word.split("=") for word in words if word)
