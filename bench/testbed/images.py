"""Where each image comes from: it is here, a registry has it, or a stand-in is built from package repositories."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Literal

import httpx

from bench.errors import EngineSilentError, ThreadmillError
from bench.paths import CACHE
from bench.spec import series
from bench.testbed import jobs, standins, versions
from bench.testbed.engine import docker, last_line
from bench.testbed.jobs import Job
from bench.testbed.logged_build import run_logged
from bench.testbed.standins import LABEL, Standin, build_command

PROBE_SECONDS = 5.0
"""A registry that has not begun to answer by then counts as away."""
PULL_SECONDS = 900.0


@dataclass(frozen=True)
class Choice:
    """Where one image comes from. `missing` means from nowhere."""

    image: str
    source: Literal["local", "pulled", "stand-in", "missing"]
    detail: str


class DockerEngine:
    """The effects, apart, so that the choice can be tested without them: what the `docker` command does."""

    def __init__(self) -> None:
        self.slow: set[str] = set()
        """Registries from which a pull took too long: each further image would take as long."""
        self.answering: dict[str, bool] = {}
        """Registries that have been probed, and whether they answer."""

    def here(self, image: str) -> str | None:
        """None if the image is not here, its hash if it is a stand-in, else ''."""
        try:
            labels = json.loads(docker("image", "inspect", "--format", "{{json .Config.Labels}}", image))
        except ThreadmillError as error:
            if "no such image" in error.logs.lower():
                return None
            raise
        return str((labels or {}).get(LABEL, ""))

    def registry_answers(self, image: str) -> bool:
        """Whether the registry that the image's name means can be reached."""
        host = registry(image)
        if host not in self.answering:
            self.answering[host] = any(map(answers, addresses(host)))
        return host not in self.slow and self.answering[host]

    def pull(self, image: str) -> str:
        """Pull it; the reason if that fails, else ''."""
        try:
            docker("pull", "--quiet", image, timeout=PULL_SECONDS)
        except EngineSilentError:
            self.slow.add(registry(image))
            return f"the registry is slow: {PULL_SECONDS / 60:.0f} min were not enough; it is not asked again"
        except ThreadmillError as error:
            return last_line(error.logs or str(error))
        return ""

    def build(self, standin: Standin, say: Callable[[str], None], stopping: Event) -> float:
        """Build it under the official name; the seconds that it took. A ThreadmillError names why it failed."""
        label = f"{LABEL}={standin.hash}"
        command = [str(standin.script), standin.image, label]
        if not standin.script:
            command = build_command("--label", label, "--tag", standin.image, str(standin.folder))
        log = CACHE / "images" / f"{standin.folder.name}.log"
        return run_logged(command, log, standin.title, say, stopping)

    def version(self, image: str) -> str:
        """The version that the image's program tells; '' if it tells none."""
        return versions.read(image)

    def origin(self, image: str) -> str:
        """Where a stand-in's program came from; '' if its recipe does not say."""
        return versions.origin(image)


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
    names: list[str], mode: str, engine: DockerEngine | None = None, instead: Mapping[str, str] | None = None
) -> dict[str, Choice]:
    """What `ensure` would choose for each image, and for those that a stand-in is built on. Changes nothing."""
    return _Settlement(mode, engine or DockerEngine(), pull=lambda _: True).of(names, instead)


def ensure(
    names: Sequence[str],
    mode: str,
    say: Callable[[str], None],
    engine: DockerEngine | None = None,
    optional: frozenset[str] = frozenset(),
    beside: Sequence[Job] = (),
    instead: Mapping[str, str] | None = None,
) -> dict[str, Choice]:
    """Pull or build what is not here, saying which, and do the jobs `beside` as soon as the images they need are here.

    Where an image of `instead` is missing, the other that it names is wanted.

    Afterwards an image may be missing if it is `optional`, which is the caller's to say, or has no stand-in; a
    ThreadmillError names any other that cannot be had, and why.
    """
    engine = engine or DockerEngine()
    settlement = _Settlement(mode, engine, partial(_pull, engine, say), optional)
    choices = settlement.of(names, instead)
    here = [f"{choice.image} ({choice.detail})" for choice in choices.values() if choice.source == "local"]
    if here:
        say(f"images already here: {', '.join(here)}")
    for choice in choices.values():
        if choice.source == "missing" and choice.image in settlement.standins.keys() - optional:
            raise ThreadmillError(f"{choice.image} cannot be had: {choice.detail}; IMAGES=auto builds one")
    essential = set(names) - optional
    faults = jobs.perform([*settlement.builds(partial(_build, engine, say), essential), *beside], say)
    return choices | {image: Choice(image, "missing", str(fault)) for image, fault in faults.items()}


class _Settlement:
    """Settles for each image where it comes from, and has `pull` pull it; what is to be built comes after."""

    def __init__(
        self, mode: str, engine: DockerEngine, pull: Callable[[str], bool], optional: frozenset[str] = frozenset()
    ) -> None:
        self.mode, self.engine, self.pull, self.optional = mode, engine, pull, optional
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

    def builds(self, build: Callable[[Standin, Event], None], essential: set[str]) -> list[Job]:
        """A job for each image that is to be built."""
        return [
            Job(
                name=image,
                run=partial(build, self.standins[image]),
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
        if choice.source == "pulled" and not self.pull(image):
            choice = self._choose(image, lambda _: False)
        if choice.source == "stand-in":
            for base in self.standins[image].bases:
                self._settle(base)
        self.choices[image] = choice

    def _choose(self, image: str, answers: Callable[[str], bool]) -> Choice:
        return choose(image, self.mode, self.engine.here(image), self.standins.get(image), answers)


def _pull(engine: DockerEngine, say: Callable[[str], None], image: str) -> bool:
    say(f"{image}: pulling the official image")
    fault = engine.pull(image)
    say(f"{image}: not pulled ({fault})" if fault else f"{image}: pulled")
    return not fault


def _build(engine: DockerEngine, say: Callable[[str], None], standin: Standin, stopping: Event) -> None:
    what = "image" if standin.ours else "stand-in"
    say(f"{standin.image}: building its {what}, usually in {standin.takes}")
    took = engine.build(standin, say, stopping)
    version, origin = engine.version(standin.image), engine.origin(standin.image)
    held = f": {version}" + (f" ({origin})" if origin else "") if version else ""
    say(f"{standin.image}: {what} built in {took:.0f} s{held}")
    if departure := series.departure(standin.image, version):
        say(f"{departure}: no source has the series {series.named(standin.image)}; every result says so")


def registry(image: str) -> str:
    """The host of the registry that an image's name means: docker.io unless its first part looks like a host."""
    first, slash, _ = image.partition("/")
    return first if slash and ("." in first or ":" in first or first == "localhost") else "docker.io"


def addresses(host: str) -> list[str]:
    """Where a registry is asked: docker.io by the engine's mirrors too."""
    if host != "docker.io":
        return [f"https://{host}"]
    mirrors = json.loads(docker("info", "--format", "{{json .RegistryConfig.Mirrors}}")) or []
    return [*mirrors, "https://registry-1.docker.io"]


def answers(address: str) -> bool:
    """Whether a registry answers there."""
    try:
        # its head alone counts, however slowly the rest comes
        with httpx.stream("GET", f"{address.rstrip('/')}/v2/", timeout=PROBE_SECONDS) as answer:
            return answer.status_code in (200, 401)  # 401: it wants a token, which a pull fetches
    except httpx.HTTPError:
        return False
