"""The search for tunables, on simulated variants whose optimum is known, and on one where nothing helps."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from bench.analysis import factorial, tuning
from bench.analysis.tuning import Outcome, Screened
from bench.report import tuning as report
from bench.results import PER_CPU_SECOND, TUNED, Configuration, Limiter, Run, Verdict
from bench.spec import configuration, tunables
from bench.spec.configuration import Entry
from bench.spec.variants import VARIANTS
from bench.tests import examples

GOODPUT = 100_000
LOOPS, SHARED, UNSAFE = "eventLoops.http=1", "eventLoops.shared=true", "netty.unsafe=true"
ENTRIES = configuration.candidates("reactor", "database").candidates
Simulated = Callable[[dict[str, float], float], "Simulation"]


@cache
def designed(entries: tuple[Entry, ...]) -> list[factorial.Configured]:
    """The same for the same candidates, always; finding it takes longer than a simulated search."""
    return factorial.design(entries)


def simulated(factors: dict[str, float], noise: float = 0.0, seed: int = 1) -> "Simulation":
    return Simulation(factors, noise, random.Random(seed))


def saving(factors: dict[str, float], noise: float = 0.0, answering: float = 1.0) -> "Simulation":
    """All of whose runs answer what is asked for, those with a setting `answering` times as much; the settings' factors
    are of the CPU that they save."""
    return Simulation(factors, noise, random.Random(1), answering)


class Simulation:
    """Goodput is stock's times the factor of each setting, and some noise of a run."""

    def __init__(
        self, factors: dict[str, float], noise: float, chance: random.Random, answering: float | None = None
    ) -> None:
        self.factors, self.noise, self.chance, self.answering = factors, noise, chance, answering
        self.slowest = 1.0

    def on_uneven_cores(self) -> "Simulation":
        """The same where the host's cores may have half their speed in a run."""
        self.slowest = 0.5
        return self

    def run(self, entries: Sequence[Entry], block: int = 1, name: str = "") -> Run:
        rate = GOODPUT * self.chance.gauss(1, self.noise)
        for entry in entries:
            rate *= self.factors.get(tuning.label(entry), 1.0)
        speed = self.chance.uniform(self.slowest, 1)
        rate *= speed
        configured = Configuration(variant="reactor", name=name or tuning.name(entries))
        found = examples.run("reactor", int(rate), block, work_ms=0.25 / speed, **self.changes(rate, bool(entries)))
        return found.model_copy(update={"configured": configured, "mixed": True})

    def changes(self, rate: float, configured: bool) -> dict[str, Any]:
        if self.answering is None:
            return {}
        use, good = examples.machines(), int(GOODPUT * (self.answering if configured else 1.0))
        spent = use["app"].cpu_seconds * good / rate
        return {
            "use": {**use, "app": use["app"].model_copy(update={"cpu_seconds": spent})},
            "load": examples.summary(requests=good, good=good),
            "limiter": Limiter(name="users", evidence="all that they ask for", also=[]),
        }

    def screen(self, entries: Sequence[Entry] = ENTRIES) -> list[Screened]:
        planned = designed(tuple(entries))
        runs = [self.run(one) for one in planned]
        return tuning.screened(planned, runs, tuning.compared(runs))

    def search(self, blocks: int = 5) -> Outcome:
        found = self.screen()
        proposed = tuning.proposal(found)
        confirming = [self.run((), block, "stock") for block in range(1, blocks + 1)]
        confirming += [self.run(proposed, block, "tuned") for block in range(1, blocks + 1)]
        return tuning.outcome(found, proposed, confirming, tuning.compared([self.run(())]))


def labels(entries: Sequence[Entry]) -> list[str]:
    return [tuning.label(entry) for entry in entries]


def test_the_optimum_of_a_variant_without_noise_is_found_and_its_factor_told() -> None:
    found = simulated({LOOPS: 1.4, SHARED: 1.2, UNSAFE: 1.0, "netty.transport=nio": 0.9}, noise=0.002).search()
    assert labels(found.kept) == [LOOPS, SHARED]
    assert [round(one.ratio or 0, 1) for one in found.screened[:2]] == [1.4, 1.2]
    assert found.factor is not None and found.factor.value == pytest.approx(1.68, abs=0.02)


def test_the_optimum_is_found_under_the_noise_of_a_shared_host() -> None:
    hits = [labels(simulated({LOOPS: 1.35, SHARED: 1.25}, 0.035, seed).search().kept)[:2] for seed in range(40)]
    assert sum(sorted(hit) == [LOOPS, SHARED] for hit in hits) >= 39


@pytest.mark.parametrize("what", [simulated, saving])
def test_the_optimum_is_found_where_the_cores_are_twice_as_fast_in_one_run_as_in_another(what: Simulated) -> None:
    """They were, on a host that others use as well."""
    found = what({LOOPS: 1.4, SHARED: 1.2}, 0.002).on_uneven_cores().search()
    assert labels(found.kept) == [LOOPS, SHARED]
    assert found.factor is not None and found.factor.value == pytest.approx(1.68, abs=0.02)
    assert "at equal speed of the cores" in report.conclusion(found)


def test_where_the_speed_of_the_cores_is_not_known_goodput_is_compared_as_it_was() -> None:
    sim = simulated({LOOPS: 1.4})
    runs = [sim.run(one, block, name) for block in (1, 2) for one, name in (((), "stock"), (ENTRIES[:1], "tuned"))]
    window = runs[0].windows[0].model_copy(update={"work_ms": None})
    runs[0] = runs[0].model_copy(update={"windows": [window]})
    found = tuning.outcome(sim.screen(), list(ENTRIES[:1]), runs)
    assert found.factor is not None and "equal speed" not in report.conclusion(found)


def test_a_setting_that_gives_a_twentieth_is_mostly_found() -> None:
    hits = [labels(simulated({UNSAFE: 1.06}, 0.035, seed).search().proposed) for seed in range(100)]
    assert sum(UNSAFE in hit for hit in hits) >= 85


def test_where_nothing_helps_stock_is_kept() -> None:
    found = [simulated({}, 0.035, seed).search() for seed in range(100)]
    assert sum(bool(one.kept) for one in found) <= 7, "a false answer must stay as rare as the interval promises"
    nothing = next(one for one in found if not one.kept)
    assert "nothing was shown to be better than stock" in report.conclusion(nothing)


def test_where_stock_answers_all_settings_are_compared_by_the_cpu_of_an_answer() -> None:
    found = saving({LOOPS: 1.4, SHARED: 1.2}, noise=0.002).search()
    assert labels(found.kept) == [LOOPS, SHARED] and found.of == PER_CPU_SECOND
    assert found.factor is not None and found.factor.value == pytest.approx(1.68, abs=0.02)
    assert "times stock's good requests per CPU-second at equal speed of the cores" in report.conclusion(found)
    (told,) = report.unloaded({"reactor": found, "blocking": simulated({}).search()})
    assert told.startswith("reactor: stock answered everything")


def test_a_proposal_that_saves_cpu_and_answers_less_is_not_kept() -> None:
    found = saving({LOOPS: 1.4}, answering=0.9).search()
    assert found.factor is not None and (found.factor.low or 0) > 1
    assert found.kept == [] and "answers less than stock" in str(report.grid("io-delay", {"reactor": found}).rows)


def test_what_is_worse_everywhere_is_not_even_proposed() -> None:
    found = simulated(dict.fromkeys(map(tuning.label, ENTRIES), 0.9)).search()
    assert found.proposed == [] and found.factor is None and found.kept == []


def test_of_several_values_of_a_setting_only_the_best_is_proposed() -> None:
    entries = configuration.candidates("blocking", "database").candidates
    rates = {"workerThreads=16": 1.2, "workerThreads=12": 1.15, "preparedStatements=true": 1.05}
    assert labels(tuning.proposal(simulated(rates).screen(entries))) == ["workerThreads=16", "preparedStatements=true"]


def test_an_effect_within_its_standard_error_is_not_proposed() -> None:
    one = ENTRIES[0]
    assert tuning.proposal([Screened(one, 1.05, 0.02)]) == [one]
    assert tuning.proposal([Screened(one, 1.05, 0.08)]) == []
    assert tuning.proposal([Screened(one, 1.01, 0.0)]) == []


def test_a_proposal_whose_interval_holds_1_is_not_kept() -> None:
    one = ENTRIES[0]
    runs = [simulated({}).run((), block, "stock") for block in range(1, 6)]
    runs += [simulated({LOOPS: 1 + 0.1 * (-1) ** block}).run([one], block, "tuned") for block in range(1, 6)]
    found = tuning.outcome([Screened(one, 1.3, 0.01)], [one], runs)
    assert found.factor is not None and found.factor.low is not None and found.factor.low < 1
    assert found.kept == []


@pytest.mark.parametrize("kind", ["database", "waiting"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_the_same_budget_and_a_design_that_tells_every_effect(variant: str, kind: str) -> None:
    """Effects of two values, and of one against stock's among six, are known as well as 12 runs can tell them."""
    found = configuration.candidates(variant, kind)
    planned = factorial.design(found.candidates)
    assert len(planned) == len(set(planned)) == factorial.RUNS and planned[0] == ()
    assert planned == factorial.design(found.candidates)
    model = np.array([[1.0, *(float(entry in one) for entry in found.candidates)] for one in planned])
    errors = np.sqrt(np.diag(np.linalg.inv(model.T @ model)))[1:]
    alone = [one for one in found.candidates if sum(one.setting == other.setting for other in found.candidates) == 1]
    for entry, error in zip(found.candidates, errors, strict=True):
        assert error <= (0.58 if entry in alone else 1.01), tuning.label(entry)
    assert found.untried and {one.setting for one in found.candidates} <= {one.key for one in tunables.of(variant)}


def test_a_candidate_that_fails_or_is_slower_by_half_or_invalid_is_noted() -> None:
    loops, shared, pooled, unsafe = ENTRIES[:4]
    sim = simulated({LOOPS: 0.4})
    planned = [(), (loops,), (shared,), (pooled,), (unsafe,), (loops, ENTRIES[4]), (ENTRIES[4],)]
    runs = [sim.run(one) for one in planned[:4]] + [sim.run(one) for one in planned[5:]]
    runs[2] = runs[2].model_copy(update={"windows": [], "ended": "the app did not become healthy"})
    runs[3] = deaf(runs[3])
    notes = {tuning.label(one.entry): one.note for one in tuning.screened(planned, runs)}
    assert notes[LOOPS] == "slower than stock by half or more"
    assert notes[SHARED] == "failed: the app did not become healthy"
    assert notes["netty.allocator=pooled"] == "INVALID: it is deaf"
    assert notes[UNSAFE] == "failed: it was not run"


def test_a_value_of_several_that_fails_leaves_enough_runs_and_a_setting_of_two_values_does_not() -> None:
    """One was 100 worker threads, which held too few requests; to screen the others anew took 20 minutes."""
    workers = configuration.candidates("blocking", "waiting").candidates
    (hundred,) = (one for one in workers if tuning.label(one) == "workerThreads=100")
    (unsafe,) = (one for one in ENTRIES if tuning.label(one) == UNSAFE)
    assert not tuning.too_few(designed(tuple(workers)), [hundred])
    assert tuning.too_few(designed(tuple(ENTRIES)), [unsafe])
    assert not tuning.too_few(designed(tuple(ENTRIES)), [])


def test_where_stock_s_own_value_gives_no_usable_run_the_best_of_the_others_meets_it() -> None:
    """Both short runs with stock's one carrier thread were INVALID once, and nothing was said to be better than it."""
    carriers = configuration.candidates("virtual-threads", "waiting").candidates
    planned, sim = designed(tuple(carriers)), simulated({"virtualThreads.parallelism=8": 1.1}, noise=0.01)
    found = tuning.screened(planned, [deaf(sim.run(one), with_out="virtualThreads.parallelism") for one in planned])
    by_label = {tuning.label(one.entry): one for one in found}
    eight, two = by_label["virtualThreads.parallelism=8"], by_label["virtualThreads.parallelism=2"]
    assert eight.instead and eight.ratio == pytest.approx(1.1, abs=0.05) and two.ratio == pytest.approx(0.98, abs=0.04)
    assert not by_label["exceptionTranslation=false"].instead
    assert tuning.label(tuning.proposal(found)[0]) == "virtualThreads.parallelism=8"
    told = report.grid("passthrough-message", {"virtual-threads": Outcome(found, [], None)})
    assert any("stock's own gave no usable run" in row[-1] for row in told.rows)


def test_a_setting_of_two_values_is_proposed_where_stock_s_own_gives_no_usable_run() -> None:
    unsafe = next(one for one in ENTRIES if tuning.label(one) == UNSAFE)
    planned, sim = designed(tuple(ENTRIES)), simulated({})
    found = tuning.screened(planned, [deaf(sim.run(one), with_out=unsafe.setting) for one in planned])
    (one,) = (one for one in found if one.entry == unsafe)
    assert one.ratio is None and one.note == "stock's own value gave no usable run"
    assert unsafe in tuning.proposal(found)


def test_a_stock_that_is_not_usable_in_the_confirmation_gives_no_factor_and_says_so() -> None:
    sim = simulated({LOOPS: 1.2})
    found = sim.screen()
    proposed = tuning.proposal(found)
    stock = [deaf(sim.run((), block)) for block in (1, 2)]
    tuned = [sim.run(proposed, block, TUNED) for block in (1, 2)]
    judged = tuning.outcome(found, proposed, [*stock, *tuned])
    assert judged.factor is None and judged.kept == []
    told = report.grid("create-property", {"reactor": judged})
    assert told.rows[0][-2:] == ("no", "too few pairs of windows with stock are usable to tell")


def deaf(run: Run, with_out: str = "") -> Run:
    """The run with an INVALID window, unless its configuration has this setting."""
    if with_out and with_out in run.configuration:
        return run
    bad = run.windows[0].model_copy(update={"verdict": Verdict(verdict="INVALID", reasons=["it is deaf"])})
    return run.model_copy(update={"windows": [bad]})


def test_an_effect_that_the_usable_runs_do_not_tell_has_no_factor() -> None:
    """Two settings that only ever ran together cannot be told apart."""
    one, other = ENTRIES[:2]
    planned = [(), (one, other)]
    found = tuning.screened(planned, [simulated({}).run(each) for each in planned])
    assert [(each.ratio, each.note) for each in found] == [(None, "too few of its runs are usable to tell")] * 2
