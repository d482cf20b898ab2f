"""`make profile` on simulated machines: runs of their own that are recorded, and what is kept and said of each."""

import re
from collections.abc import Mapping
from functools import partial
from math import gcd
from pathlib import Path
from types import TracebackType
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from bench import report
from bench.commands import experiment, profile
from bench.errors import ThreadmillError, UsageError
from bench.paths import ROOT
from bench.probes import attestation
from bench.report import observers
from bench.report.comparison import compare
from bench.report.data import ReportData
from bench.results import Configuration, Run, Store
from bench.results.profile import BESIDE, CPU, FACTS, FOLDER, ProfileFacts, Span
from bench.runner import profiles, resumption, run
from bench.spec.schedule import PROFILED, UNPROFILED, scheduled
from bench.testbed import profiler, standins
from bench.testbed.app import App
from bench.tests.fakes import Behaviour, FakeMachines, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")

GIVEN = {"SCENARIO": "create-property", "VARIANT": "blocking,reactor", "DURATION": "10", "CONFIGURATION": "stock"}
COUNTS = {
    "samples": 2500, "signals": 1200, "lost": 3, "allocations": 900, "pinned": 2, "pinned_ns": 5, "gc": 1, "gc_ns": 7,
    "events": 9000, "last_ms": 0,
}  # fmt: skip


class FakeProfiler:
    """A recorder of which every recording holds the same; `done` is what it was asked."""

    counts: Mapping[str, int] = COUNTS
    faulty = ""

    def __init__(self, cores: str) -> None:
        self.cores = cores
        self.done: list[str] = []
        made.append(self)

    def __enter__(self) -> "FakeProfiler":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.done.append("removed")

    def begin(self, name: str) -> None:
        self.done.append(f"begin {name}")

    def cut(self, name: str, from_ms: int, to_ms: int) -> dict[str, Any]:
        if self.faulty == "cut":
            raise ThreadmillError("it failed", "java.io.IOException: no recording\n")
        self.done.append(f"cut {name} to {(to_ms - from_ms) / 1000:.0f} s")
        return dict(self.counts)

    def draw(self, name: str, kind: str, title: str) -> None:
        self.done.append(f"draw {kind} of {name}: {title}")

    def differ(self, base: str, other: str, title: str) -> str:
        self.done.append(f"differ: {title}")
        return f"<html>{base}{other}</html>"

    def fetch(self, name: str, folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / f"{CPU}.collapsed").write_text("[http-exec];a.b_[j];c.d_[j] 2000\n[http-exec];a.b_[j] 500\n")

    def forget(self, name: str) -> None:
        self.done.append(f"forget {name}")


made: list[FakeProfiler] = []


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeMachines:
    found = stage(monkeypatch, tmp_path)
    made.clear()
    monkeypatch.setattr(profiles, "Profiler", FakeProfiler)
    monkeypatch.setattr(profiler, "stop", lambda name: found.asked.append(f"stop {name}"))
    monkeypatch.setattr(found, "logs", lambda *_: "")
    return found


def recorded(machines: FakeMachines, **given: str) -> Store:
    return profile.conduct(machines, profile.requested({**GIVEN, **given}))


def facts(store: Store, found: Run) -> ProfileFacts:
    return ProfileFacts.model_validate_json((store.folder / FOLDER / store.name_of(found) / FACTS).read_text())


def test_each_variant_is_recorded_from_its_start_and_stopped_after_its_window(machines: FakeMachines) -> None:
    store = recorded(machines)
    assert store.folder.name.startswith("profile-create-property-")
    starts = [asked for asked in machines.asked if asked.startswith(("start", "stop"))]
    assert sorted(starts[::2]) == ["start blocking profiled", "start reactor profiled"]
    assert starts[1::2] == ["stop app", "stop app"]
    (tool,) = made
    assert tool.done[-1] == "removed" and tool.done.count("cut 01-reactor to 10 s") == 1
    assert [done for done in tool.done if done.startswith("draw cpu of 01-blocking")] == [
        "draw cpu of 01-blocking: blocking, create-property: CPU, samples"
    ]


def test_the_facts_hold_what_the_harness_counted_in_the_same_window(machines: FakeMachines) -> None:
    store = recorded(machines)
    for found in store.runs():
        (window,) = found.windows
        told = facts(store, found)
        assert (told.variant, told.configuration, told.scenario) == (found.variant, "stock", "create-property")
        assert told.window == Span(
            from_epoch_ms=round(window.started * 1000), to_epoch_ms=round(window.ended * 1000), seconds=10.0
        )
        assert (told.samples, told.lost, told.requests_good) == (2500, 3, window.load.good)
        assert told.app_cpu_seconds == pytest.approx(window.use["app"].cpu_seconds, rel=0.01)
        assert told.db_cpu_seconds == pytest.approx(window.use["db"].cpu_seconds, rel=0.01)
        assert told.compiler_cpu_seconds == pytest.approx(
            (window.app.compiler_share or 0) * max(window.use["app"].cpu_seconds, 5.0), abs=0.01
        )
        assert told.interval_ns == profiler.INTERVAL_NS and told.notes == []
        assert told.pinned and (told.pinned.count, told.pinned.ns) == (2, 5)


def test_a_difference_is_drawn_in_cpu_for_each_request(machines: FakeMachines) -> None:
    store = recorded(machines)
    page = (store.folder / FOLDER / "01-reactor" / "diff-cpu-01-blocking.html").read_text()
    each = {found.variant: facts(store, found) for found in store.runs()}
    for told in each.values():
        assert f"a.b_[j];c.d_[j] {round(2000 * told.interval_ns / told.requests)}\n" in page
    assert "[http-exec]" not in page, "threads have other names in each variant"
    assert [done for done in made[0].done if "differ" in done] == [
        "differ: reactor (red: more) less blocking (blue: more; yellow: it has none), ns of CPU for each request"
    ]


def test_a_profile_is_never_taken_for_a_measurement(machines: FakeMachines, capsys: pytest.CaptureFixture[str]) -> None:
    store = recorded(machines)
    assert machines.published == [], "nothing of it is in Prometheus"
    assert "prometheus" not in machines.there
    for found in store.runs():
        assert found.windows[0].verdict.verdict == "SUSPECT"
        assert any(reason.startswith("profiled: ") for reason in found.windows[0].verdict.reasons)
    assert "This is a profile, not a measurement" in report.markdown(store.experiment(), store.runs())
    assert "profiled" in (store.folder / "report.html").read_text()
    assert "RESUME" not in capsys.readouterr().out
    data = ReportData.read(store)
    with pytest.raises(ThreadmillError, match="A is a profile"):
        compare(data, data, anyway=False)
    with pytest.raises(UsageError, match="is a profile: begin anew"):
        resumption.opened(str(store.folder), {})


def test_a_recorder_is_a_difference_in_a_measured_app_alone(machines: FakeMachines) -> None:
    machines.start_fresh(App("blocking", flags=profiler.flags("01-blocking")))
    asked = partial(attestation.attest, machines, Configuration(variant="blocking", name="stock"), {"app": 0.5})
    assert asked(profiled=True).mismatches == []
    (told,) = asked(profiled=False).mismatches
    assert "jvm.flags" in told and "StartFlightRecording" in told


@pytest.mark.parametrize(
    ("changed", "note"),
    [
        ({"signals": 0, "samples": 0, "lost": 0}, "recorded no CPU sample (jdk.CPUTimeSample)"),
        ({"lost": 400}, "25% of the CPU samples were lost"),
        ({"failed": 500}, "20% of the CPU samples have no stack"),
        ({"truncated": 9}, "9 CPU samples have stacks of more than 512 frames"),
        ({"cut_off": 1, "last_ms": 7000}, "the JVM was killed, so its recording was not closed: what it had written is "
         "shown; it ends 3.0 s before the window does"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_recording_is_said(changed: Mapping[str, int], note: str) -> None:
    (found,) = profiles.doubts({**COUNTS, **changed}, Span(from_epoch_ms=0, to_epoch_ms=10_000, seconds=10.0))
    assert note in found


def test_a_recording_that_cannot_be_read_costs_the_stacks_alone(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(FakeProfiler, "faulty", "cut")
    monkeypatch.setattr(machines, "logs", lambda *_: "[2.1s][warning][jfr,start] Failed to create timer for a thread\n")
    store = recorded(machines, VARIANT="blocking")
    (found,) = store.runs()
    assert facts(store, found).notes == [
        "Failed to create timer for a thread",
        "the profiler failed: java.io.IOException: no recording",
        "the recording cannot be read: there are no stacks",
    ]
    assert facts(store, found).requests_good > 0
    assert "Failed to create timer" in capsys.readouterr().out


def test_an_app_that_the_recorder_keeps_from_starting_does_not_end_the_profile(machines: FakeMachines) -> None:
    started = next(flag for flag in profiler.flags("01-blocking").split() if "StartFlightRecording" in flag)
    machines.world.behaviour = Behaviour(fatal=(started,))
    store = recorded(machines)
    ended = {found.variant: found.ended for found in store.runs()}
    assert "did not become healthy" in (ended["blocking"] or "") and ended["reactor"] is None
    assert facts(store, next(found for found in store.runs() if found.variant == "reactor")).samples == 2500


def test_the_profiler_is_removed_whatever_ends_the_run(machines: FakeMachines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "conduct", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        recorded(machines)
    assert made[0].done[-1] == "removed" and machines.there == set()


def test_what_recording_costs_is_measured_in_pairs(machines: FakeMachines, capsys: pytest.CaptureFixture[str]) -> None:
    store = profile.conduct(machines, profile.requested({"COST": "1", "RUNS": "2", "DURATION": "10"}), cost=True)
    assert store.folder.name.startswith("profile-cost-create-property-")
    arms = [one.arm for one in scheduled(store.experiment().plan)]
    assert sorted(arms) == [PROFILED] * 2 + [UNPROFILED] * 2 and arms[0] != arms[2]
    kept = {found.arm: found for found in store.runs()}
    said = {arm: any("profiled" in reason for reason in one.windows[0].verdict.reasons) for arm, one in kept.items()}
    assert said == {PROFILED: True, UNPROFILED: False}
    started = [asked for asked in machines.asked if asked.startswith("start")]
    assert started.count("start blocking profiled") == started.count("start blocking") == 2
    assert sum(done.startswith("forget") for done in made[0].done) == 2
    assert not (store.folder / FOLDER).exists()
    assert "What recording costs in create-property, 2 runs" in capsys.readouterr().out
    assert observers.answer(store.experiment().plan, store.runs())[0].startswith("With recording blocking's goodput")


def test_profiles_beside_a_measured_experiment_explain_its_answer(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiment, "prepare", lambda *_, profiled: machines if profiled else None)
    experiment.asked({**GIVEN, "RATE": "500", "RUNS": "2", "OBSERVERS": "off", "PROFILE": "1"})()
    (store,) = [Store.open(name) for name in Store.known()]
    assert [found.windows[0].level for found in store.runs()] == [500] * 4
    assert not any("profiled" in reason for found in store.runs() for reason in found.windows[0].verdict.reasons)
    recorded = Store(store.folder / BESIDE)
    assert [found.windows[0].level for found in recorded.runs()] == [499] * 2 and recorded.experiment().plan.profiled
    summary, page = ((store.folder / name).read_text() for name in ("summary.md", "report.html"))
    assert "A request of reactor takes" in summary and "µs of CPU a request, by layer" in summary
    links = re.findall(r'href="(profile/[^"]+)"', page)
    assert links and all((store.folder / link).is_file() for link in links)


@pytest.mark.parametrize(
    "given", [{"LEVELS": "10,20"}, {"LADDER": "auto"}, {"OBJECTIVE": "p99<100ms"}, {"WARMUP": "0"}]
)
def test_only_one_load_of_a_warm_app_is_recorded_beside(given: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="PROFILE=1 records one load level"):
        experiment.asked({"SCENARIO": "create-property", "PROFILE": "1", **given})


def test_an_experiment_that_goes_on_is_not_recorded() -> None:
    with pytest.raises(UsageError, match="leave out PROFILE"):
        experiment.asked({"RESUME": "any", "PROFILE": "1"})


@pytest.mark.parametrize(("rate", "offered"), [("500", 499), ("1000", 997), ("250", 247), ("487", 487), ("1", 1)])
def test_an_equal_rate_keeps_no_step_with_the_kernels_tick(rate: str, offered: int) -> None:
    spec = profile.requested({"SCENARIO": "create-property", "RATE": rate})
    assert list(profile.plan(spec).levels) == [offered]
    assert all(gcd(offered, ticks) == 1 for ticks in (100, 250, 300, 1000))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"OBSERVERS": "on"}, "leave out OBSERVERS"),
        ({"VUS": "10,20"}, "one load level"),
        ({"WARMUP": "0"}, "leave out WARMUP=0"),
        ({"LADDER": "auto"}, "LADDER goes with `make bench`"),
        ({"COST": "1", "CONFIGURATION": "both"}, "stock or tuned"),
        ({"COST": "1", "CONFIGURATION": "hooks=false"}, "stock or tuned"),
        ({"COST": "1", "RUNS": "1"}, "2 blocks"),
    ],
)
def test_wrong_usage(given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        profile.requested({"SCENARIO": "create-property", **given})


def test_the_interval_is_the_one_that_the_jvm_is_told() -> None:
    events = ElementTree.parse(ROOT / "images" / "profiler" / "profile.jfc").getroot()
    settings = {(event.attrib["name"], setting.attrib["name"]): setting.text for event in events for setting in event}
    assert settings[profiler.EVENT, "throttle"] == f"{profiler.INTERVAL_NS / 1e6:.0f} ms"


def test_the_recorder_writes_to_the_volume_that_the_app_gets_in_profiled_runs_alone() -> None:
    usual, more = (yaml.safe_load((ROOT / name).read_text()) for name in ("compose.yaml", profiler.COMPOSE_FILE))
    (mounted,) = more["services"]["app"]["volumes"]
    assert more["volumes"]["profiler"] == {"name": profiler.VOLUME, "external": True}
    assert "volumes" not in usual["services"]["app"] and more["services"].keys() == {"app"}
    written = re.findall(r"(?:repository|filename|settings)=([^,]+)", profiler.flags("01-blocking-hooks=false+x"))
    assert len(written) == 3 and all(path.startswith(f"{mounted.partition(':')[2]}/") for path in written)
    assert not re.search(r"[ +]\S*=\S*=", written[0]) and "hooks=false" not in "".join(written)


def test_its_image_is_a_recipe_of_ours_and_no_machine_of_compose_has_it() -> None:
    assert standins.catalogue(trusted=b"")[profiler.IMAGE].ours
    machines = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"].values()
    assert profiler.IMAGE not in {machine["image"] for machine in machines}


def test_stacks_are_scaled_without_their_threads() -> None:
    assert profiles.scaled(["[a];x;y 10", "[b];x 3", "[c] 4", "[d];z 0"], 2.5) == "x;y 25\nx 8\n"
