"""report.html: whole by itself, readable without seeing, and the same for the same files."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from bench.report import environment, limits, page
from bench.report.charts.by_level import spread
from bench.report.data import ReportData
from bench.results import Ceiling, Limiter, Run, Store
from bench.tests import golden

VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Every element with its attributes, and whether all were closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def material(name: str) -> ReportData:
    return ReportData.read(Store(golden.FOLDER / name))


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {name: page.render(material(name)).html for name in golden.EXPERIMENTS}


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def test_nothing_outside_the_file_is_asked_for(pages: dict[str, str]) -> None:
    for html in pages.values():
        assert not re.search(r"(?i)https?:|//[a-z]|@import|<script|<link|<iframe|<img", html)
        for _, attributes in read(html).elements:
            assert "src" not in attributes
            assert (attributes.get("href") or "#").startswith("#")
        assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", html))


def test_every_element_is_closed_and_every_id_is_its_own(pages: dict[str, str]) -> None:
    for html in pages.values():
        reader = read(html)
        assert reader.open == []
        ids = [attributes["id"] for _, attributes in reader.elements if "id" in attributes]
        assert len(ids) == len(set(ids))
        referred = {(attributes.get("href") or "")[1:] for _, attributes in reader.elements} - {""}
        assert referred <= set(ids)
        assert set(re.findall(r"url\(#([^)]*)\)", html)) <= set(ids)


def test_every_chart_has_a_title_a_text_and_its_figures(pages: dict[str, str]) -> None:
    for html in pages.values():
        figures = re.findall(r"<figure>.*?</figure>", html, re.DOTALL)
        assert len(figures) >= 7
        for figure in figures:
            assert len(re.findall(r'<svg role="img" aria-labelledby="(\S+)-title \1-text"', figure)) == 1
            assert len(re.findall(r"<title[^>]*>[^<]{10,}</title><desc[^>]*>[^<]{40,}</desc>", figure)) == 1
            assert re.search(r"<details>.*<td", figure, re.DOTALL)


def test_a_phone_scrolls_charts_and_keeps_a_table_s_first_column(pages: dict[str, str]) -> None:
    css = pages["closed"].partition("</style>")[0]
    usual, phone = css.split("@media screen and (max-width: 40rem) {")
    assert "figure svg { display: block; height: auto; max-width: none; width: var(--width); }" in usual
    assert ".scroll { overflow-x: auto; max-width: 100%; }" in usual
    phone = phone.partition("@media")[0]
    assert "tbody th { position: sticky; left: 0; background: var(--paper); }" in phone


def test_the_answer_and_its_table_come_first(pages: dict[str, str]) -> None:
    html = pages["closed"]
    order = ("The answer", "virtual-threads gave", "<caption>create-property: 50 users", 'id="goodput"', "<svg")
    places = [html.index(text) for text in order]
    assert places == sorted(places)


def test_the_same_files_give_the_same_bytes(pages: dict[str, str]) -> None:
    assert page.render(material("one-run")).html == pages["one-run"]


def test_four_variants_three_levels_three_runs_stay_small(pages: dict[str, str]) -> None:
    assert len(pages["closed"].encode()) < 1_000_000


def test_no_row_of_an_invalid_window_stands_unmarked(pages: dict[str, str]) -> None:
    found = [row for row in re.findall(r"<tr>(.*?)</tr>", pages["one-run"], re.DOTALL) if "50 users" in row]
    reactor = [row for row in found if ">reactor" in row]
    assert len(reactor) >= 6
    assert all("INVALID" in row for row in reactor)


@pytest.mark.usefixtures("charts_undrawn")
def test_text_from_result_files_is_escaped() -> None:
    given = material("one-run")
    evil = "<script>alert(1)</script>"
    plan = given.plan.model_copy(update={"scenario": evil, "options": {"CALL": evil}})
    html = page.render(
        ReportData(evil, given.experiment.model_copy(update={"plan": plan}), given.runs, given.samples)
    ).html
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_a_load_in_phases_shows_them(pages: dict[str, str]) -> None:
    assert "Phases at 200 requests/s offered, by arrival" in pages["overload"]
    assert "Phases at" not in pages["closed"]


def test_an_experiment_without_a_run_has_a_page() -> None:
    given = material("one-run")
    assert "nothing may be concluded" in page.render(ReportData("empty", given.experiment, [], {})).html


def test_samples_may_be_missing_figures() -> None:
    given = material("one-run")
    empty = {key: found.model_copy(update={"app": [], "load": []}) for key, found in given.samples.items()}
    html = page.render(ReportData("bare", given.experiment, given.runs, empty)).html
    assert "seconds since the window began" not in html


@pytest.mark.usefixtures("charts_undrawn")
def test_a_mismatch_stands_before_what_was_attested() -> None:
    given = material("one-run")
    run = given.runs[0]
    attestation = run.windows[0].attestation.model_copy(update={"mismatches": ["server is Tomcat, not Netty"]})
    runs = [run.model_copy(update={"windows": [run.windows[0].model_copy(update={"attestation": attestation})]})]
    html = page.render(ReportData("wrong", given.experiment, runs, given.samples)).html
    assert html.index("MISMATCH: ") < html.index("What the app said of itself")


def test_a_limiter_that_was_not_expected_is_told() -> None:
    told = list(limits.surprises(material("closed")))
    assert told == ["blocking at 400 users: app CPU was expected to limit, measured was worker threads."]


def test_a_limiter_that_some_runs_expected_is_no_surprise() -> None:
    given = material("closed")
    first, *others = [run for run in given.runs if run.variant == "blocking"]

    def expecting(run: Run, limiter: str) -> Run:
        ceilings = [Ceiling(limiter=limiter, per_second=1.0, basis="by hand")]
        windows = [
            window.model_copy(update={"ceilings": ceilings, "limiter": Limiter(name="db CPU", evidence="", also=[])})
            for window in run.windows
        ]
        return run.model_copy(update={"windows": windows})

    runs = [expecting(first, "app CPU"), *(expecting(run, "db CPU") for run in others)]
    assert list(limits.surprises(ReportData("mixed", given.experiment, runs))) == []
    none = [expecting(first, "app CPU"), *(expecting(run, "worker threads") for run in others)]
    (told, *_) = limits.surprises(ReportData("none", given.experiment, none))
    assert "app CPU or worker threads was expected to limit, measured was db CPU" in told


def test_the_command_spells_every_choice_out() -> None:
    told = environment.command(material("overload").experiment).splitlines()[1]
    assert told == "make bench SCENARIO=overload RATE=200 DURATION=80 RUNS=2 SEED=1 WARMUP=120 TIMEOUT=4"


def test_the_command_takes_the_runs_that_a_precision_has_found() -> None:
    given = material("closed").experiment
    settings = {"PRECISION": "5%", "PRIMARY": "reactor", "MAX_MINUTES": "90", "VARIANT": "blocking,reactor"}
    here = given.environment.model_copy(update={"settings": settings})
    told = environment.command(given.model_copy(update={"environment": here}))
    assert f"RUNS={given.plan.runs} " in told and "VARIANT=blocking,reactor" in told
    assert "PRECISION" not in told and "PRIMARY" not in told and "MAX_MINUTES" not in told


@pytest.mark.parametrize(
    ("changes", "target"),
    [
        ({"arms": [["A", "B"]]}, "make calibrate "),
        ({"arms": [["observed", "unobserved"]]}, "make observers-cost "),
        ({"profiled": True}, "make profile SCENARIO"),
        ({"profiled": True, "arms": [["profiled", "unprofiled"]]}, "make profile COST=1 "),
    ],
)
def test_the_command_is_the_one_that_made_it(changes: dict[str, Any], target: str) -> None:
    given = material("one-run").experiment
    told = environment.command(given.model_copy(update={"plan": given.plan.model_copy(update=changes)}))
    assert told.splitlines()[1].startswith(target)


def test_the_command_quotes_what_a_shell_would_read() -> None:
    given = material("overload").experiment
    plan = given.plan.model_copy(update={"options": {"CALL": "a; rm -rf b"}})
    assert "CALL='a; rm -rf b'" in environment.command(given.model_copy(update={"plan": plan}))


def test_labels_at_line_ends_keep_apart_and_in_order() -> None:
    found = spread([10.0, 11.0, 40.0], gap=12.0)
    assert found[1] - found[0] == pytest.approx(12) and found[2] > found[1]
    assert spread([50.0, 10.0], gap=5.0) == [50.0, 10.0]


def test_labels_at_line_ends_stay_beside_the_panel() -> None:
    assert spread([99.0, 98.0, 97.0], gap=10.0, low=0.0, high=100.0) == [100.0, 90.0, 80.0]
    assert spread([1.0, 0.0], gap=10.0, low=0.0, high=100.0) == [10.0, 0.0]


@pytest.mark.usefixtures("charts_undrawn")
def test_the_page_is_written_beside_the_files(tmp_path: Path) -> None:
    store = golden.write("one-run", tmp_path)
    assert page.render(ReportData.read(store)).write(store.write_report).read_text().startswith("<!doctype html>")
