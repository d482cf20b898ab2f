"""Which replays are asked for, in variables, checked before anything starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from bench import figures
from bench.errors import UsageError
from bench.replay import file
from bench.replay.scaling import wanted as wanted_scale
from bench.replay.store import ReplayStore, find


@dataclass(frozen=True)
class Wanted:
    """A replay that is to begin, or the folder of one that is to go on."""

    seed: str
    scale: float
    long: bool
    figures: dict[str, str]
    folder: str = ""

    def store(self) -> ReplayStore:
        """Its folder: the old one, or a new one."""
        if self.folder:
            return ReplayStore.open(self.folder)
        return ReplayStore.create(self.seed, self.scale, self.long, self.figures)


def asked(environ: Mapping[str, str]) -> list[Wanted]:
    """The replays that SEED (all without it), SCALE, LONG and RESUME ask for; a UsageError tells what is wrong."""
    if name := environ.get("RESUME", ""):
        return [_resumed(name, environ)]
    seeds = [environ["SEED"]] if environ.get("SEED") else file.seeds()
    found = []
    for seed in seeds:
        replay = file.parse(f"bench/replays/{seed}.yaml", file.text(seed))
        scale = wanted_scale(environ.get("SCALE", ""), replay.scale.default)
        found.append(Wanted(seed, scale, bool(environ.get("LONG")), figures.chosen(environ)))
    return found


def _resumed(name: str, environ: Mapping[str, str]) -> Wanted:
    beside = [word for word in ("SEED", "SCALE", "LONG") if environ.get(word)]
    if beside:
        raise UsageError(f"RESUME goes on with what {name} began: leave out {', '.join(beside)}")
    begun = ReplayStore.open(name).begun
    return Wanted(begun.seed, begun.scale, begun.long, begun.figures, str(find(name)))
