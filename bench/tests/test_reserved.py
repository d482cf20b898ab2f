"""Up to which rate k6's memory is enough, by the users that it reserves for each."""

import pytest

from bench.runner.reserved import at_level, outgrown
from bench.runner.run import offering
from bench.spec import request

OBJECTIVE = "p99<100ms failed<0.1%"
GIVEN = {"SCENARIO": "create-property", "VARIANT": "blocking", "RUNS": "1"}


def told(**given: str) -> str:
    plan = request.experiment({**GIVEN, **given}).plan
    return outgrown(offering(plan, plan.configured[0], 1, observed=False), plan)


@pytest.mark.parametrize(
    "given", [{}, {"RATE": "400,1300"}, {"LADDER": "400,1600"}, {"RATE": "1600", "MAX_VUS": "250"}]
)
def test_what_fits_into_k6_s_memory_is_not_spoken_of(monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> None:
    monkeypatch.setenv("LOAD_MEMORY", "2g")
    assert told(**given) == ""


@pytest.mark.parametrize(
    ("memory", "most", "given"),
    [
        ("2g", "1,351", {"RATE": "400,1600"}), ("2g", "1,623", {"LADDER": "400,2000"}),
        ("2g", "1,623", {"OBJECTIVE": OBJECTIVE}), ("6g", "4,871", {"OBJECTIVE": OBJECTIVE}),
    ],
)  # fmt: skip
def test_a_plan_that_may_outgrow_it_is_told_up_to_which_rate_it_does_not(
    monkeypatch: pytest.MonkeyPatch, memory: str, most: str, given: dict[str, str]
) -> None:
    monkeypatch.setenv("LOAD_MEMORY", memory)
    assert told(**given).startswith(f"up to about {most} requests/s k6 collects no garbage within a window of 20 s; ")


def test_the_rate_it_names_is_the_highest_that_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOAD_MEMORY", "2g")
    plan = request.experiment({**GIVEN, "RATE": "1600"}).plan
    offer = offering(plan, plan.configured[0], 1, observed=False)
    most = int(told(RATE="1600").split()[3].replace(",", ""))
    assert [at_level(offer, plan, rate).collects for rate in (most, most + 1)] == [False, True]
