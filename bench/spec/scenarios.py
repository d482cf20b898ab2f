"""The catalogue of scenarios: what each k6 file says of itself in its header."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bench.errors import ThreadmillError, UsageError
from bench.paths import ROOT
from bench.spec import settings


@dataclass(frozen=True)
class Scenario:
    """One file under k6/scenarios, as its header describes it.

    `needs` are the machines besides app and load; `levels` the published full-size load levels; `vus`, `rate` (per
    second) and `duration` (seconds) the default that fits a host of 2 cores. `statements` that the database counts
    for each request and `wait_ms` that each waits at least: None where the file does not say. `statements_apart` are
    those of variants that have a data access of their own. `failures_expected`: its load goes beyond what can be
    answered, on purpose. `asks` is the machine that the users ask. `call` is the scenario whose call is made, unless
    CALL names another one; None where the scenario has its own. `kind` is the kind of load that a tuned configuration
    belongs to: database, waiting or no-io (k6/README.md).
    """

    name: str
    summary: str
    needs: tuple[str, ...]
    levels: tuple[int, ...]
    model: str
    vus: int | None
    rate: int | None
    duration: int
    statements: float | None = None
    statements_apart: Mapping[str, float] = field(default_factory=dict)
    wait_ms: float | None = None
    failures_expected: bool = False
    asks: str = "app"
    call: str | None = None
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


def _read(name: str) -> Scenario:
    return parse(name, (folder() / f"{name}.ts").read_text())


def parse(name: str, text: str) -> Scenario:
    """Read the header lines `// needs:`, `// levels:` and `// default:`, and those that not every scenario has:
    `// statements:` (such as `2 blocking-jpa=3`), `// wait:` (ms), `// kind:`, `// asks:`, `// call:` and
    `// expects: failures`. The first comment line is the summary."""
    fields = dict(re.findall(r"^// (\w+): *(.+)$", text, re.MULTILINE))
    missing = {"needs", "levels", "default"} - fields.keys()
    if missing:
        raise ThreadmillError(f"k6/scenarios/{name}.ts: its header lacks the line '// {min(missing)}: ...'; add it")
    model, *pairs = fields["default"].split()
    preset = {key: int(value) for key, value in (pair.split("=") for pair in pairs)}
    statements, *apart = fields.get("statements", "").split() or [None]
    return Scenario(
        name=name,
        summary=text.splitlines()[0].removeprefix("//").strip(),
        needs=tuple(word for word in fields["needs"].split() if word != "none"),
        levels=tuple(int(level) for level in fields["levels"].split()),
        model=model,
        vus=preset.get("vus"),
        rate=preset.get("rate"),
        duration=preset.get("duration", 20),
        statements=_number(statements),
        statements_apart={name: float(count) for name, count in (pair.split("=") for pair in apart if pair)},
        wait_ms=_number(fields.get("wait")),
        failures_expected=fields.get("expects") == "failures",
        asks=fields.get("asks", "app"),
        call=fields.get("call"),
        kind=fields.get("kind", ""),
    )


def _number(text: str | None) -> float | None:
    return None if text is None else float(text)
