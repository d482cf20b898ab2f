import json

import pytest

from bench.analysis import verdict
from bench.errors import MachineGoneError, ThreadmillError
from bench.paths import ROOT
from bench.runner import k6
from bench.testbed import engine, placement
from bench.tests.examples import summary


def offer(**changes: object) -> k6.Offer:
    given: dict[str, object] = {
        "scenario": "create-property", "variant": "reactor", "model": "closed", "vus": 50, "rate": None,
        "settle": 5, "duration": 20, "seed": 1, **changes,
    }  # fmt: skip
    return k6.Offer(**given)  # type: ignore[arg-type]


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
    assert k6.heap_limit(memory) == limit


def test_k6_is_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOAD_MEMORY", "1g")
    assert f"--env=GOMEMLIMIT={k6.heap_limit('1g')}" in offer().command()


@pytest.mark.parametrize(
    ("users", "memory", "percent"), [(250, "2g", 1331), (490, "2g", 630), (1000, "2g", 400), (490, "1g", 400)]
)
def test_few_users_leave_room_for_garbage(users: int, memory: str, percent: int) -> None:
    assert k6.garbage(users, memory) == percent


def test_k6_collects_garbage_as_its_users_let_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOAD_MEMORY", "2g")
    arriving = offer(model="open", vus=None, rate=2450, options={"MAX_VUS": "250"})
    assert "--env=GOGC=1331" in arriving.command()
    assert "--env=GOGC=400" in offer(options={"MAX_VUS": "250"}).command(), "the closed model reserves none"


def test_the_summary_is_the_json_object_on_standard_output() -> None:
    text = summary().model_dump_json()
    assert k6.parse_summary(f"\n{text}\n") == summary()
    assert json.loads(text)["good"] == 10_000


def test_no_summary_is_a_fault() -> None:
    with pytest.raises(ThreadmillError, match="no summary"):
        k6.parse_summary("")


def test_the_cause_is_cut_out_of_k6_s_log() -> None:
    line = 'time="2026-01-01T00:00:00Z" level=error msg="TypeError: x is \\"undefined\\"\\n\\tat file" hint="script"'
    assert k6.message(line).startswith('TypeError: x is "undefined"')


def test_a_load_machine_that_outgrew_its_cap_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "existing", lambda: {"load": "k6"})
    monkeypatch.setattr(engine, "inspect", lambda *_: {"State": {"OOMKilled": True}})
    with pytest.raises(MachineGoneError, match="raise LOAD_MEMORY, or offer fewer users"):
        ended_early(monkeypatch)


def test_one_that_ended_otherwise_gives_its_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "existing", dict)
    with pytest.raises(ThreadmillError, match=r"create-property\.ts ended too early: out of luck"):
        ended_early(monkeypatch)


@pytest.mark.parametrize(("line", "lead"), [("0 s into the load", 0), ("36 s into the load", 36)])
def test_k6_tells_how_long_the_load_has_been_on(monkeypatch: pytest.MonkeyPatch, line: str, lead: int) -> None:
    words = f"time=12:00 level=info msg='{k6.WINDOW_START}, {line}' source=console"
    monkeypatch.setattr(k6.Offer, "command", lambda _: ["sh", "-c", f'echo "{words}" >&2'])
    monkeypatch.setattr(k6, "remove", lambda: None)
    begun = k6.Load(offer())
    begun.wait_for(k6.WINDOW_START, within=10)
    assert begun.lead == lead


def test_the_load_machine_outlives_k6_until_its_counters_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(k6.Offer, "command", lambda _: ["sh", "-c", f"echo '{k6.LOAD_END}' >&2; read -r released; :"])
    monkeypatch.setattr(k6, "remove", lambda: None)
    monkeypatch.setattr(engine, "existing", dict)
    with k6.Load(offer()) as load:
        with pytest.raises(ThreadmillError, match="ended too early"):
            load.wait_for(k6.WINDOW_END, within=10)
        assert load.ended() and load._process.poll() is None
        load.wait_end(within=10)
        assert load._process.poll() == 0


def test_the_load_machine_is_weighed_on_its_own_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(k6.Offer, "command", lambda _: ["true"])
    monkeypatch.setattr(k6, "remove", lambda: None)
    told: list[tuple[tuple[str, ...], object]] = []
    monkeypatch.setattr(engine, "docker", lambda *argv, at: told.append((argv, at)))
    k6.Load(offer()).weigh(k6.BEHIND_COMPILERS)
    assert told == [(("update", "--cpu-shares=16", k6.CONTAINER), placement.of("load"))]


def test_the_scripts_and_the_harness_agree_how_long_the_load_goes_on() -> None:
    assert f"TAIL_SECONDS = {k6.TAIL:g};" in (ROOT / "k6" / "lib" / "window.ts").read_text()
    assert verdict.LATE == k6.TAIL


def ended_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A k6 that ends without a word of its window."""
    monkeypatch.setattr(k6.Offer, "command", lambda _: ["sh", "-c", "echo out of luck >&2"])
    monkeypatch.setattr(k6, "remove", lambda: None)
    k6.Load(offer()).wait_for(k6.WINDOW_START, within=10)
