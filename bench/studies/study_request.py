"""Which studies are asked for, checked before anything starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from bench.errors import UsageError
from bench.runner import resumption
from bench.spec import settings
from bench.studies import study
from bench.studies.plan import pieces
from bench.studies.scaling import share
from bench.studies.store import ReplayStore, find


@dataclass(frozen=True)
class StudyRequest:
    """A replay that is to begin, or the folder of one that is to go on. `given` holds for every experiment."""

    study: str
    scale: float
    long: bool
    given: dict[str, str]
    folder: str = ""

    def store(self) -> ReplayStore:
        """Its folder: the old one, or a new one."""
        if self.folder:
            return ReplayStore.open(self.folder)
        return ReplayStore.create(self.study, self.scale, self.long, self.given)


def requested(given: Mapping[str, str]) -> list[StudyRequest]:
    """The replays that STUDY (all without it), SCALE, LONG, RUNS, SEED and RESUME ask for; a UsageError says what is
    wrong."""
    if name := given.get("RESUME", ""):
        return [_resumed(name, given)]
    held = {name: given[name] for name in ("RUNS", "SEED") if given.get(name)} | settings.chosen(given)
    if former(given):
        del held["SEED"]
    found = []
    one = given.get("STUDY") or former(given)
    for name in [one] if one else study.names():
        replay = study.parse(f"bench/studies/{name}.yaml", study.text(name))
        scale = share(given.get("SCALE", ""), replay.scale.default)
        pieces(replay, scale, long=True, given=held)  # a plan that cannot be is told before anything starts
        found.append(StudyRequest(name, scale, bool(given.get("LONG")), held))
    return found


def former(given: Mapping[str, str]) -> str:
    """The study that SEED names, as it did before there was STUDY; empty where SEED is for random numbers."""
    text = given.get("SEED", "")
    if not text or text.isdecimal():
        return ""
    if given.get("STUDY"):
        raise UsageError(f"SEED={text} is no whole number; STUDY={given['STUDY']} names the study already")
    return text


def _resumed(name: str, given: Mapping[str, str]) -> StudyRequest:
    resumption.alone(f"what {name} began", given, ("STUDY", "SEED", "SCALE", "LONG", "RUNS"))
    begun = ReplayStore.open(name).begun
    return StudyRequest(begun.study, begun.scale, begun.long, begun.given, str(find(name)))
