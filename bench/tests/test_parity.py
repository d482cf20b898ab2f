"""Parity settings: read back against compose.yaml, and against the other variants of an experiment."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.analysis import comparison
from bench.analysis.parity import differences, judged
from bench.errors import UsageError
from bench.paths import ROOT
from bench.report.live import Live
from bench.results import Run
from bench.runner import experiment_runner
from bench.spec import parity
from bench.spec.request import experiment
from bench.tests import attested, examples
from bench.tests.fakes import FakeMachines, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")


def run(variant: str, **changed: Any) -> Run:
    app = attested.app(variant)
    app["parity"] = {**app["parity"], **changed}
    return examples.run(variant, 10_000, attestation=examples.attestation(variant, app=app))


def test_what_compose_names_is_read_from_its_environment() -> None:
    environment = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["app"]["environment"]
    assert environment["JDK_JAVA_OPTIONS"].endswith("${APP_TUNABLES:-}")
    assert attested.ENVIRONMENT.keys() <= environment.keys()


def test_every_key_of_the_app_is_a_setting_and_the_other_way_round() -> None:
    assert {setting.key for setting in parity.SETTINGS} == attested.PARITY.keys()


@pytest.mark.parametrize("setting", parity.SETTINGS, ids=lambda setting: setting.key)
def test_a_setting_that_is_missing_or_null_is_told_unless_a_stack_may_lack_it(setting: parity.ParitySetting) -> None:
    missing = {key: value for key, value in attested.PARITY.items() if key != setting.key}
    assert parity.mismatches(missing, attested.ENVIRONMENT) == [
        f"parity setting {setting.key} ({setting.what}) is not attested"
    ]
    null = parity.mismatches({**attested.PARITY, setting.key: None}, attested.ENVIRONMENT)
    assert bool(null) != setting.optional


@pytest.mark.parametrize("setting", [one for one in parity.SETTINGS if one.asked], ids=lambda setting: setting.key)
def test_a_setting_that_is_not_as_compose_asks_is_told(setting: parity.ParitySetting) -> None:
    (told,) = parity.mismatches({**attested.PARITY, setting.key: 1_000_003}, attested.ENVIRONMENT)
    assert told.startswith(f"parity setting {setting.key} ") and "is 1000003, not " in told


def test_every_flag_of_the_jvm_is_one_that_compose_asks_for() -> None:
    asked = f"{attested.ENVIRONMENT['JDK_JAVA_OPTIONS']} -XX:+UseCompactObjectHeaders -Dio.netty.noUnsafe=true"
    environment = {**attested.ENVIRONMENT, "JDK_JAVA_OPTIONS": asked}
    (told,) = parity.mismatches(attested.PARITY, environment)
    assert "jvm.flags" in told and "-XX:+UseCompactObjectHeaders" in told and "noUnsafe" not in told
    flags = sorted([*attested.ENVIRONMENT["JDK_JAVA_OPTIONS"].split(), "-XX:+UseCompactObjectHeaders"])
    assert parity.mismatches({**attested.PARITY, "jvm.flags": flags}, environment) == []


def test_what_would_set_a_property_is_no_flag_of_the_jvm() -> None:
    given = {"SCENARIO": "no-io", "APP_JVM_FLAGS": "-XX:+UseCompactObjectHeaders -Dserver.tomcat.threads.max=8"}
    with pytest.raises(UsageError, match=r"begin with -X, and -Dserver[.]tomcat[.]threads[.]max=8 is none"):
        experiment(given)


def test_what_hooks_set_may_be_null_only_without_them() -> None:
    bare = {**attested.PARITY, "http.maxBodyBytes": None, "db.answerTimeoutMs": None}
    assert parity.mismatches(bare, attested.ENVIRONMENT, hooks=False) == []
    assert len(parity.mismatches(bare, attested.ENVIRONMENT)) == 2


def test_an_app_that_attests_nothing_is_no_proof() -> None:
    (told,) = parity.mismatches(None, attested.ENVIRONMENT)
    assert "attests no parity settings" in told


def test_the_variant_that_differs_from_most_is_invalid_by_name() -> None:
    runs = [run("blocking"), run("virtual-threads"), run("reactor", **{"db.maxLifetimeMs": 0}), run("coroutines")]
    (odd,) = judged(runs)
    assert odd.variant == "reactor"
    assert odd.windows[0].verdict.verdict == "INVALID"
    assert "db.maxLifetimeMs (life of a database connection, ms) is not equal" in odd.windows[0].verdict.reasons[0]
    assert judged([odd, *(one for one in runs if one.variant != "reactor")]) == [], "said once"
    assert any("must not be compared" in told for told in comparison.complaints(examples.plan(), runs))


def test_without_a_majority_all_are_invalid() -> None:
    runs = [run("blocking"), run("reactor", **{"db.autocommit": False})]
    assert sorted(differences(runs)) == ["blocking", "reactor"]


def test_a_setting_that_changes_between_the_runs_of_a_variant_is_told() -> None:
    """As after its image was built anew, while the others are as they were."""
    later = run("reactor", **{"java.version": "24"}).model_copy(update={"block": 2})
    found = differences([run("blocking"), run("coroutines"), run("reactor"), later])
    assert list(found) == ["reactor"] and "changed between its runs: " in found["reactor"][0]


def test_what_a_stack_lacks_is_no_difference_and_heaps_may_leave_a_part_out() -> None:
    runs = [run("blocking"), run("reactor", **{"http.maxConnections": None, "jvm.heapMaxBytes": 448 * 2**20})]
    assert differences(runs) == {}


def test_results_older_than_parity_settings_are_left_as_they_are() -> None:
    app = {key: value for key, value in attested.app("reactor").items() if key != "parity"}
    old = examples.run("reactor", 10_000, attestation=examples.attestation("reactor", app=app))
    assert judged([run("blocking"), old]) == []


def test_an_experiment_writes_the_verdict(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bench.probes.prometheus.load_samples", lambda *_: [])
    machines: FakeMachines = stage(monkeypatch, tmp_path)
    really = attested.app

    def app(variant: str, flags: str = "") -> dict[str, Any]:
        found = really(variant, flags)
        if variant == "coroutines":
            found["parity"] = {**found["parity"], "http.maxBodyBytes": 1024}
        return found

    monkeypatch.setattr(attested, "app", app)
    store = experiment_runner.conduct(
        machines, experiment({"SCENARIO": "create-property", "RUNS": "1"}).plan, {}, Live()
    )
    verdicts = {found.variant: found.windows[0].verdict for found in store.runs()}
    assert verdicts["coroutines"].verdict == "INVALID" and "http.maxBodyBytes" in verdicts["coroutines"].reasons[0]
    assert all(found.verdict == "VALID" for variant, found in verdicts.items() if variant != "coroutines")
