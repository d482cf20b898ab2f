"""How often a verdict sees a disturbance: shares and their intervals, what was missed, and what is left to measure."""

from collections import Counter
from pathlib import Path
from typing import Literal

import pytest

from bench.analysis import verdict_rates
from bench.analysis.verdict_rates import wilson
from bench.commands import verdicts
from bench.errors import ThreadmillError, UsageError
from bench.report import verdict_rates as report
from bench.results import JudgedWindow
from bench.results.collection import VerdictsStore
from bench.runner import disturbed
from bench.spec import disturbances
from bench.spec.disturbances import CUT, LATE, NONE, OTHER_LOAD, STARVED, UNDISTURBED, Disturbance
from bench.testbed import disturbing, engine
from bench.tests.fakes import Behaviour, stage

Word = Literal["VALID", "SUSPECT", "INVALID"]


def windows(fault: str, strength: float, goodput: float, *words: Word, blocks: int = 5) -> list[JudgedWindow]:
    """One of each verdict in each block, with a reason that names a figure of its own."""
    return [
        JudgedWindow(
            fault=fault,
            strength=strength,
            block=block,
            goodput=goodput * (1 + block / 1000),
            verdict=word,
            reasons=[] if word == "VALID" else [f"core full for {block} %"],
        )
        for block in range(1, blocks + 1)
        for word in words
    ]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # by hand: (p + z²/2n ± z √(p (1 - p)/n + z²/4n²)) / (1 + z²/n), z = 1.96
    [(0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (5, 20, 0.1119, 0.4687), (1, 2, 0.0945, 0.9055)],
)
def test_wilson_s_interval(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=1e-4)


def test_a_harmful_disturbance_that_is_called_valid_is_missed() -> None:
    measured = [
        *windows(NONE, 0, 1000, "VALID", "VALID", "VALID", "SUSPECT"),
        *windows(OTHER_LOAD, 0.1, 880, "VALID", "VALID", "VALID", "SUSPECT"),
        *windows(OTHER_LOAD, 0.5, 500, "INVALID", "INVALID"),
        *windows(CUT, 1, 990, "VALID"),
    ]
    none, weak, strong, harmless = verdict_rates.rates(measured)
    assert none.goodput is None and none.share("SUSPECT")[0] == 0.25
    assert weak.goodput and weak.goodput.value == pytest.approx(0.88)
    assert [rate.missed for rate in (none, weak, strong, harmless)] == [False, True, False, False]
    assert (strong.harmful, harmless.harmful) == (True, False)
    assert weak.reason == "core full for 1 %", "a reason is the same with another figure"
    first, *rest = report.conclusions([none, weak, strong, harmless])
    assert first == "of undisturbed windows 25% [11%, 47%] are not VALID"
    assert [one.split(":")[0] for one in rest] == ["another load on the app's core, 10% of a core"]
    assert report.ALIKE in report.notes([none, weak]), "what an interval leaves out stands beside it"


def test_where_nothing_is_missed_it_says_so() -> None:
    measured = [*windows(NONE, 0, 1000, "VALID"), *windows(OTHER_LOAD, 0.5, 500, "INVALID")]
    *_, last = report.conclusions(verdict_rates.rates(measured))
    assert last.startswith("no disturbance that is shown to cost more than 5% of the goodput is VALID in more than 1")


def test_one_block_tells_of_nothing_that_it_was_missed() -> None:
    measured = [*windows(NONE, 0, 1000, "VALID", blocks=1), *windows(OTHER_LOAD, 0.5, 500, "VALID", blocks=1)]
    *_, last = report.conclusions(verdict_rates.rates(measured))
    assert last.startswith("goodput has no interval yet")


def test_every_disturbance_gets_its_windows_and_the_rest_is_found_again() -> None:
    plan = list(disturbed.planned(disturbed.blocks_of(20), [], seed=1))
    counted = Counter(one for due in plan for one in due.disturbances)
    assert {counted[one] for one in disturbances.every() if one != UNDISTURBED} == {20}
    assert counted[UNDISTURBED] == 45
    assert all(due.disturbances[0] == UNDISTURBED for due in plan if len(due.disturbances) > 1)
    assert all(len(due.disturbances) == 1 for due in plan if due.disturbances[0].fault == LATE)
    kept = _all([disturbed.Due(1, due.disturbances[:-1]) for due in plan if due.block == 1])
    left = [due for due in disturbed.planned(5, kept, seed=1) if due.block == 1]
    assert [one for due in left for one in due.disturbances if one.fault != LATE] == [
        UNDISTURBED,
        plan[0].disturbances[-1],
    ]
    assert list(disturbed.planned(5, [*kept, *_all(plan)], seed=1)) == []


def _all(plan: list[disturbed.Due]) -> list[JudgedWindow]:
    return [
        JudgedWindow(fault=one.fault, strength=one.strength, block=due.block, goodput=1, verdict="VALID", reasons=[])
        for due in plan
        for one in due.disturbances
    ]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"VARIANT": "blocking,reactor"}, "disturbs one variant"),
        ({"SCENARIO": "no-io"}, "no-io needs no database"),
        ({"CEILING": "1"}, "two calibrations"),
        ({"RESUME": "nothing"}, "no calibration of verdicts 'nothing'"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        verdicts.requested({"VERDICTS": "1", **given})


def test_a_calibration_that_fails_keeps_what_the_machines_wrote(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(fatal=("APP_SCHEDULING=other",)))
    with pytest.raises(ThreadmillError, match="did not become healthy"):
        verdicts.conduct(machines, verdicts.requested({"RUNS": "4"}))
    assert {found.name for found in tmp_path.glob("verdicts-*/logs/*.txt")} >= {"db.txt"}


def test_a_whole_calibration_on_simulated_machines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The simulated machines know what a starved load machine is; of the rest the engine is asked what it should be."""
    machines = stage(monkeypatch, tmp_path, Behaviour())
    asked: list[tuple[str, ...]] = []

    def docker(*argv: str, **_: object) -> str:
        asked.append(argv)
        return "0123\n" if argv[0] == "ps" else ""

    monkeypatch.setattr(engine, "docker", docker)
    monkeypatch.setattr(engine, "existing", lambda: {name: name for name in (*machines.there, "load")})
    store = verdicts.conduct(machines, verdicts.requested({"RUNS": "4"}))
    found = {rate.disturbance: rate for rate in verdict_rates.rates(store.windows())}
    assert {rate.windows for one, rate in found.items() if one != UNDISTURBED} == {4}
    assert found[UNDISTURBED].verdicts["VALID"] == found[UNDISTURBED].windows == 9
    assert found[Disturbance(STARVED, 0.5)].verdicts["INVALID"] == 4
    assert found[Disturbance(LATE, 5)].verdicts["VALID"] == 0
    others = [argv for argv in asked if disturbing.BUSY in argv]
    assert Counter(next(word for word in argv if "--cpus=" in word) for argv in others) == {
        f"--cpus={share}": 4 for share in (0.05, 0.1, 0.2, 0.3, 0.5)
    }
    assert len([argv for argv in asked if "--cap-add=NET_ADMIN" in argv]) == 3 * 4
    assert machines.asked.count(f"statements: {2 * 260}") == 2 * 4, "of 26 s, ten inserts and pauses each"
    assert "10% of a core" in (store.folder / "summary.md").read_text()
    begun = VerdictsStore.open(store.folder.name)
    again = verdicts.requested({"RESUME": begun.folder.name})
    verdicts.conduct(machines, again)
    assert len(begun.windows()) == len(store.windows()), "nothing was left to do"
    capsys.readouterr()
