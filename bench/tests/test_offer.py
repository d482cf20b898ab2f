from dataclasses import replace

import pytest

from bench.runner.offer import Offer, garbage, heap_limit


def offer(**changes: object) -> Offer:
    given: dict[str, object] = {
        "scenario": "create-property", "variant": "reactor", "model": "closed", "vus": 50, "rate": None,
        "settle": 5, "duration": 20, "seed": 1, **changes,
    }  # fmt: skip
    return Offer(**given)  # type: ignore[arg-type]


def test_the_command_hands_the_load_shape_to_the_script() -> None:
    command = offer().command()
    assert {"--env=MODEL=closed", "--env=VUS=50", "--env=SETTLE=5", "--env=DURATION=20"} <= set(command)
    assert not any(part.startswith("--env=RATE") for part in command)
    assert command[-1] == "/k6/scenarios/create-property.ts"


def test_samples_go_to_prometheus_only_when_observed() -> None:
    assert "--out=experimental-prometheus-rw" in offer().command()
    assert not any(part.startswith("--out") for part in offer(observed=False).command())


@pytest.mark.parametrize(
    ("memory", "limit"), [("2g", 1825361100), ("512m", 456340275), ("3GB", 2738041651), ("1000000", 850000)]
)
def test_garbage_is_collected_within_the_load_machines_memory(memory: str, limit: int) -> None:
    assert heap_limit(memory) == limit


def test_k6_is_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOAD_MEMORY", "1g")
    assert f"--env=GOMEMLIMIT={heap_limit('1g')}" in offer().command()


@pytest.mark.parametrize(
    ("users", "requests", "memory", "setting"),
    [
        (250, 42_000, "2g", "off"), (250, 44_000, "2g", 1331), (490, 44_000, "2g", 630), (1000, 44_000, "2g", 400),
        (572, 2860 * 26, "6g", "off"), (572, 2860 * 26, "2g", 525), (5000, 0, "2g", 400),
    ],
)  # fmt: skip
def test_nothing_is_collected_where_there_is_room(users: int, requests: int, memory: str, setting: int | str) -> None:
    assert garbage(users, requests, memory) == setting


def test_k6_collects_garbage_as_its_users_let_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOAD_MEMORY", "2g")
    arriving = offer(model="open", vus=None, rate=2450, options={"MAX_VUS": "250"})
    assert "--env=GOGC=1331" in arriving.command() and arriving.collects
    assert "--env=GOGC=off" in replace(arriving, duration=10).command(), "a step is shorter than a window"
    assert "--env=GOGC=400" in offer(options={"MAX_VUS": "250"}).command(), "the closed model reserves none"
