"""The replays as data: valid, within their time, and wrong ones told by file and key."""

import re

import pytest

from bench import cli
from bench.errors import UsageError
from bench.spec.variables import STUDY
from bench.studies import plan, study
from bench.studies.claim import COLUMNS
from bench.studies.judgement import find
from bench.studies.store import former, requested
from bench.studies.study import FOLDER, Study

SEEDS = ["need-a-number", "passthrough", "perfjava", "person", "unrealestate"]
MINUTES = 15


@pytest.fixture(params=SEEDS)
def replay(request: pytest.FixtureRequest) -> Study:
    return study.read(request.param)


def test_there_is_a_replay_of_every_seed() -> None:
    assert study.names() == SEEDS and all(f"`{name}`" in STUDY.what for name in SEEDS)


def test_both_columns_fit_into_a_quarter_of_an_hour(replay: Study) -> None:
    assert plan.seconds(plan.planned(replay, replay.scale.default, long=False)) <= MINUTES * 60


def test_every_experiment_is_an_ordinary_one_and_carries_a_claim(replay: Study) -> None:
    pieces = plan.planned(replay, replay.scale.default, long=True)
    claimed = {claim.experiment for claim in replay.claims}
    for name, experiment in replay.experiments.items():
        assert name in claimed or experiment.long
        assert all(find(pieces, name, column) for column in COLUMNS)
    assert len({piece.name for piece in pieces}) == len(pieces)


def test_most_claims_are_measured_without_asking_for_more_time(replay: Study) -> None:
    pieces = plan.planned(replay, replay.scale.default, long=False)
    measured = [claim for claim in replay.claims if find(pieces, claim.experiment, "corrected")]
    assert len(measured) >= 3


def test_the_corrected_column_is_warmed_up_unless_threads_alone_decide(replay: Study) -> None:
    for piece in plan.planned(replay, replay.scale.default, long=True):
        if piece.columns == ("corrected",):
            assert piece.asked.plan.warmup_limit > 0 and piece.asked.plan.reset


def changed(old: str, new: str, seed: str = "person") -> str:
    text = (FOLDER / f"{seed}.yaml").read_text()
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("title:", "titel:", "'title' is missing"),
        ("    asks: Where", "    ask: Where", r"'experiments\.ramp\.asks' is missing"),
        ("figure: knee", "figure: elbow", r"claims\.0\.measure\.figure: Input should be 'goodput'"),
        (
            "rates: [500]",
            "rates: [fast]",
            r"experiments\.ramp\.as_published\.rates\.0: Input should be a valid integer",
        ),
        ("between: [180, 215]", "between: [215, 180]", r"claims\.0\.between: the lower end comes first"),
        ("    between: [180, 215]\n", "", r"claims\.0: give one of between, at_least and at_most"),
        ("experiment: ramp", "experiment: slope", r"claims\.0\.experiment: 'slope' is none of: ramp"),
        ("of: blocking}", "of: blocking-jpa}", r"claims\.0\.measure: the corrected ramp does not measure blocking-jpa"),
        ("because: {blocking:", "because: {reactor:", r"claims\.0\.because: reactor is not what is measured"),
        ("  default: 1\n", "  default: 2\n", r"scale\.default: Input should be less than or equal to 1"),
        ("of: [RATE,", "of: [RATES,", r"scale\.of\.0: Input should be 'VUS'"),
        ("scenario: person-ramp", "scenario: person", r"as_published\.scenario: 'person' is none of"),
    ],
)
def test_a_wrong_file_is_told_in_one_line(old: str, new: str, told: str) -> None:
    with pytest.raises(UsageError, match=told) as fault:
        study.parse("own.yaml", changed(old, new))
    assert str(fault.value).startswith("own.yaml: ") and "\n" not in str(fault.value)


def test_a_wrong_seed_gets_the_list_before_anything_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STUDY", "realestate")
    assert cli.run(["check", "replay"]) == 2
    told = capsys.readouterr().err
    assert "no study 'realestate'" in told and all(seed in told for seed in SEEDS)


def test_without_a_seed_all_are_wanted_at_their_own_scale() -> None:
    assert [(one.study, one.scale) for one in requested({})] == [
        (seed, study.read(seed).scale.default) for seed in SEEDS
    ]
    (one,) = requested({"STUDY": "person", "SCALE": "0.5", "LONG": "1", "APP_CPUS": "0.8"})
    assert (one.scale, one.long, one.given) == (0.5, True, {"APP_CPUS": "0.8"})


def test_seed_still_names_a_study_and_else_is_for_random_numbers() -> None:
    (one,) = requested({"SEED": "person"})
    assert (one.study, one.given, former({"SEED": "person"})) == ("person", {}, "person")
    (one,) = requested({"STUDY": "person", "SEED": "7"})
    assert (one.study, one.given, former({"SEED": "7"})) == ("person", {"SEED": "7"}, "")
    (first, *_) = plan.planned(study.read("person"), 1, long=False, given=one.given)
    assert first.asked.plan.seed == 7
    with pytest.raises(UsageError, match="SEED=passthrough is no whole number; STUDY=person names the study already"):
        requested({"STUDY": "person", "SEED": "passthrough"})


@pytest.mark.parametrize("scale", ["0", "2", "-1", "large"])
def test_a_scale_is_a_share_of_the_published_size(scale: str) -> None:
    with pytest.raises(UsageError, match=re.escape(f"SCALE={scale} is no share")):
        requested({"STUDY": "person", "SCALE": scale})


def test_figures_of_the_command_line_hold_for_both_columns_and_all_variants() -> None:
    for piece in plan.planned(study.read("person"), 1, long=False, given={"APP_CPUS": "0.8"}):
        assert piece.asked.caps["APP_CPUS"] == "0.8"


def test_more_runs_are_for_every_experiment_and_give_intervals() -> None:
    (one,) = requested({"STUDY": "person", "RUNS": "3"})
    found = plan.planned(study.read("person"), 1, long=False, given=one.given)
    assert [piece.asked.plan.runs for piece in found] == [3, 3]
    with pytest.raises(UsageError, match="RUNS=many is not a whole number"):
        requested({"STUDY": "person", "RUNS": "many"})


def test_resuming_takes_no_other_plan() -> None:
    with pytest.raises(UsageError, match="there is no replay 'x'"):
        requested({"RESUME": "x"})
    with pytest.raises(UsageError, match="leave out SCALE"):
        requested({"RESUME": "x", "SCALE": "0.5"})
