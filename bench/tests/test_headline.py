"""The README's picture and the bars of a single level: what stands beside them, and how stock differs from tuned."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench.errors import UsageError
from bench.report import headline, page
from bench.report.charts import bars
from bench.report.charts.style import styles
from bench.report.data import ReportData
from bench.results import Store, Verdict, Window
from bench.spec.variants import VARIANTS
from bench.tests import both, golden

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    made = both.write(tmp_path_factory.mktemp("both"))
    for path in (made.folder / "samples").iterdir():  # committed results have none
        path.unlink()
    return made


def texts(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_every_bar_has_its_ratio_to_the_baseline_of_its_configuration(store: Store) -> None:
    written = texts(headline.picture(store))
    for row in ReportData.of(store.experiment(), store.runs()).levels[0]:
        assert headline._ratio(row) in written
    assert written.count("1") == written.count("stock") / 4 * 2 == 2
    assert [name for name in written if name in VARIANTS] == list(VARIANTS)


def test_a_ladder_has_no_such_picture(tmp_path: Path, store: Store) -> None:
    begun = store.experiment()
    made = Store.create(
        begun.model_copy(update={"plan": begun.plan.model_copy(update={"ladder": True})}), tmp_path / "a"
    )
    with pytest.raises(UsageError, match="offered every variant the same rates"):
        headline.picture(made)


def test_its_title_names_scenario_users_and_caps(store: Store) -> None:
    written = texts(headline.picture(store))
    assert "create-property: goodput at 50 users" in written
    assert "app 0.5 CPU, 768 MiB; db 0.5 CPU, 1,024 MiB; a CPU" in written
    assert "3 runs, 95 % intervals; hatched: stock; plain: tuned" in written


def test_it_is_light_in_every_theme_and_as_wide_as_a_telephone(store: Store) -> None:
    svg = headline.picture(store)
    assert "prefers-color-scheme" not in svg and '<rect width="100%" height="100%" style="fill:var(--paper)"/>' in svg
    assert float(ElementTree.fromstring(svg).attrib["width"].removesuffix("pt")) * 96 / 72 <= 440
    assert min(float(size) for size in re.findall(r"font-size:([\d.]+)px", svg)) >= 8.5


def test_an_invalid_window_gives_no_ratio_to_the_picture() -> None:
    written = texts(headline.picture(Store(golden.FOLDER / "one-run")))
    assert "INVALID" in written and "1 run, no interval" in written


def test_a_suspect_window_is_marked_and_an_invalid_one_has_no_figure(store: Store) -> None:
    def judged(word: str) -> list[str]:
        runs = [
            run.model_copy(update={"windows": [_judged(window, word) for window in run.windows]})
            for run in store.runs()
        ]
        return texts(headline._draw(ReportData.of(store.experiment(), runs), 0))

    valid, suspect, invalid = map(judged, ("VALID", "SUSPECT", "INVALID"))
    assert not any("†" in text for text in valid)
    assert any("† SUSPECT" in text for text in suspect)
    assert sum(text.endswith(" †") for text in suspect) == 8, "of four variants in stock and tuned"
    figures = {text.removesuffix(" †") for text in suspect if text.endswith(" †")}
    assert figures <= set(valid) and not figures & set(invalid)


def _judged(window: Window, word: str) -> Window:
    return window.model_copy(update={"verdict": Verdict.model_validate({"verdict": word, "reasons": []})})


def test_of_several_levels_one_must_be_named() -> None:
    store = Store(golden.FOLDER / "closed")
    with pytest.raises(UsageError, match="levels 50, 200, 400: give one as the third argument"):
        headline.picture(store)
    assert "create-property: goodput at 200 users" in texts(headline.picture(store, "200"))


def test_the_command_writes_the_picture_or_says_what_is_wrong(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "charts" / "a.svg"
    headline.main(str(store.folder), target)
    assert target.read_text() == headline.picture(store) and capsys.readouterr().out == f"{target}\n"
    with pytest.raises(SystemExit, match="give one as the third argument"):
        headline.main(str(golden.FOLDER / "closed"), target)
    with pytest.raises(SystemExit, match="there is no results folder 'no-such-results'"):
        headline.main("no-such-results", target)


def test_one_level_is_drawn_as_bars_with_ratios_and_several_as_lines(tmp_path: Path) -> None:
    single, several = both.write(tmp_path / "1"), both.write(tmp_path / "3", levels=3)
    goodput = re.compile(r'<svg role="img" aria-labelledby="goodput-title.*?</svg>', re.DOTALL)
    (one,) = goodput.findall(page.render(ReportData.read(single)).html)
    (three,) = goodput.findall(page.render(ReportData.read(several)).html)
    assert "<pattern" in one and "0.67 [0.65, 0.69]" in one and "ratio to blocking" in one
    assert "<pattern" not in three and "ratio to blocking" not in three and "stroke-dasharray" in three


def test_stock_and_tuned_share_a_colour_and_differ_in_line() -> None:
    stock, tuned = styles(["reactor (stock)", "reactor (tuned)"]).values()
    assert (stock.colour, stock.marker) == (tuned.colour, tuned.marker)
    assert (stock.line, tuned.line) == ("--", "-") and stock.stock and not tuned.stock


def test_a_capacity_far_beyond_all_goodput_is_left_out() -> None:
    rows = ReportData.read(Store(golden.FOLDER / "one-run")).levels[0]
    reached = [bars.near_capacity(row, rows) for row in rows]
    best = max(window.goodput for row in rows for window in row.windows.values())
    assert any(reached) and all(value is None or value <= bars.FAR * best for value in reached)
