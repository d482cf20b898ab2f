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
    second) and `duration` (seconds) the default that fits a host of 2 cores.
    """

    name: str
    summary: str
    needs: tuple[str, ...]
    levels: tuple[int, ...]
    model: str
    vus: int | None
    rate: int | None
    duration: int


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
    """Read the header lines `// needs:`, `// levels:` and `// default:`; the first comment line is the summary."""
    fields = dict(re.findall(r"^// (needs|levels|default): *(.+)$", text, re.MULTILINE))
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
    )
