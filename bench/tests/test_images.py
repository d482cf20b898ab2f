from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
import yaml

from bench.errors import ThreadmillError, UsageError
from bench.paths import ROOT
from bench.spec import observers
from bench.testbed import images, jobs, services, stack, standins
from bench.testbed.images import Choice, DockerEngine
from bench.testbed.jobs import Job
from bench.testbed.standins import Standin

STANDIN = Standin("db:1", Path("images/db"), "9 s", bases=("base:1",), hash="now")
BASE = Standin("base:1", Path("images/base"), "5 s", bases=(), hash="now")
VIEWER = Standin("threadmill/viewer:1", Path("images/viewer"), "9 s", bases=("base:1",), hash="now")
INSTEAD = {"grafana:1": VIEWER.image}


class FakeEngine(DockerEngine):
    """An engine that holds `images` (name to hash, '' for an official one) and writes down what it is told to do."""

    def __init__(
        self, images: dict[str, str] | None = None, registry: bool = False, pullable: bool = True, broken: str = ""
    ) -> None:
        """`broken`: the image whose stand-in cannot be built."""
        self.images = dict(images or {})
        self.registry = registry
        self.pullable = pullable
        self.broken = broken
        self.held = ""
        self.asked: list[str] = []
        self.done: list[str] = []

    def here(self, image: str) -> str | None:
        return self.images.get(image)

    def registry_answers(self, image: str) -> bool:
        self.asked.append(image)
        return self.registry

    def pull(self, image: str) -> str:
        self.done.append(f"pull {image}")
        if self.pullable:
            self.images[image] = ""
        return "" if self.pullable else "toomanyrequests"

    def build(self, standin: Standin, say: Callable[[str], None], stopping: Event) -> float:
        self.done.append(f"build {standin.image}")
        if standin.image == self.broken:
            raise ThreadmillError(f"the stand-in for {standin.image} could not be built: no network", "its log")
        self.images[standin.image] = standin.hash
        return 3.0

    def version(self, image: str) -> str:
        return self.held

    def origin(self, image: str) -> str:
        return "package 1.2-3 of Debian"


@pytest.fixture(autouse=True)
def two_standins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standins, "catalogue", lambda: {one.image: one for one in (STANDIN, BASE, VIEWER)})


@pytest.mark.parametrize(
    ("mode", "here", "registry", "source"),
    [
        ("auto", "", False, "local"),
        ("auto", "now", True, "local"),
        ("auto", None, True, "pulled"),
        ("auto", "before", True, "pulled"),
        ("auto", None, False, "stand-in"),
        ("auto", "before", False, "stand-in"),
        ("pull", "", True, "local"),
        ("pull", "now", True, "pulled"),
        ("pull", None, False, "missing"),
        ("build", "now", True, "local"),
        ("build", "", True, "stand-in"),
        ("build", "before", True, "stand-in"),
        ("build", None, True, "stand-in"),
    ],
)
def test_choice_for_an_image_with_a_standin(mode: str, here: str | None, registry: bool, source: str) -> None:
    assert images.choose("db:1", mode, here, STANDIN, lambda _: registry).source == source


@pytest.mark.parametrize(
    ("mode", "here", "registry", "source"),
    [
        ("auto", None, True, "pulled"),
        ("auto", None, False, "missing"),
        ("pull", None, False, "missing"),
        ("build", "", False, "local"),
        ("build", None, True, "missing"),
    ],
)
def test_choice_for_an_image_without_one(mode: str, here: str | None, registry: bool, source: str) -> None:
    assert images.choose("grafana:1", mode, here, None, lambda _: registry).source == source


def test_registry_is_not_asked_when_the_image_is_here() -> None:
    engine = FakeEngine({"db:1": "now", "grafana:1": ""})
    images.plan(["db:1", "grafana:1"], "auto", engine)
    assert engine.asked == []


def test_base_is_built_before_what_is_built_on_it_and_once() -> None:
    engine = FakeEngine()
    choices = images.ensure(["db:1", "base:1"], "auto", lambda _: None, engine)
    assert engine.done == ["build base:1", "build db:1"]
    assert {name: choice.source for name, choice in choices.items()} == {"base:1": "stand-in", "db:1": "stand-in"}


def test_job_beside_the_images_begins_when_those_that_it_needs_are_here() -> None:
    engine = FakeEngine({"other:1": ""})
    ours = Job("services", lambda _: engine.done.append("build services"), frozenset({"db:1", "other:1"}))
    images.ensure(["db:1", "other:1"], "auto", lambda _: None, engine, beside=[ours])
    assert engine.done == ["build base:1", "build db:1", "build services"]


def test_job_beside_the_images_is_done_if_all_are_here() -> None:
    done = list[str]()
    ours = Job("services", lambda _: done.append("services"), frozenset({"db:1"}))
    images.ensure(["db:1"], "auto", lambda _: None, FakeEngine({"db:1": ""}), beside=[ours])
    assert done == ["services"]


def test_essential_images_are_built_before_observers_and_the_longest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the recipes that there are, one at a time."""
    monkeypatch.undo()
    monkeypatch.setattr(jobs, "AT_ONCE", 1)
    machines = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    image_of = {name: machine["image"] for name, machine in machines.items()}
    engine = FakeEngine()
    ours = Job("the services", lambda _: engine.done.append("build the services"), frozenset(services.BASES), 60.0)
    named = [image for image in image_of.values() if not image.startswith("threadmill/")]
    optional = observers.images(image_of)
    images.ensure([*named, *services.BASES], "build", lambda _: None, engine, optional, [ours])
    assert [done.removeprefix("build ").partition(":")[0] for done in engine.done] == [
        "debian", "grafana/k6", "maven", "eclipse-temurin", "the services", "mariadb",
        "ghcr.io/google/cadvisor", "prom/prometheus", "prom/mysqld-exporter",
    ]  # fmt: skip


def test_image_that_cannot_be_had_is_told_before_anything_is_built() -> None:
    engine = FakeEngine({"db:1": ""})
    ours = Job("services", lambda _: engine.done.append("build services"))
    with pytest.raises(ThreadmillError, match="base:1 cannot be had"):
        images.ensure(["db:1", "base:1"], "pull", lambda _: None, engine, beside=[ours])
    assert engine.done == []


def test_base_that_is_here_stays() -> None:
    engine = FakeEngine({"base:1": ""})
    images.ensure(["db:1"], "auto", lambda _: None, engine)
    assert engine.done == ["build db:1"]


def test_second_ensure_does_nothing_but_say_so() -> None:
    engine, said = FakeEngine(), list[str]()
    images.ensure(["db:1"], "auto", lambda _: None, engine)
    engine.done.clear()
    images.ensure(["db:1", "base:1"], "auto", said.append, engine)
    assert engine.done == []
    assert said == ["images already here: db:1 (stand-in), base:1 (stand-in)"]


def test_plan_changes_nothing_and_foretells_ensure() -> None:
    engine = FakeEngine({"base:1": "before"})
    foretold = images.plan(["db:1", "grafana:1"], "auto", engine)
    assert engine.done == []
    assert foretold == images.ensure(["db:1", "grafana:1"], "auto", lambda _: None, engine)
    assert foretold["grafana:1"] == Choice("grafana:1", "missing", "no registry supplies it, and it has no stand-in")


def test_an_image_instead_of_one_that_is_missing_is_built_and_never_pulled() -> None:
    engine = FakeEngine({"base:1": ""}, registry=True, pullable=False)
    choices = images.ensure(["grafana:1"], "auto", lambda _: None, engine, frozenset({VIEWER.image}), instead=INSTEAD)
    assert choices["grafana:1"].source == "missing" and choices[VIEWER.image].source == "stand-in"
    assert engine.done == ["pull grafana:1", f"build {VIEWER.image}"]


def test_an_image_instead_of_one_that_is_here_is_not_built() -> None:
    engine = FakeEngine({"grafana:1": ""})
    assert VIEWER.image not in images.ensure(["grafana:1"], "auto", lambda _: None, engine, instead=INSTEAD)
    assert VIEWER.image not in images.plan(["grafana:1"], "auto", engine, INSTEAD)
    assert engine.done == []


def test_an_image_instead_that_cannot_be_built_is_missing_too() -> None:
    engine, said = FakeEngine({"base:1": ""}, broken=VIEWER.image), list[str]()
    choices = images.ensure(["grafana:1"], "auto", said.append, engine, frozenset({VIEWER.image}), instead=INSTEAD)
    assert choices[VIEWER.image].source == "missing" and said[-1].endswith("going on without it")


def test_pull_that_fails_falls_back_on_the_standin() -> None:
    engine, said = FakeEngine({"base:1": ""}, registry=True, pullable=False), list[str]()
    choices = images.ensure(["db:1"], "auto", said.append, engine)
    assert engine.done == ["pull db:1", "build db:1"]
    assert choices["db:1"].source == "stand-in"
    assert "db:1: not pulled (toomanyrequests)" in said


def test_forced_pull_that_fails_is_an_error_that_names_the_image() -> None:
    with pytest.raises(ThreadmillError, match="db:1 cannot be had"):
        images.ensure(["db:1"], "pull", lambda _: None, FakeEngine(registry=True, pullable=False))


def test_image_without_standin_may_be_missing() -> None:
    assert images.ensure(["grafana:1"], "auto", lambda _: None, FakeEngine())["grafana:1"].source == "missing"


@pytest.mark.parametrize("broken", ["db:1", "base:1"])
def test_optional_image_whose_standin_or_base_fails_is_missing(broken: str) -> None:
    engine, said = FakeEngine({"other:1": ""}, broken=broken), list[str]()
    choices = images.ensure(["db:1", "other:1"], "auto", said.append, engine, optional=frozenset({"db:1"}))
    reason = f"the stand-in for {broken} could not be built: no network"
    assert choices["db:1"] == Choice("db:1", "missing", reason)
    assert choices["other:1"].source == "local"
    assert said[-1] == f"{reason}; going on without it"


def test_what_is_not_optional_fails_although_it_shares_the_base_of_what_is() -> None:
    with pytest.raises(ThreadmillError, match="base:1 could not be built"):
        images.ensure(["db:1", "base:1"], "auto", lambda _: None, FakeEngine(broken="base:1"), frozenset({"db:1"}))


@pytest.mark.parametrize("image", ["db:1", "grafana:1"])
def test_optional_image_that_may_not_be_built_is_missing(image: str) -> None:
    engine = FakeEngine(registry=True, pullable=False)
    choices = images.ensure([image], "pull", lambda _: None, engine, frozenset({image}))
    assert choices[image].source == "missing"


def test_interrupt_while_an_optional_image_is_built_is_no_missing_image(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> float:
        raise KeyboardInterrupt

    engine = FakeEngine()
    monkeypatch.setattr(engine, "build", interrupt)
    with pytest.raises(KeyboardInterrupt):
        images.ensure(["db:1"], "auto", lambda _: None, engine, frozenset({"db:1"}))


def test_standin_of_another_series_is_built_and_said() -> None:
    engine, said = FakeEngine(), list[str]()
    engine.held = "DB 2.0"
    images.ensure(["base:1"], "build", said.append, engine)
    assert said[1:] == [
        "base:1: stand-in built in 3 s: DB 2.0 (package 1.2-3 of Debian)",
        "DB 2.0, where base:1 is asked for: no source has the series 1; every result says so",
    ]


def test_long_work_is_announced_with_its_usual_time() -> None:
    said = list[str]()
    images.ensure(["base:1"], "build", said.append, FakeEngine())
    assert said == ["base:1: building its stand-in, usually in 5 s", "base:1: stand-in built in 3 s"]


def test_another_source_is_told_the_right_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IMAGES", "fetch")
    with pytest.raises(UsageError, match="IMAGES=fetch; IMAGES is one of: auto, pull, build"):
        stack.mode()
