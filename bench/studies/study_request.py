"""Which replays are asked for, in variables, checked before anything starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from bench.runner import resumption
from bench.spec import dotenv
from bench.studies import study
from bench.studies.plan import pieces
from bench.studies.scaling import share
from bench.studies.store import ReplayStore, find


@dataclass(frozen=True)
class Wanted:
    """A replay that is to begin, or the folder of one that is to go on."""

    seed: str
    scale: float
    long: bool
    given: dict[str, str]
    folder: str = ""

    def store(self) -> ReplayStore:
        """Its folder: the old one, or a new one."""
        if self.folder:
            return ReplayStore.open(self.folder)
        return ReplayStore.create(self.seed, self.scale, self.long, self.given)


def asked(environ: Mapping[str, str]) -> list[Wanted]:
    """The replays that SEED (all without it), SCALE, LONG, RUNS and RESUME ask for; a UsageError says what is wrong."""
    if name := environ.get("RESUME", ""):
        return [_resumed(name, environ)]
    seeds = [environ["SEED"]] if environ.get("SEED") else study.seeds()
    found = []
    for seed in seeds:
        replay = study.parse(f"bench/studies/{seed}.yaml", study.text(seed))
        scale = share(environ.get("SCALE", ""), replay.scale.default)
        pieces(replay, scale, long=True, given=_given(environ))  # a plan that cannot be is told before anything starts
        found.append(Wanted(seed, scale, bool(environ.get("LONG")), _given(environ)))
    return found


def _given(environ: Mapping[str, str]) -> dict[str, str]:
    """What holds for every experiment, over its file."""
    return {name: environ[name] for name in ("RUNS",) if environ.get(name)} | dotenv.chosen(environ)


def _resumed(name: str, environ: Mapping[str, str]) -> Wanted:
    resumption.alone(f"what {name} began", environ, ("SEED", "SCALE", "LONG", "RUNS"))
    begun = ReplayStore.open(name).begun
    return Wanted(begun.seed, begun.scale, begun.long, begun.given, str(find(name)))
