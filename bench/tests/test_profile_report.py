"""Profiled rows on the screen, in summary.md and on the page."""

import re
from pathlib import Path

import pytest
from rich.console import Console

from bench import report
from bench.report import page, profile
from bench.report.data import ReportData
from bench.report.profiled import Profiled
from bench.results import Store
from bench.results.configuration import Configuration
from bench.tests import examples, golden, profiles
from bench.tests.profiles import MVC, STACKS
from bench.tests.test_page import read

NETTY = "[reactor-http-epoll-1 tid=9];java/lang/Thread.run_[0];io/netty/channel/epoll/EpollIoHandler.run_[j]"
MONO = f"{NETTY};reactor/core/publisher/MonoMap$MapSubscriber.onNext_[j]"
REACTOR = {**{path: weight for path, weight in STACKS.items() if MVC not in path}, NETTY: 40, MONO: 90}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A folder of results without any window, as `make profile` leaves it."""
    for part in ("runs", "samples"):
        (tmp_path / part).mkdir()
    found = Store(tmp_path)
    found.write_experiment(examples.experiment())
    return found


@pytest.fixture
def pair(store: Store) -> Store:
    profiles.write(store.folder, "01-blocking-stock")
    profiles.write(store.folder, "01-reactor-stock", REACTOR, variant="reactor", app_cpu_seconds=1.7)
    return store


def profiled(store: Store) -> Profiled:
    return Profiled.read(store)


def text(store: Store) -> str:
    console = Console(record=True, width=120, file=(store.folder / "screen").open("w"))
    profile.show(store, console)
    return " ".join(console.export_text().split())


def test_the_answer_says_which_layers_make_the_difference_with_figures(pair: Store) -> None:
    cpu, size = profile.answer(profiled(pair))
    assert cpu == (
        "A request of reactor takes 1,700 µs of CPU, 630 more than one of blocking: 850 more in style (Reactor's "
        "operators), 400 more in server (Netty) and 300 less in JSON (Jackson)."
    )
    assert size == "A request of reactor allocates 9.8 KiB, 0.0 more than one of blocking; no layer is shown to differ."


def test_a_difference_that_no_sample_holds_is_told_as_one(store: Store) -> None:
    profiles.write(store.folder, "01-blocking-stock")
    profiles.write(store.folder, "01-reactor-stock", REACTOR, variant="reactor", app_cpu_seconds=2.2)
    cpu, _ = profile.answer(profiled(store))
    assert cpu.startswith("A request of reactor takes 2,200 µs of CPU, 1,130 more than one of blocking: ")
    assert "510 more in what the recording did not see" in cpu


def test_each_configuration_is_compared_with_the_baseline_s_own(store: Store) -> None:
    for configuration in ("stock", "tuned"):
        profiles.write(store.folder, f"01-blocking-{configuration}", configuration=configuration)
        profiles.write(
            store.folder, f"01-reactor-{configuration}", REACTOR, variant="reactor", configuration=configuration
        )
    found = profiled(store)
    assert [one.label for one in found.columns] == [
        "blocking (stock)", "blocking (tuned)", "reactor (stock)", "reactor (tuned)",
    ]  # fmt: skip
    assert [base.label for one in found.columns if (base := found.base(one))] == [
        "blocking (stock)",
        "blocking (tuned)",
    ]


def test_a_row_without_a_baseline_is_described_by_itself(store: Store) -> None:
    profiles.write(store.folder, "01-reactor-stock", REACTOR, variant="reactor")
    (said,) = profile.answer(profiled(store))
    assert said.startswith("A request of reactor takes 1,690 µs of CPU, most of it in style (900)")


def test_the_screen_has_layers_sum_cgroup_gap_and_what_was_lost(pair: Store) -> None:
    profiles.write(
        pair.folder, "01-coroutines-stock", variant="coroutines", lost=30, failed=2, notes=["it was [red]warm[/]."]
    )
    shown = text(pair)
    assert "µs of CPU a request, by layer" in shown
    for line in ("JSON 300.0 0.0 300.0", "sum 1,070.0 1,690.0 1,070.0", "by the cgroup 1,070.0 1,700.0 1,070.0"):
        assert line in shown
    assert "gap 0.0% 0.6% 0.0%" in shown and "lost samples 0 0 30" in shown
    assert "lost samples, not in the sum 0.0 0.0 300.0" in shown, "what each of the others stands for"
    assert "- coroutines: it was [red]warm[/]." in shown
    assert "- coroutines: lost samples: 30, about 300.0 µs a request." in shown


def test_what_holds_for_several_rows_is_told_once(store: Store) -> None:
    for variant, notes in (("blocking", ["it was warm", "late"]), ("reactor", ["it was warm"])):
        profiles.write(store.folder, f"01-{variant}-stock", variant=variant, notes=notes)
    by = "recorded by async-profiler 4.6, ctimer"
    assert profile.notes(profiled(store)) == [f"every row: {by}.", "every row: it was warm.", "blocking: late."]
    profiles.write(store.folder, "01-coroutines-stock", variant="coroutines", notes=["late"])
    assert profile.notes(profiled(store))[1:] == [
        "blocking and reactor: it was warm.",
        "blocking and coroutines: late.",
    ]


def test_nothing_profiled_is_nothing_shown(store: Store) -> None:
    assert text(store) == "" and profile.answer(profiled(store)) == []
    assert "nothing may be concluded" in page.render(ReportData.read(store)).html


def test_the_page_has_bars_tables_methods_and_flame_graphs(pair: Store) -> None:
    html = report.write(pair).read_text()
    reader = read(html)
    assert reader.open == []
    assert "nothing may be concluded" not in html
    assert "A request of reactor takes 1,700 µs of CPU" in html
    assert len(re.findall(r'<svg role="img" aria-labelledby="layers-(?:cpu|allocated)-title', html)) == 2
    assert "reactor and blocking differ most in style: its methods" in html
    assert "reactor.core.publisher.MonoMap$MapSubscriber.onNext" in html
    flames = [one["href"] for _, one in reader.elements if (one.get("href") or "").startswith("profiles/")]
    assert flames == [f"profiles/01-{name}-stock/flame-cpu.html" for name in ("blocking", "reactor")]
    assert (pair.folder / "charts" / "layers-cpu.svg").is_file()
    assert "| JSON | 300.0 | 0.0 |" in (pair.folder / "summary.md").read_text()


@pytest.mark.usefixtures("charts_undrawn")
def test_profiled_runs_stand_beside_measured_windows(tmp_path: Path) -> None:
    store = golden.write("one-run", tmp_path)
    profiles.write(store.folder, "01-blocking-stock")
    html = page.render(ReportData.read(store)).html
    assert html.index("With 1 run of each variant") < html.index("A request of blocking takes 1,070 µs of CPU")
    assert 'id="goodput"' in html and 'id="profile"' in html


@pytest.mark.usefixtures("charts_undrawn")
def test_names_of_frames_runs_and_notes_are_text(store: Store) -> None:
    evil = "<script>alert(1)</script>"
    frame = evil.replace("/", "\\")
    profiles.write(store.folder, "01-a b+c='#", {f"{MVC};threadmill/{frame}.run_[j]": 9}, notes=[evil])
    html = page.render(ReportData.read(store)).html
    assert "<script" not in html and "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert 'href="profiles/01-a%20b%2Bc%3D%27%23/flame-cpu.html"' in html


def test_a_run_that_was_cut_off_is_said_and_the_rest_is_shown(pair: Store) -> None:
    (pair.folder / "profiles" / "01-reactor-stock" / "facts.json").unlink()
    broken = profiles.write(pair.folder, "01-coroutines-stock", variant="coroutines")
    (broken / "facts.json").write_text('{"variant": "coro')
    bare = profiles.write(pair.folder, "02-blocking-stock", requests_good=0, requests_failed=0)
    (bare / "alloc.collapsed").unlink()
    empty = profiles.write(pair.folder, "03-blocking-stock", samples=0)
    (empty / "cpu.collapsed").write_text("")
    shown = text(pair)
    assert "01-reactor-stock: facts.json is missing, so the recording was cut off; profile it again." in shown
    assert "01-coroutines-stock: facts.json cannot be read, so the recording was cut off" in shown
    assert "no request ended while it was recorded" in shown and "the recording is empty" in shown
    assert "JSON 300.0" in shown


def test_a_run_that_was_cut_off_keeps_its_name_and_place(store: Store) -> None:
    profiles.write(store.folder, "01-blocking-stock")
    profiles.write(store.folder, "01-reactor-tuned", variant="reactor", configuration="tuned")
    (store.folder / "profiles" / "01-coroutines-tuned").mkdir()
    tuned = Configuration(variant="coroutines", name="tuned")
    run = examples.run("coroutines", 0).model_copy(update={"configured": tuned, "mixed": True})
    (store.folder / "runs" / "01-coroutines-tuned.json").write_text(run.model_dump_json())
    shown = profiled(store)
    assert [one.label for one in shown.columns] == ["blocking (stock)", "reactor (tuned)", "coroutines (tuned)"]
    assert shown.columns[-1].state == "cut off"


@pytest.mark.usefixtures("charts_undrawn")
def test_lost_samples_are_drawn_beyond_the_bar(pair: Store) -> None:
    assert "dotted box" not in report.write(pair).read_text()
    profiles.write(pair.folder, "01-coroutines-stock", variant="coroutines", lost=30)
    html = report.write(pair).read_text()
    assert "A dotted box is about what the lost samples stand for." in html


def test_a_missing_recording_and_a_large_rest_are_said(store: Store) -> None:
    without = profiles.write(store.folder, "01-reactor-stock", variant="reactor")
    (without / "cpu.collapsed").unlink()
    profiles.write(store.folder, "01-blocking-stock", {"[a tid=1];com/example/Unheard.of_[j]": 7, f"{MVC}": 93})
    shown = text(store)
    assert "reactor: cpu.collapsed is missing, so there is no CPU by layer; profile it again." in shown
    assert "blocking: the rest is 7% of its CPU (com.example.Unheard.of, ...); give its frames a layer" in shown
