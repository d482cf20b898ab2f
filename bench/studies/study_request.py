"""Which studies are asked for, checked before anything starts."""

from collections.abc import Mapping

from bench.errors import UsageError
from bench.runner import resumption
from bench.spec import settings
from bench.studies import study
from bench.studies.plan import planned, share
from bench.studies.store import ReplayStore, StudyRequest


def requested(given: Mapping[str, str]) -> list[StudyRequest]:
    """The replays that STUDY (all without it), SCALE, LONG, RUNS, SEED and RESUME ask for; a UsageError says what is
    wrong."""
    if name := given.get("RESUME", ""):
        resumption.alone(f"what {name} began", given, ("STUDY", "SEED", "SCALE", "LONG", "RUNS"))
        store = ReplayStore.open(name)
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
