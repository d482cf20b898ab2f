"""Which replays are asked for, in variables, checked before anything starts."""

from collections.abc import Mapping

from bench.runner import resumption
from bench.spec import dotenv
from bench.studies import study
from bench.studies.plan import planned, share
from bench.studies.store import ReplayStore, StudyRequest


def asked(environ: Mapping[str, str]) -> list[StudyRequest]:
    """The replays that SEED (all without it), SCALE, LONG, RUNS and RESUME ask for; a UsageError says what is wrong."""
    if name := environ.get("RESUME", ""):
        resumption.alone(f"what {name} began", environ, ("SEED", "SCALE", "LONG", "RUNS"))
        store = ReplayStore.open(name)
        return [store.asked.model_copy(update={"folder": str(store.folder)})]
    given = {name: environ[name] for name in ("RUNS",) if environ.get(name)} | dotenv.chosen(environ)
    found = []
    for seed in [environ["SEED"]] if environ.get("SEED") else study.seeds():
        replay = study.read(seed)
        scale = share(environ.get("SCALE", ""), replay.scale.default)
        planned(replay, scale, long=True, given=given)  # a plan that cannot be is told before anything starts
        found.append(StudyRequest(seed=seed, scale=scale, long=bool(environ.get("LONG")), given=given))
    return found
