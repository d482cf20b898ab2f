"""`make profile` on real machines: each row has its layers, and the recorder is no difference between variants."""

from bench.results.profile import FACTS, FOLDER, ProfileFacts
from bench.testbed import engine
from tests.stack import results
from tests.stack.commands import TWO_CORES, make


def test_a_profile_has_the_layers_of_each_variant_and_calls_none_another_stack(unwatched: dict[str, str]) -> None:
    asked = ("SCENARIO=create-property", "VARIANT=blocking,reactor", "CONFIGURATION=stock")
    told = make("profile", *asked, "VUS=20", "DURATION=3", "WARMUP=1", *TWO_CORES, within=400)
    store = results.of(told)
    runs = store.runs()
    assert sorted(run.variant for run in runs) == ["blocking", "reactor"]
    for run in runs:
        (window,) = run.windows
        assert window.attestation.mismatches == []
        assert not [reason for reason in window.verdict.reasons if "parity setting" in reason]
        assert any(reason.startswith("profiled: ") for reason in window.verdict.reasons)
        facts = ProfileFacts.model_validate_json((store.folder / FOLDER / store.name_of(run) / FACTS).read_text())
        assert facts.samples > 100, f"few samples of {run.variant}: {facts}"
    layers = (store.folder / "summary.md").read_text().partition("µs of CPU a request, by layer")[2]
    assert "| driver |" in layers and "| sum |" in layers
    assert engine.existing() == unwatched, "something was left behind, or taken away"
