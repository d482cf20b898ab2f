"""Where each image comes from: it is here, a registry has it, or a stand-in is built from package repositories."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Literal

from bench.errors import ThreadmillError, UsageError
from bench.testbed import jobs, standins, versions
from bench.testbed.certificates import certificates_bundle
from bench.testbed.image_engine import DockerEngine, DryRun, Engine
from bench.testbed.jobs import Job
from bench.testbed.standins import Standin

__all__ = ["Choice", "certificates_bundle", "choose", "ensure", "plan"]

MODES = ("auto", "pull", "build")


@dataclass(frozen=True)
class Choice:
    """Where one image comes from. `missing` means from nowhere."""

    image: str
    source: Literal["local", "pulled", "stand-in", "missing"]
    detail: str


def choose(image: str, mode: str, here: str | None, standin: Standin | None, answers: Callable[[str], bool]) -> Choice:
    """The choice for one image. `here`: None if the engine lacks it, its hash if it is a stand-in, else ''.

    `answers` says whether the image's registry does; it is asked only where the choice depends on it.
    """
    if here == "" and (mode != "build" or standin is None):
        return Choice(image, "local", "official")
    if standin and here == standin.hash and mode != "pull":
        return Choice(image, "local", "stand-in")
    if mode != "build" and not (standin and standin.ours) and answers(image):
        return Choice(image, "pulled", "official")
    if standin and mode != "pull":
        return Choice(image, "stand-in", f"{'new' if here is None else 'anew'}, in about {standin.takes}")
    reasons = {
        "auto": "no registry supplies it, and it has no stand-in",
        "pull": "no registry supplies it, and IMAGES=pull allows no stand-in",
        "build": "it has no stand-in, and IMAGES=build allows no pull",
    }
    return Choice(image, "missing", reasons[mode])


def plan(
    names: list[str], mode: str, engine: Engine | None = None, instead: Mapping[str, str] | None = None
) -> dict[str, Choice]:
    """What `ensure` would choose for each image, and for those that a stand-in is built on. Changes nothing."""
    return _Settlement(mode, DryRun(engine or DockerEngine()), lambda _: None).of(names, instead)


def ensure(
    names: Sequence[str],
    mode: str,
    say: Callable[[str], None],
    engine: Engine | None = None,
    optional: frozenset[str] = frozenset(),
    beside: Sequence[Job] = (),
    instead: Mapping[str, str] | None = None,
) -> dict[str, Choice]:
    """Pull or build what is not here, saying which, and do the jobs `beside` as soon as the images they need are here.

    Where an image of `instead` is missing, the other that it names is wanted.

    Afterwards an image may be missing if it is `optional`, which is the caller's to say, or has no stand-in; a
    ThreadmillError names any other that cannot be had, and why.
    """
    settlement = _Settlement(mode, engine or DockerEngine(), say, optional)
    choices = settlement.of(names, instead)
    here = [f"{choice.image} ({choice.detail})" for choice in choices.values() if choice.source == "local"]
    if here:
        say(f"images already here: {', '.join(here)}")
    for choice in choices.values():
        if choice.source == "missing" and choice.image in settlement.standins.keys() - optional:
            raise ThreadmillError(f"{choice.image} cannot be had: {choice.detail}; IMAGES=auto builds one")
    essential = set(names) - optional
    faults = jobs.perform([*settlement.builds(essential), *beside], say)
    return choices | {image: Choice(image, "missing", str(fault)) for image, fault in faults.items()}


class _Settlement:
    """Settles for each image where it comes from, and pulls what is to be pulled; what is to be built comes after."""

    def __init__(
        self, mode: str, engine: Engine, say: Callable[[str], None], optional: frozenset[str] = frozenset()
    ) -> None:
        if mode not in MODES:
            raise UsageError(f"there is no IMAGES={mode}; IMAGES is one of: {', '.join(MODES)}")
        self.mode, self.engine, self.say, self.optional = mode, engine, say, optional
        self.standins = standins.catalogue()
        self.choices: dict[str, Choice] = {}

    def of(self, names: Sequence[str], instead: Mapping[str, str] | None = None) -> dict[str, Choice]:
        self._settle_all(names)
        lacking = (other for image, other in (instead or {}).items() if self.choices[image].source == "missing")
        self._settle_all(list(lacking))
        return self.choices

    def _settle_all(self, names: Sequence[str]) -> None:
        for name in names:
            try:
                self._settle(name)
            except ThreadmillError as fault:
                if name not in self.optional:
                    raise
                self.choices[name] = Choice(name, "missing", str(fault))

    def builds(self, essential: set[str]) -> list[Job]:
        """A job for each image that is to be built."""
        return [
            Job(
                name=image,
                run=partial(self._build, self.standins[image]),
                needs=frozenset(self.standins[image].bases),
                seconds=self.standins[image].seconds,
                optional=image not in essential,
            )
            for image, choice in self.choices.items()
            if choice.source == "stand-in"
        ]

    def _settle(self, image: str) -> None:
        if image in self.choices:
            return
        choice = self._choose(image, self.engine.registry_answers)
        if choice.source == "pulled" and not self._pull(image):
            choice = self._choose(image, lambda _: False)
        if choice.source == "stand-in":
            for base in self.standins[image].bases:
                self._settle(base)
        self.choices[image] = choice

    def _choose(self, image: str, answers: Callable[[str], bool]) -> Choice:
        return choose(image, self.mode, self.engine.here(image), self.standins.get(image), answers)

    def _pull(self, image: str) -> bool:
        self.say(f"{image}: pulling the official image")
        fault = self.engine.pull(image)
        self.say(f"{image}: not pulled ({fault})" if fault else f"{image}: pulled")
        return not fault

    def _build(self, standin: Standin, stopping: Event) -> None:
        what = "image" if standin.ours else "stand-in"
        self.say(f"{standin.image}: building its {what}, usually in {standin.takes}")
        took = self.engine.build(standin, self.say, stopping)
        version, origin = self.engine.version(standin.image), self.engine.origin(standin.image)
        held = f": {version}" + (f" ({origin})" if origin else "") if version else ""
        self.say(f"{standin.image}: {what} built in {took:.0f} s{held}")
        if departure := versions.departure(standin.image, version):
            self.say(f"{departure}: no source has the series {versions.series(standin.image)}; every result says so")
