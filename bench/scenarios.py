"""The catalogue of scenarios: what each k6 file says of itself in its header."""

import re
from dataclasses import dataclass

from bench.errors import ThreadmillError, UsageError
from bench.paths import ROOT

FOLDER = ROOT / "k6" / "scenarios"


@dataclass(frozen=True)
class Scenario:
    """One file under k6/scenarios, as its header describes it.

    `needs` are the machines besides app and load; `levels` the published full-size load levels; `vus`, `rate` (per
    second) and `duration` (seconds) the default that fits a host of 2 cores. `statements` that the database counts
    for each request and `wait_ms` that each waits at least: None where the file does not say. `failures_expected`:
    its load goes beyond what can be answered, on purpose.
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
    wait_ms: float | None = None
    failures_expected: bool = False


def names() -> list[str]:
    """Every scenario there is, by name."""
    return sorted(path.stem for path in FOLDER.glob("*.ts"))


def load(name: str) -> Scenario:
    """The scenario of that name, or a UsageError that lists the right ones."""
    if name not in names():
        asked = f"there is no scenario '{name}'" if name else "SCENARIO is missing"
        raise UsageError(f"{asked}; SCENARIO is one of: {', '.join(names())}")
    return parse(name, (FOLDER / f"{name}.ts").read_text())


def parse(name: str, text: str) -> Scenario:
    """Read the header lines `// needs:`, `// levels:` and `// default:`, and those that not every scenario has:
    `// statements:`, `// wait:` (ms) and `// expects: failures`. The first comment line is the summary."""
    fields = dict(re.findall(r"^// (\w+): *(.+)$", text, re.MULTILINE))
    missing = {"needs", "levels", "default"} - fields.keys()
    if missing:
        raise ThreadmillError(f"k6/scenarios/{name}.ts: its header lacks the line '// {min(missing)}: ...'; add it")
    model, *pairs = fields["default"].split()
    figures = {key: int(value) for key, value in (pair.split("=") for pair in pairs)}
    return Scenario(
        name=name,
        summary=text.splitlines()[0].removeprefix("//").strip(),
        needs=tuple(word for word in fields["needs"].split() if word != "none"),
        levels=tuple(int(level) for level in fields["levels"].split()),
        model=model,
        vus=figures.get("vus"),
        rate=figures.get("rate"),
        duration=figures.get("duration", 20),
        statements=_figure(fields, "statements"),
        wait_ms=_figure(fields, "wait"),
        failures_expected=fields.get("expects") == "failures",
    )


def _figure(fields: dict[str, str], name: str) -> float | None:
    return float(fields[name]) if name in fields else None
