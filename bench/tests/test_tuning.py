"""The search for tunables, on simulated variants whose optimum is known, and on one where nothing helps."""

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench import cli, paths
from bench.analysis import tuning
from bench.analysis.tuning import Outcome
from bench.commands import tune
from bench.errors import ThreadmillError, UsageError
from bench.report import tuning as report
from bench.results import Configuration, Run, Verdict
from bench.spec import configuration, request, tunables
from bench.spec.configuration import Entry
from bench.spec.variants import VARIANTS
from bench.tests import examples
from bench.tests.fakes import Behaviour, FakeMachines, fail_at, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")

GOODPUT = 100_000
LOOPS, SHARED, UNSAFE = "eventLoops.http=1", "eventLoops.shared=true", "netty.unsafe=true"
ENTRIES = configuration.candidates("reactor").candidates


def simulated(factors: dict[str, float], noise: float = 0.0, seed: int = 1) -> "Simulation":
    return Simulation(factors, noise, random.Random(seed))


class Simulation:
    """Goodput is stock's times the factor of each setting, and some noise of a run."""

    def __init__(self, factors: dict[str, float], noise: float, chance: random.Random) -> None:
        self.factors, self.noise, self.chance = factors, noise, chance

    def run(self, entries: tuple[Entry, ...], block: int = 1) -> Run:
        rate = GOODPUT * self.chance.gauss(1, self.noise)
        for entry in entries:
            rate *= self.factors.get(tuning.label(entry), 1.0)
        configured = Configuration(variant="reactor", name=tuning.name(entries))
        return examples.run("reactor", int(rate), block).model_copy(update={"configured": configured, "mixed": True})

    def search(self, blocks: int = 5) -> Outcome:
        screening = [self.run(()), *(self.run((entry,)) for entry in ENTRIES)]
        found = tuning.screened(screening, ENTRIES)
        combined = [self.run(one) for one in tuning.combinations(tuning.finalists(found))]
        proposed = tuning.path(found, combined)
        confirming = [self.run(one, block) for block in range(1, blocks + 1) for one in tuning.nested(proposed)]
        return tuning.outcome(found, proposed, confirming)


def kept(found: Outcome) -> list[str]:
    return [tuning.label(step.entry) for step in found.kept]


def test_the_optimum_of_a_variant_without_noise_is_found_and_its_factors_told() -> None:
    found = simulated({LOOPS: 1.4, SHARED: 1.2, UNSAFE: 1.0, "netty.transport=nio": 0.9}, noise=0.002).search()
    assert kept(found) == [LOOPS, SHARED]
    assert [round(step.factor.value, 1) for step in found.kept if step.factor] == [1.4, 1.2]
    assert found.over_stock is not None and found.over_stock.value == pytest.approx(1.68, abs=0.02)


def test_the_optimum_is_found_under_the_noise_of_a_shared_host() -> None:
    hits = [kept(simulated({LOOPS: 1.35, SHARED: 1.25}, 0.035, seed).search())[:2] for seed in range(40)]
    assert sum(sorted(hit) == [LOOPS, SHARED] for hit in hits) >= 36


def test_where_nothing_helps_stock_is_kept() -> None:
    found = [simulated({}, 0.035, seed).search() for seed in range(100)]
    assert sum(bool(one.kept) for one in found) <= 7, "a false step must stay as rare as the interval promises"
    nothing = next(one for one in found if not one.kept)
    assert "nothing was shown to be better than stock" in report.conclusion(nothing)
    assert nothing.over_stock is None


def test_what_is_worse_everywhere_is_not_even_confirmed() -> None:
    found = simulated(dict.fromkeys(map(tuning.label, ENTRIES), 0.9)).search()
    assert found.steps == [] and found.kept == []


def test_of_several_values_of_a_setting_only_the_best_goes_on() -> None:
    entries = configuration.candidates("blocking").candidates
    rates = {"workerThreads=16": 1.2, "workerThreads=12": 1.15, "preparedStatements=true": 1.05}
    runs = [_blocking((), 1.0), *(_blocking((one,), rates.get(tuning.label(one), 1.0)) for one in entries)]
    best = tuning.finalists(tuning.screened(runs, entries))
    assert [tuning.label(one) for one in best][:2] == ["workerThreads=16", "preparedStatements=true"]
    assert len({one.setting for one in best}) == len(best) == 3


def _blocking(entries: tuple[Entry, ...], factor: float) -> Run:
    configured = Configuration(variant="blocking", name=tuning.name(entries))
    return examples.run("blocking", int(GOODPUT * factor)).model_copy(update={"configured": configured})


def test_an_addition_that_spoils_the_combination_is_left_out() -> None:
    first, second, third = (one for one in ENTRIES if tuning.label(one) in (LOOPS, SHARED, UNSAFE))
    found = [tuning.Screened(one, ratio) for one, ratio in ((first, 1.3), (second, 1.2), (third, 1.1))]
    alone = simulated({LOOPS: 1.3})
    runs = [
        alone.run((first,)),
        simulated({LOOPS: 1.0}).run((first, second)),
        simulated({LOOPS: 1.4}).run((first, third)),
    ]
    runs.append(simulated({LOOPS: 1.05}).run((first, second, third)))
    assert tuning.path(found, runs) == [first, third]


def test_the_first_step_that_is_not_shown_to_help_ends_the_path() -> None:
    one, two, three = ENTRIES[:3]
    sim = simulated({tuning.label(one): 1.3, tuning.label(three): 1.3}, 0.01)
    runs = [sim.run(each, block) for block in range(1, 6) for each in tuning.nested([one, two, three])]
    assert tuning.outcome([], [one, two, three], runs).steps[0].kept
    assert [step.kept for step in tuning.outcome([], [two, one, three], runs).steps] == [False] * 3


def test_a_candidate_that_fails_or_is_slower_by_half_or_invalid_is_noted() -> None:
    sim = simulated({LOOPS: 0.4})
    runs = [sim.run(()), *(sim.run((entry,)) for entry in ENTRIES[:3])]
    runs[2] = runs[2].model_copy(update={"windows": [], "ended": "the app did not become healthy"})
    bad = runs[3].windows[0].model_copy(update={"verdict": Verdict(verdict="INVALID", reasons=["it is deaf"])})
    runs[3] = runs[3].model_copy(update={"windows": [bad]})
    notes = {tuning.label(one.entry): one.note for one in tuning.screened(runs, ENTRIES)}
    assert notes[LOOPS] == "slower than stock by half or more"
    assert notes[SHARED] == "failed: the app did not become healthy"
    assert notes["netty.allocator=pooled"] == "INVALID: it is deaf"
    assert notes[UNSAFE] == "failed: it was not run"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_the_same_budget_of_sound_candidates(variant: str) -> None:
    found = configuration.candidates(variant)
    assert len({tuning.label(one) for one in found.candidates}) == len(found.candidates) == tuning.CANDIDATES
    assert len({one.setting for one in found.candidates}) >= tuning.COMBINED
    assert found.untried and {one.setting for one in found.candidates} <= {one.key for one in tunables.of(variant)}


# -- the whole search on simulated machines ---------------------------------------------------------------------


FAST = {"-Dreactor.netty.ioWorkerCount=1": 0.8, "-Dthreadmill.r2dbc.loops=http": 0.85}
"""How much less CPU a request then costs; the app's CPU stays the limit."""
GIVEN = {"SCENARIO": "create-property", "VARIANT": "reactor", "DURATION": "5", "RUNS": "3"}


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The repository's stock and candidates files in a folder of their own, where tuned files are written."""
    found = tmp_path / "configurations"
    for path in configuration.FOLDER.glob("*/*.yaml"):
        if not path.name.startswith("tuned-"):
            (found / path.parent.name).mkdir(parents=True, exist_ok=True)
            (found / path.parent.name / path.name).write_text(path.read_text())
    monkeypatch.setattr(configuration, "FOLDER", found)
    monkeypatch.setattr(paths, "RESULTS", tmp_path / "results")
    return found


@pytest.fixture(autouse=True)
def nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stages' pages are those of any experiment, and drawing them takes longer than all else."""
    monkeypatch.setattr("bench.report.write", lambda store: store.folder)


@pytest.fixture(autouse=True)
def all_is_attested(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated app attests few tunables; that those of the others match is test_claims.py's."""
    monkeypatch.setattr("bench.analysis.expected_stack.tunables.mismatches", lambda *_: [])


def test_a_search_writes_what_it_found_and_experiments_take_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machines: FakeMachines = stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01))
    store = tune.conduct(machines, tune.requested(GIVEN))
    file = configuration.tuned("reactor", "database")
    assert file is not None
    assert configuration.values(file.settings) == {"eventLoops.http": 1, "eventLoops.shared": True}
    assert (file.stock["eventLoops.http"], file.tuned["eventLoops.http"]) == (4, 1)
    assert file.over_stock is not None and file.over_stock.low > 1 and file.over_stock.blocks == 3
    assert all(entry.factor and entry.factor.low > 1 for entry in file.settings)
    assert file.searched.host == "a CPU, 2 cores" and file.searched.results == store.folder.name
    screen = capsys.readouterr().out
    assert screen.index("the search takes 25 runs at most for each of 1 variants") < screen.index(
        "screening 8 candidates"
    )
    summary = (store.folder / "summary.md").read_text()
    assert "| reactor | eventLoops.http=1 | 1." in summary and "reactor: not tried: event loops between" in summary
    (chosen,) = request.experiment({**GIVEN}).plan.configured
    assert chosen.name == "tuned" and chosen.search is not None and chosen.search.over_stock == file.over_stock
    assert machines.there == set()


def test_a_search_that_finds_nothing_keeps_stock_and_counts_as_searched(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(uneven=0.005))
    tune.conduct(machines, tune.requested(GIVEN))
    file = configuration.tuned("reactor", "database")
    assert file is not None and file.settings == [] and file.over_stock is None
    assert "nothing was shown to be better than stock, so stock is kept" in capsys.readouterr().out
    (chosen,) = request.experiment({**GIVEN}).plan.configured
    assert (chosen.name, chosen.settings) == ("tuned", {}) and chosen.search is not None


def test_a_candidate_that_does_not_start_is_noted_and_the_search_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fatal = ("-Dio.netty.noUnsafe=false",)
    store = tune.conduct(stage(monkeypatch, tmp_path, Behaviour(flags=FAST, fatal=fatal)), tune.requested(GIVEN))
    assert "failed: app (reactor) did not become healthy" in (store.folder / "summary.md").read_text()
    file = configuration.tuned("reactor", "database")
    assert file is not None and "eventLoops.http" in configuration.values(file.settings)


def test_a_search_with_a_candidate_that_failed_can_be_resumed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(flags=FAST, fatal=("-Dio.netty.noUnsafe=false",)))
    with monkeypatch.context() as context:
        fail_at(context, 9, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            tune.conduct(machines, tune.requested(GIVEN))
    (begun,) = (tmp_path / "results").glob("tune-*")
    failed = [path for path in begun.glob("*/runs/*.json") if not Run.model_validate_json(path.read_text()).windows]
    assert len(failed) == 1, "the candidate that does not start must be among the first eight runs"
    tune.conduct(machines, tune.requested({"RESUME": begun.name}))
    assert configuration.tuned("reactor", "database") is not None


def test_a_stock_that_does_not_run_is_a_fault(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machines = stage(monkeypatch, tmp_path)

    def deaf(*_: object) -> None:
        raise ThreadmillError("app (reactor) did not become healthy")

    monkeypatch.setattr(machines, "start_fresh", deaf)
    with pytest.raises(ThreadmillError, match="reactor failed, as told above; make tune RESUME=tune-create-property"):
        tune.conduct(machines, tune.requested(GIVEN))
    assert configuration.tuned("reactor", "database") is None and machines.there == set()


@pytest.mark.parametrize("number", [4, 11, 16])
def test_a_resumed_search_ends_as_one_in_one_go(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01))
    with monkeypatch.context() as context:
        fail_at(context, number, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            tune.conduct(machines, tune.requested(GIVEN))
    (begun,) = (tmp_path / "results").glob("tune-*")
    assert f"make tune RESUME={begun.name}" in capsys.readouterr().out
    done = len(list(begun.glob("*/runs/*.json")))
    assert done == number - 1
    tune.conduct(machines, tune.requested({"RESUME": begun.name}))
    starts = [word for word in machines.asked if word.startswith("start ")]
    assert len(starts) == len(list(begun.glob("*/runs/*.json"))), "a finished run was done again"
    file = configuration.tuned("reactor", "database")
    assert file is not None and configuration.values(file.settings) == {"eventLoops.http": 1, "eventLoops.shared": True}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"CONFIGURATION": "tuned"}, "leave out CONFIGURATION"),
        ({"RUNS": "1"}, "2 paired blocks at least"),
        ({"LEVELS": "50,100"}, "at one load level"),
        ({"VARIANT": "blocking-jpa"}, "blocking-jpa has no .*candidates.yaml"),
        ({"RESUME": "tune-x"}, "there is no search|leave out"),
    ],
)
def test_wrong_usage(folder: Path, given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        tune.requested({**GIVEN, **given})


def test_lists_of_unequal_length_are_refused(folder: Path) -> None:
    path = folder / "reactor" / "candidates.yaml"
    text: Any = yaml.safe_load(path.read_text())
    path.write_text(yaml.safe_dump({**text, "candidates": text["candidates"][:-1]}))
    with pytest.raises(UsageError, match="holds 7 candidates, not 8: every variant gets the same number of runs"):
        tune.requested(GIVEN)


def test_the_command_checks_before_it_starts(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("SCENARIO", "null")
    assert cli.run(["check", "tune"]) == 2
    monkeypatch.setenv("SCENARIO", "create-property")
    assert cli.run(["check", "tune"]) == 0
