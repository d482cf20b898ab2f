"""configurations/<variant>/*.yaml: what a stock and a tuned variant sets, with value, reason and source."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, TypeVar

import yaml
from pydantic import Field

from bench.errors import UsageError
from bench.paths import ROOT
from bench.results.configuration import Factor
from bench.spec import settings, strict_yaml, tunables
from bench.spec.strict_yaml import Strict

FOLDER = ROOT / "configurations"


class Entry(Strict):
    """One setting: a tunable's key, its value, why it has it, and where that is known from."""

    setting: str
    value: tunables.Value
    reason: Annotated[str, Field(min_length=1)]
    source: Annotated[str, Field(min_length=1)]


class CandidatesFile(Strict):
    """What a search tries on a variant, and what it does not try, with the reason. Effects are taken to multiply, but
    for those of the settings that are tried `jointly`: each combination of their values is a candidate of its own."""

    candidates: Annotated[list[Entry], Field(min_length=1)]
    jointly: list[str] = Field(default_factory=list)
    untried: list[str]


class AppLimits(Strict):
    """What the app may use. A tuned configuration belongs to these, not to a CPU model."""

    cpus: float
    processors: int
    heap: str
    collector: str

    def differences(self, now: "AppLimits") -> list[str]:
        """How `now` is not this: such as 'APP_CPUS is 1.0, not 0.5'."""
        pairs: list[tuple[str, object, object]] = [
            ("APP_CPUS", self.cpus, now.cpus),
            ("APP_PROCESSORS", self.processors, now.processors),
            ("APP_COLLECTOR", self.collector, now.collector),
        ]
        if settings.size(self.heap) != settings.size(now.heap):  # 1g and 1024m are the same heap
            pairs.append(("APP_HEAP", self.heap, now.heap))
        return [f"{name} is {found}, not {wanted}" for name, wanted, found in pairs if wanted != found]


class StockFile(Strict):
    """What a Spring Boot user has who adds the starter and sets only what parity demands: usually no setting at all."""

    settings: list[Entry] = Field(default_factory=list)


class Searched(Strict):
    """Where and how the search was done: its host and the scheduler of its kernel, scenario and load, day, commit and
    folder of results; `resolution` is the gain of a setting below which the search may have missed it (None in files
    from before it was kept)."""

    host: str
    scheduler: str = ""
    scenario: str
    load: str
    day: str
    commit: str
    results: str
    resolution: float | None = None


class TunedFile(Strict):
    """The best that a search found for one kind of load under these limits. Without settings it found nothing better
    than stock. `stock` and `tuned` are the tunables as the app attested them in the search."""

    kind: str
    app: AppLimits
    searched: Searched
    over_stock: Factor | None = None
    stock: dict[str, tunables.Value | None] = Field(default_factory=dict)
    tuned: dict[str, tunables.Value | None] = Field(default_factory=dict)
    settings: list[Entry] = Field(default_factory=list)


File = TypeVar("File", StockFile, TunedFile, CandidatesFile)


def limits(given: Mapping[str, str]) -> AppLimits:
    """The app's limits under these settings over .env."""
    here = settings.effective(given)
    try:
        cpus, processors = float(here["APP_CPUS"]), int(here["APP_PROCESSORS"])
    except ValueError:
        raise UsageError(
            f"APP_CPUS={here['APP_CPUS']}, APP_PROCESSORS={here['APP_PROCESSORS']}: write numbers, such as 0.5 and 1"
        ) from None
    return AppLimits(cpus=cpus, processors=processors, heap=here["APP_HEAP"], collector=here["APP_COLLECTOR"])


def stock(variant: str) -> StockFile:
    """The stock configuration of a variant; a UsageError names what is wrong with its file."""
    path = FOLDER / variant / "stock.yaml"
    if not path.is_file():
        raise UsageError(f"{_short(path)} is missing; every variant has one, `settings: []` if it sets nothing")
    return _read(variant, path, StockFile)


def tuned_path(variant: str, kind: str) -> Path:
    """Where the tuned configuration of a variant for a kind of load is kept."""
    return FOLDER / variant / f"tuned-{kind}.yaml"


def tuned(variant: str, kind: str) -> TunedFile | None:
    """The tuned configuration of a variant for a kind of load; None if that was never searched."""
    path = tuned_path(variant, kind)
    if not path.is_file():
        return None
    found = _read(variant, path, TunedFile)
    if found.kind != kind:
        raise UsageError(
            f"{_short(path)} says kind '{found.kind}', its name says '{kind}'; a file has one kind of load"
        )
    return found


def candidates(variant: str, kind: str) -> CandidatesFile:
    """What a search tries on a variant under this kind of load: candidates-<kind>.yaml, else candidates.yaml.

    A UsageError names what is wrong with the file, or that there is none."""
    path = FOLDER / variant / f"candidates-{kind}.yaml"
    path = path if path.is_file() else path.with_name("candidates.yaml")
    if not path.is_file():
        raise UsageError(
            f"{variant} has no {_short(path)}, so there is nothing to search among; write one, or leave it out"
        )
    return _read(variant, path, CandidatesFile)


def _read(variant: str, path: Path, model: type[File]) -> File:
    """A file of the variant, whose tunables it may set. Candidates alone may name a setting twice."""
    found = strict_yaml.parse(_short(path), path.read_text(), model)
    key, entries = (
        ("candidates", found.candidates) if isinstance(found, CandidatesFile) else ("settings", found.settings)
    )
    for index, entry in enumerate(entries):
        if complaint := tunables.complaint(variant, entry.setting, entry.value):
            raise UsageError(f"{_short(path)}: {key}.{index}: {complaint}")
    if key == "settings" and len(values(entries)) < len(entries):
        raise UsageError(f"{_short(path)} holds a setting twice")
    if isinstance(found, CandidatesFile) and (unknown := set(found.jointly) - values(entries).keys()):
        raise UsageError(f"{_short(path)}: jointly names {', '.join(sorted(unknown))}, which is no candidate of it")
    return found


def render(file: TunedFile) -> str:
    """A tuned file as YAML."""
    text = yaml.safe_dump(file.model_dump(exclude_none=True), sort_keys=False, allow_unicode=True, width=110)
    return f"# Written by `make tune`: what its search found. To change it, search anew.\n{text}"


def name(variant: str, kind: str) -> str:
    """The tuned file's name, as messages say it."""
    return _short(tuned_path(variant, kind))


def values(entries: list[Entry]) -> dict[str, tunables.Value]:
    """The settings alone."""
    return {entry.setting: entry.value for entry in entries}


def _short(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
