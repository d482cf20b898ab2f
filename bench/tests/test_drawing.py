"""Charts in their two forms: what stands where, and whose ids are whose."""

import re

import pytest

from bench.report.drawing import Drawing
from bench.report.figure import Figure
from bench.report.form import NARROW, WIDE, Form
from bench.report.layout import Layout
from bench.report.legend import Legend
from bench.report.style import styles
from bench.spec.variants import RECORDS

STYLES = styles(list(RECORDS))
LAYOUT = Layout(5, 1.65, across=2, room=0.4, ends=True, shared={"sharex": True})


def columns(form: Form) -> int:
    with Drawing(form, LAYOUT, Legend(STYLES)) as drawing:
        assert len(drawing.panels) == LAYOUT.panels
        return len({round(panel.get_position().x0, 3) for panel in drawing.panels})


def test_the_narrow_form_has_one_column() -> None:
    assert (columns(WIDE), columns(NARROW)) == (2, 1)


@pytest.mark.parametrize("form", [WIDE, NARROW])
def test_the_legend_fits_and_stands_above_all_panels(form: Form) -> None:
    with Drawing(form, LAYOUT, Legend(STYLES)) as drawing:
        box = drawing.figure.legends[0].get_window_extent()
        assert box.x1 <= drawing.figure.bbox.x1
        assert box.y0 >= max(panel.bbox.y1 for panel in drawing.panels)


def test_names_at_line_ends_need_one_column() -> None:
    assert [Drawing(form, LAYOUT, Legend()).labelled for form in (WIDE, NARROW)] == [False, True]


@pytest.mark.parametrize(("form", "ticked"), [(WIDE, 2), (NARROW, 5)])
def test_a_phone_has_ticks_below_every_panel(form: Form, ticked: int) -> None:
    with Drawing(form, LAYOUT, Legend()) as drawing:
        drawing.below("seconds")
        shown = [panel.xaxis.get_tick_params()["labelbottom"] for panel in drawing.panels]
        assert sum(shown) == ticked
        assert drawing.panels[-1].get_xlabel() == "seconds"


def test_both_forms_have_ids_of_their_own() -> None:
    def draw(drawing: Drawing) -> None:
        for panel in drawing.panels:
            panel.plot([1, 2], [3, 4], marker="o")

    html = Figure("any", "A title", "A text").draw(LAYOUT, Legend(STYLES), draw)
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids)) and {"any-title", "any-narrow-title"} <= set(ids)
    assert set(re.findall(r'(?:href="|url\()#([^")]*)', html)) <= set(ids)
    assert html.count("<g") == html.count("</g>")
