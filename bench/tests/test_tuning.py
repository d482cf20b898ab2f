"""The search for tunables, on simulated variants whose optimum is known, and on one where nothing helps."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from bench.analysis import factorial, screening, tuning
from bench.analysis.factorial import Factors, Level
from bench.analysis.screening import Screened
from bench.analysis.tuning import Outcome
from bench.report import tuning as report
from bench.results import PER_CPU_SECOND, TUNED, Configuration, Limiter, Run, Verdict
from bench.spec import configuration, tunables
from bench.spec.configuration import Entry
from bench.spec.variants import VARIANTS
from bench.tests import examples

GOODPUT = 100_000
LOOPS, SHARED, UNSAFE = "eventLoops.http=1", "eventLoops.shared=true", "netty.unsafe=true"
BATCH = "schedulingPolicy=batch"
THREADS = ("workerThreads", "virtualThreads.parallelism", "eventLoops.http")


def candidates(variant: str, kind: str = "database") -> Factors:
    file = configuration.candidates(variant, kind)
    return factorial.factors(file.candidates, file.jointly)


FACTORS = factorial.factors(configuration.candidates("reactor", "database").candidates)
"""Those of reactor, none of them jointly."""
ENTRIES = [entry for factor in FACTORS for level in factor for entry in level]
Simulated = Callable[[dict[str, float], float], "Simulation"]


@cache
def designed(*factors: tuple[Level, ...]) -> list[factorial.Configured]:
    """The same for the same candidates, always; finding it takes longer than a simulated search."""
    return factorial.design(factors)


def design(factors: Factors) -> list[factorial.Configured]:
    return designed(*map(tuple, factors))


def simulated(factors: dict[str, float], noise: float = 0.0, seed: int = 1) -> "Simulation":
    return Simulation(factors, noise, random.Random(seed))


def saving(factors: dict[str, float], noise: float = 0.0, answering: float = 1.0) -> "Simulation":
    """All of whose runs answer what is asked for, those with a setting `answering` times as much; the settings' factors
    are of the CPU that they save."""
    return Simulation(factors, noise, random.Random(1), answering)


class Simulation:
    """Goodput is stock's times the factor of each setting, and some noise of a run. `both` is the factor of a number of
    threads and BATCH together, beside their own."""

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
            rate *= self.factors.get(screening.label(entry), 1.0)
        threads = next((entry for entry in entries if entry.setting in THREADS), None)
        if threads and BATCH in labels(entries):
            rate *= self.factors.get("both", 1.0)
        speed = self.chance.uniform(self.slowest, 1)
        rate *= speed
        configured = Configuration(variant="reactor", name=name or screening.name(entries))
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

    def screen(self, factors: Factors = FACTORS) -> list[Screened]:
        planned = design(factors)
        runs = [self.run(one) for one in planned]
        return screening.screened(factors, planned, runs, screening.compared(runs))

    def chosen(self, factors: Factors = FACTORS) -> list[str]:
        return labels(screening.flat(screening.proposal(factors, self.screen(factors))))

    def search(self, blocks: int = 5) -> Outcome:
        found = self.screen()
        chosen = screening.proposal(FACTORS, found)
        confirming = [self.run((), block, "stock") for block in range(1, blocks + 1)]
        confirming += [self.run(screening.flat(chosen), block, "tuned") for block in range(1, blocks + 1)]
        return tuning.outcome(found, chosen, confirming, screening.compared([self.run(())]))


def labels(entries: Sequence[Entry]) -> list[str]:
    return [screening.label(entry) for entry in entries]


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
    found = tuning.outcome(sim.screen(), [FACTORS[0][0]], runs)
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
    found = simulated(dict.fromkeys(map(screening.label, ENTRIES), 0.9)).search()
    assert found.proposed == [] and found.factor is None and found.kept == []


def test_of_several_values_of_a_setting_only_the_best_is_proposed() -> None:
    rates = {"workerThreads=16": 1.2, "workerThreads=8": 1.15, "preparedStatements=true": 1.05}
    found = simulated(rates).chosen(candidates("blocking"))
    assert found == ["workerThreads=16", "preparedStatements=true"]


def test_the_better_of_two_settings_that_help_for_one_reason_is_proposed_without_the_other() -> None:
    """The factors are those that were counted of virtual threads: each helps, and both together do less than one."""
    factors, carriers = {BATCH: 1.49, "both": 0.71}, {f"virtualThreads.parallelism={one}": 1.25 for one in (8, 16)}
    sims = [simulated({**factors, **carriers, "preparedStatements=true": 1.06}, 0.035, seed) for seed in range(40)]
    hits = [sim.chosen(candidates("virtual-threads")) for sim in sims]
    assert sum(BATCH in hit and not carriers.keys() & set(hit) for hit in hits) >= 38
    assert sum("preparedStatements=true" in hit for hit in hits) >= 30
    assert sum(len(hit) > 3 for hit in hits) <= 6, "what helps only in another's company is taken for helpful"


def test_settings_that_are_tried_jointly_are_one_factor_of_all_their_combinations() -> None:
    one, two, three, *_ = ENTRIES
    assert factorial.factors([one, two, three]) == [[(one,)], [(two,)], [(three,)]]
    assert factorial.factors([one, two, three], [three.setting, one.setting]) == [
        [(one,), (three,), (three, one)], [(two,)],
    ]  # fmt: skip
    joint = factorial.factors([one, three], [one.setting, three.setting])[0]
    assert factorial.level((three, two, one), joint) == (one, three) and factorial.level((two,), joint) == ()


def test_an_effect_within_its_standard_error_is_not_proposed() -> None:
    one = FACTORS[0][0]
    assert screening.proposal(FACTORS, [Screened(one, 1.05, 0.02)]) == [one]
    assert screening.proposal(FACTORS, [Screened(one, 1.05, 0.08)]) == []
    assert screening.proposal(FACTORS, [Screened(one, 1.01, 0.0)]) == []


def test_what_an_earlier_search_kept_stays_unless_it_is_seen_to_do_harm() -> None:
    """One of two searches on one host screened prepared statements at 1.03 ± 0.04, the other at 1.12 ± 0.02."""
    (one,), (other,), *_ = (factor[0] for factor in FACTORS)
    unseen, harmful = Screened((one,), 1.03, 0.04), Screened((other,), 0.95, 0.04)
    assert screening.proposal(FACTORS, [unseen, harmful]) == []
    assert screening.proposal(FACTORS, [unseen, harmful], [other, one]) == [(one,)]
    below = Screened((other,), 0.99, 0.04)
    assert screening.proposal(FACTORS, [unseen, below], [other, one]) == [(one,), (other,)], "noise alone may do that"
    untold = Screened((one,), None, note="too few of its runs are usable to tell")
    assert screening.proposal(FACTORS, [untold], [one]) == [(one,)], "what nobody saw is no harm"


def test_a_screening_of_which_no_window_may_be_used_decides_nothing() -> None:
    """Else a file of another search would be replaced by one that says that nothing helps."""
    untold = [Screened(factor[0], None, note="INVALID: other work on the host") for factor in FACTORS]
    found = Outcome(untold, [], None)
    assert not found.decided and "usable to tell of any setting, so an earlier search's" in report.conclusion(found)
    assert Outcome([*untold, Screened(FACTORS[0][0], 0.99, 0.02)], [], None).decided


def test_of_several_values_the_one_seen_to_be_best_replaces_the_earlier_one() -> None:
    (workers, *_) = candidates("blocking")
    eight, sixteen = (next(one for one in workers if screening.name(one) == f"workerThreads={n}") for n in (8, 16))
    found = [Screened(sixteen, 1.2, 0.03), Screened(eight, 1.1, 0.03)]
    assert screening.proposal([workers], found, eight) == [sixteen]
    alike = [Screened(sixteen, 1.2, 0.03), Screened(eight, 1.18, 0.03)]
    assert screening.proposal([workers], alike, eight) == [eight], "300 to 800 threads answered alike once"
    unseen = [Screened(sixteen, 1.03, 0.04), Screened(eight, 1.02, 0.04)]
    assert screening.proposal([workers], unseen, eight) == [eight]


def test_a_proposal_whose_interval_holds_1_is_not_kept() -> None:
    one = FACTORS[0][0]
    runs = [simulated({}).run((), block, "stock") for block in range(1, 6)]
    runs += [simulated({LOOPS: 1 + 0.1 * (-1) ** block}).run(one, block, "tuned") for block in range(1, 6)]
    found = tuning.outcome([Screened(one, 1.3, 0.01)], [one], runs)
    assert found.factor is not None and found.factor.low is not None and found.factor.low < 1
    assert found.kept == []


def test_a_search_tells_how_little_it_could_see() -> None:
    (one,), (other,), (third,), *_ = (factor[0] for factor in FACTORS)
    found = [Screened((one,), 1.2, 0.05), Screened((other,), 0.9, 0.03), Screened((third,), None, note="it is deaf")]
    assert Outcome(found, [], None).resolution == pytest.approx(0.04)
    assert Outcome([Screened((one,), 1.2, 0.001)], [], None).resolution == pytest.approx(0.02), "less is not proposed"
    assert Outcome(found[2:], [], None).resolution is None


def test_a_proposal_with_which_the_app_ends_in_a_block_is_not_kept() -> None:
    """Those of its runs that are left say how fast it is, and not that it dies."""
    one, sim = FACTORS[0][0], simulated({LOOPS: 1.5})
    stock = [sim.run((), block, "stock") for block in range(1, 6)]
    *tuned, last = [sim.run(one, block, TUNED) for block in range(1, 6)]
    found = tuning.outcome([Screened(one, 1.5, 0.01)], [one], [*stock, *tuned, examples.lost(last)])
    assert found.factor is None and found.decided and found.kept == []
    told = report.grid("create-property", {"reactor": found})
    assert told.rows[0][-2:] == ("no", "the app ended with it in 1 block")


@pytest.mark.parametrize("kind", ["database", "waiting", "no-io"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_the_same_budget_and_a_design_that_tells_every_effect(variant: str, kind: str) -> None:
    """An effect of two values is known as well as 16 runs can tell it, to half of a run's scatter; one of several, of
    which each has but a few runs, as well as the difference of two runs or better."""
    found, factors = configuration.candidates(variant, kind), candidates(variant, kind)
    planned = factorial.design(factors)
    assert len(planned) == len(set(planned)) == factorial.RUNS and planned[0] == ()
    assert planned == factorial.design(factors)
    told = [(one, factor) for factor in factors for one in factor]
    model = np.array([[1.0, *(float(factorial.level(run, factor) == one) for one, factor in told)] for run in planned])
    errors = np.sqrt(np.diag(np.linalg.inv(model.T @ model)))[1:]
    for (one, factor), error in zip(told, errors, strict=True):
        assert error <= (0.55 if len(factor) == 1 else 1.01), screening.name(one)
    assert factorial.RUNS - 1 - len(told) >= 3, "too few runs are left to tell the scatter"
    assert found.untried and {one.setting for one in found.candidates} <= {one.key for one in tunables.of(variant)}


def test_a_candidate_that_fails_or_is_slower_by_half_or_invalid_is_noted() -> None:
    loops, shared, unsafe, undetected = ENTRIES[:4]
    sim = simulated({LOOPS: 0.4})
    planned = [(), (loops,), (shared,), (unsafe,), (undetected,), (loops, ENTRIES[4]), (ENTRIES[4],)]
    runs = [sim.run(one) for one in planned[:4]] + [sim.run(one) for one in planned[5:]]
    runs[2] = runs[2].model_copy(update={"windows": [], "ended": "the app did not become healthy"})
    runs[3] = deaf(runs[3])
    notes = {screening.name(one.level): one.note for one in screening.screened(FACTORS, planned, runs)}
    assert notes[LOOPS] == "slower than stock by half or more"
    assert notes[SHARED] == "failed: the app did not become healthy"
    assert notes[UNSAFE] == "INVALID: it is deaf"
    assert notes[screening.label(undetected)] == "failed: it was not run"


def test_a_value_of_several_that_fails_leaves_enough_runs_and_a_setting_of_two_values_does_not() -> None:
    """One was 100 worker threads, which held too few requests; to screen the others anew took 20 minutes."""
    workers = candidates("blocking", "waiting")
    (hundred,) = (one for factor in workers for one in factor if screening.name(one) == "workerThreads=100")
    (unsafe,) = (one for factor in FACTORS for one in factor if screening.name(one) == UNSAFE)
    assert not screening.too_few(workers, design(workers), [hundred])
    assert screening.too_few(FACTORS, design(FACTORS), [unsafe])
    assert not screening.too_few(FACTORS, design(FACTORS), [])


def test_where_stock_s_own_value_gives_no_usable_run_the_best_of_the_others_meets_it() -> None:
    """Both short runs with stock's one carrier thread were INVALID once, and nothing was said to be better than it."""
    carriers = candidates("virtual-threads", "waiting")
    planned, sim = design(carriers), simulated({"virtualThreads.parallelism=8": 1.1}, noise=0.01)
    runs = [deaf(sim.run(one), with_out="virtualThreads.parallelism") for one in planned]
    found = screening.screened(carriers, planned, runs)
    by_label = {screening.name(one.level): one for one in found}
    eight, two = by_label["virtualThreads.parallelism=8"], by_label["virtualThreads.parallelism=2"]
    assert eight.instead and eight.ratio == pytest.approx(1.1, abs=0.05) and two.ratio == pytest.approx(0.98, abs=0.04)
    assert not by_label["exceptionTranslation=false"].instead
    assert screening.name(screening.proposal(carriers, found)[0]) == "virtualThreads.parallelism=8"
    told = report.grid("passthrough-message", {"virtual-threads": Outcome(found, [], None)})
    assert any("stock's own gave no usable run" in row[-1] for row in told.rows)


def test_a_setting_of_two_values_is_proposed_where_stock_s_own_gives_no_usable_run() -> None:
    unsafe = next(one for one in ENTRIES if screening.label(one) == UNSAFE)
    planned, sim = design(FACTORS), simulated({})
    found = screening.screened(FACTORS, planned, [deaf(sim.run(one), with_out=unsafe.setting) for one in planned])
    (one,) = (one for one in found if one.level == (unsafe,))
    assert one.ratio is None and one.note == "stock's own value gave no usable run"
    assert (unsafe,) in screening.proposal(FACTORS, found)


def test_a_stock_that_is_not_usable_in_the_confirmation_gives_no_factor_and_says_so() -> None:
    sim = simulated({LOOPS: 1.2})
    found = sim.screen()
    chosen = screening.proposal(FACTORS, found)
    stock = [sim.run((), 1), sim.run((), 2), deaf(sim.run((), 3))]
    tuned = [sim.run(screening.flat(chosen), block, TUNED) for block in (1, 2, 3)]
    judged = tuning.outcome(found, chosen, [*stock, *tuned])
    assert judged.factor is None and judged.kept == [] and not judged.decided
    told = report.grid("create-property", {"reactor": judged})
    assert told.rows[0][-2:] == ("no", report.UNDECIDED)


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
    found = screening.screened(FACTORS, planned, [simulated({}).run(each) for each in planned])
    found = [each for each in found if each.level in ((one,), (other,))]
    assert [(each.ratio, each.note) for each in found] == [(None, "too few of its runs are usable to tell")] * 2
