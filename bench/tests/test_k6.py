import json

import pytest

from bench.analysis import verdict
from bench.errors import MachineGoneError, ThreadmillError
from bench.paths import ROOT
from bench.runner import k6
from bench.runner.offer import CONTAINER, Offer
from bench.testbed import engine, placement
from bench.tests.examples import summary

OFFER = Offer("create-property", "reactor", "closed", 50, None, 5, 20, 1)


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
    monkeypatch.setattr(Offer, "command", lambda _: ["sh", "-c", f'echo "{words}" >&2'])
    monkeypatch.setattr(k6, "remove", lambda: None)
    begun = k6.Load(OFFER)
    begun.wait_for(k6.WINDOW_START, within=10)
    assert begun.lead == lead


def test_its_collections_count_as_far_as_they_lie_within_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    collected = "gc 2 @11.750s 1%: 0.5+{}+0.5 ms clock, 0.082+48/151/0+0.006 ms cpu, 1271->1315->248 MB, 1309 MB goal"
    lines = [collected.format(400), f"{k6.WINDOW_START}, 6 s into the load", collected.format(5_000), k6.WINDOW_END]
    said = "; sleep 0.3; ".join(f"echo '{line}' >&2" for line in lines)
    monkeypatch.setattr(Offer, "command", lambda _: ["sh", "-c", f"{said}; echo '{summary().model_dump_json()}'"])
    monkeypatch.setattr(k6, "remove", lambda: None)
    monkeypatch.setattr(engine, "existing", dict)
    with k6.Load(OFFER) as load:
        found = load.summary(within=10).collecting_seconds
    assert found and 0.25 < found < 0.45, "the first was over before it, and the second had begun before it"


@pytest.mark.parametrize(("other", "seconds"), [((2, 3), 1), ((0, 2), 1), ((3, 9), 1), ((5, 6), 0), ((0, 9), 3)])
def test_what_two_stretches_of_time_have_in_common(other: tuple[float, float], seconds: float) -> None:
    assert k6.overlap((1, 4), other) == k6.overlap(other, (1, 4)) == seconds


def test_the_load_machine_outlives_k6_until_its_counters_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Offer, "command", lambda _: ["sh", "-c", f"echo '{k6.LOAD_END}' >&2; read -r released; :"])
    monkeypatch.setattr(k6, "remove", lambda: None)
    monkeypatch.setattr(engine, "existing", dict)
    with k6.Load(OFFER) as load:
        with pytest.raises(ThreadmillError, match="ended too early"):
            load.wait_for(k6.WINDOW_END, within=10)
        assert load.ended() and load._process.poll() is None
        load.wait_end(within=10)
        assert load._process.poll() == 0


def test_the_load_machine_is_weighed_on_its_own_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Offer, "command", lambda _: ["true"])
    monkeypatch.setattr(k6, "remove", lambda: None)
    told: list[tuple[tuple[str, ...], object]] = []
    monkeypatch.setattr(engine, "docker", lambda *argv, at: told.append((argv, at)))
    k6.Load(OFFER).weigh(k6.BEHIND_COMPILERS)
    assert told == [(("update", "--cpu-shares=16", CONTAINER), placement.of("load"))]


def test_the_scripts_and_the_harness_agree_how_long_the_load_goes_on() -> None:
    assert f"TAIL_SECONDS = {k6.TAIL:g};" in (ROOT / "k6" / "lib" / "window.ts").read_text()
    assert verdict.LATE == k6.TAIL


def ended_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A k6 that ends without a word of its window."""
    monkeypatch.setattr(Offer, "command", lambda _: ["sh", "-c", "echo out of luck >&2"])
    monkeypatch.setattr(k6, "remove", lambda: None)
    k6.Load(OFFER).wait_for(k6.WINDOW_START, within=10)
