"""Charts: what stands where, and whose ids are whose."""

import re

import pytest

from bench.report.charts.canvas import Drawing, Figure, Layout, Legend
from bench.report.charts.style import styles
from bench.spec.variants import RECORDS

STYLES = styles(list(RECORDS))
LAYOUT = Layout(5, 1.65, across=2, room=0.4, shared={"sharex": True})
COLUMN = Layout(5, 1.65, room=0.4)


@pytest.mark.parametrize(("layout", "columns"), [(LAYOUT, 2), (COLUMN, 1)])
def test_panels_stand_in_the_columns_of_their_layout(layout: Layout, columns: int) -> None:
    drawing = Drawing(layout, Legend(STYLES))
    assert len(drawing.panels) == layout.panels
    assert len({round(panel.get_position().x0, 3) for panel in drawing.panels}) == columns


def test_the_legend_fits_and_stands_above_all_panels() -> None:
    drawing = Drawing(LAYOUT, Legend(STYLES))
    box = drawing.figure.legends[0].get_window_extent()
    assert box.x1 <= drawing.figure.bbox.x1
    assert box.y0 >= max(panel.bbox.y1 for panel in drawing.panels)


def test_the_lowest_panels_carry_the_axis() -> None:
    drawing = Drawing(LAYOUT, Legend())
    drawing.below("seconds")
    shown = [panel.xaxis.get_tick_params()["labelbottom"] for panel in drawing.panels]
    assert sum(shown) == 2
    assert drawing.panels[-1].get_xlabel() == "seconds"


def test_what_is_read_in_a_chart_keeps_its_digits() -> None:
    def draw(drawing: Drawing) -> None:
        drawing.panels[0].plot([0.123456, 1], [0, 1])
        drawing.panels[0].annotate("0.950 [0.900, 0.997]", (0.5, 0.5))

    html = Figure("any", "A title", "A text").draw(COLUMN, Legend(STYLES), draw)
    assert ">0.950 [0.900, 0.997]<" in html
    assert not re.search(r' (?:d|x|y|transform)="[^"]*\.\d{3}', html)


def test_a_chart_has_ids_of_its_own() -> None:
    def draw(drawing: Drawing) -> None:
        for panel in drawing.panels:
            panel.plot([1, 2], [3, 4], marker="o")

    html = Figure("any", "A title", "A text").draw(LAYOUT, Legend(STYLES), draw)
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids)) and "any-title" in ids
    assert set(re.findall(r'(?:href="|url\()#([^")]*)', html)) <= set(ids)
    assert html.count("<g") == html.count("</g>")
