"""The folder of a replay: what was replayed, a results folder for each of its experiments, and the reports."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from pydantic import AliasChoices, Field

from bench.errors import UsageError
from bench.results import Store
from bench.results.collection import Collection, CollectionRequest
from bench.results.record import Settings
from bench.runner import resumption
from bench.spec import settings
from bench.studies import study
from bench.studies.judgement import Judgement, judged
from bench.studies.measurement import Evidence
from bench.studies.plan import PlannedExperiment, planned, share
from bench.studies.study import Study

PROTOCOL = "replay.yaml"


class StudyRequest(CollectionRequest):
    """The study (`seed` in older results), the share of its published size, whether long experiments run too, and the
    variables that hold for every experiment (settings of .env, RUNS and SEED). `folder` is that of a replay that is to
    go on, else empty."""

    study: Annotated[str, Field(validation_alias=AliasChoices("study", "seed"))]
    scale: float
    long: bool
    given: Settings
    folder: str = Field(default="", exclude=True)

    def store(self) -> "StudyStore":
        """Its folder: the old one, or a new one."""
        if self.folder:
            return StudyStore.open(self.folder)
        begun = self.model_copy(update={"started": datetime.now(UTC)})
        return StudyStore.begin(f"replay-{self.study}", begun, **{PROTOCOL: study.text(self.study)})


class StudyStore(Collection[StudyRequest]):
    """results/replay-<study>-<time>: replay.json, replay.yaml as it was then, and a folder for each experiment."""

    FILE, WHAT, FIRST, REQUEST = "replay.json", "replay", "make replay", StudyRequest

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.replay = self._protocol()
        self.planned = planned(self.replay, self.asked.scale, self.asked.long, self.asked.given)

    def _protocol(self) -> Study:
        """The study's file as it was then; a UsageError where this version reads another form of it."""
        path = self.folder / PROTOCOL
        try:
            return study.parse(path, path.read_text())
        except UsageError as fault:
            anew = f"make replay STUDY={self.asked.study}"
            raise UsageError(f"{fault}; was it written by another version? {anew} measures it anew") from None

    def experiment(self, one: PlannedExperiment) -> Store | None:
        """The results of one of its experiments, as far as there are any."""
        return self.part(one.name)

    @property
    def variants(self) -> list[str]:
        """Every variant that one of its experiments needs."""
        return list(dict.fromkeys(name for one in self.planned for name in one.asked.plan.blocks[0]))

    def judged(self) -> list[Judgement]:
        """Every claim, by what has been measured so far."""
        return judged(self.replay, self.asked.scale, self.planned, self.evidence())

    def evidence(self) -> dict[str, Evidence]:
        """What has been measured so far, by the experiment's folder."""
        found = {one.name: store for one in self.planned if (store := self.experiment(one))}
        return {name: Evidence(store.experiment().plan, store.runs()) for name, store in found.items()}


def requested(given: Mapping[str, str]) -> list[StudyRequest]:
    """The replays that STUDY (all without it), SCALE, LONG, RUNS, SEED and RESUME ask for; a UsageError says what is
    wrong."""
    if name := given.get("RESUME", ""):
        resumption.alone(f"what {name} began", given, ("STUDY", "SEED", "SCALE", "LONG", "RUNS"))
        store = StudyStore.open(name)
        return [store.asked.model_copy(update={"folder": str(store.folder)})]
    held = {name: given[name] for name in ("RUNS", "SEED") if given.get(name)} | settings.chosen(given)
    if former(given):
        del held["SEED"]
    found = []
    one = given.get("STUDY") or former(given)
    for name in [one] if one else study.names():
        replay = study.read(name)
        scale = share(given.get("SCALE", ""), replay.scale.default)
        planned(replay, scale, long=True, given=held)  # a plan that cannot be is told before anything starts
        found.append(StudyRequest(study=name, scale=scale, long=bool(given.get("LONG")), given=held))
    return found


def former(given: Mapping[str, str]) -> str:
    """The study that SEED names, as it did before there was STUDY; empty where SEED is for random numbers."""
    text = given.get("SEED", "")
    if not text or text.isdecimal():
        return ""
    if given.get("STUDY"):
        raise UsageError(f"SEED={text} is no whole number; STUDY={given['STUDY']} names the study already")
    return text
