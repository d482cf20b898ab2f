"""The README's picture: goodput of every variant, stock and tuned, with 95 % intervals and the ratio to the baseline.

`python -m bench.report.headline <results folder> <picture.svg> [level]` draws it from experiment.json and runs/*.json.
It is light whatever the reader's theme, and as narrow as a telephone.
"""

import sys
from itertools import groupby
from pathlib import Path
from textwrap import wrap

import typer

from bench.analysis.estimates import Difference
from bench.errors import ThreadmillError, UsageError
from bench.report import tunables, words
from bench.report.charts import bars
from bench.report.charts.canvas import Drawing, Figure, Layout, Legend
from bench.report.data import ReportData, behind
from bench.report.grid import Grid
from bench.report.rows import Row
from bench.report.sections import GOOD
from bench.report.table import RATIO
from bench.report.table import mean as cell
from bench.results import STOCK, TUNED, Store

WIDTH, LEFT, RATIOS = 4.5, 0.5, 0.67
"""Inches: of the picture; left of the bars; and from the bars to the ratios."""
SIZE, LINE, ROW = 9.5, 0.17, 0.225
"""Points of its text, and inches of a line and of a row."""
NOT_SHOWN = "* no difference shown"
SUSPECT = "† SUSPECT"


def picture(store: Store, level: str = "") -> str:
    """The picture as an SVG file; `level` chooses where the experiment has several."""
    data = ReportData(store.folder.name, store.experiment(), store.runs())
    if data.plan.ladder:
        raise UsageError(f"{data.name} offered every variant the same rates: draw one whose variants do what they can")
    levels = list(map(str, data.plan.levels))
    level = level or (levels[0] if len(levels) == 1 else "")
    if level not in levels:
        raise UsageError(f"{data.name} was measured at the levels {', '.join(levels)}: give one as the third argument")
    if not data.levels[levels.index(level)]:
        raise ThreadmillError(f"{store.folder} has no finished run at this level; choose other results")
    return _draw(data, levels.index(level))


def _draw(data: ReportData, index: int) -> str:
    rows = data.levels[index]
    title = wrap(f"{data.plan.scenario}: {words.figure(data.plan).lower()} at {words.level(data.plan, index)}", 44)
    below = [line for sentence in _conditions(data, rows) for line in wrap(sentence, 64)]
    mixed = any(row.variant != row.style for row in rows)
    left = LEFT if mixed else 0.1
    positions: list[float] = []
    heads: dict[str, float] = {}
    for style, group in groupby(rows, key=lambda row: row.style):
        heads[style] = positions[-1] + 1.2 if positions else 0.0
        positions += (heads[style] + number for number, _ in enumerate(group, start=1))
    height = positions[-1] + 1.1

    def draw(drawing: Drawing) -> None:
        (axes,) = drawing.panels
        for number, line in enumerate([*title, *below]):
            size, weight = (11, "bold") if number < len(title) else (8.5, "normal")
            y = 1 - (0.2 + LINE * number) / drawing.figure.get_figheight()
            drawing.figure.text(0.08 / WIDTH, y, line, fontsize=size, fontweight=weight, va="center")
        for name, at in heads.items():
            bars.write(axes, at, 0.08 - left, name, SIZE, edge=0, weight="bold")
        for at, row in zip(positions, rows, strict=True):
            mean = row.mean(GOOD.value)
            least = "≥ " if row.at_least else ""
            figure = f"{least}{mean.value:,.0f}{' †' if row.verdict == 'SUSPECT' else ''}" if mean else words.NOTHING
            if row.verdict != "INVALID":
                bars.bar(axes, at, row, data.styles[row.variant], GOOD)
                bars.write(axes, at, 0.08, figure, SIZE)
            bars.write(axes, at, RATIOS, _ratio(row), SIZE)
        bars.write(axes, -1.1, RATIOS, RATIO, 8.5)
        axes.set_yticks(positions, [_configuration(row) if mixed else "" for row in rows])
        axes.set_ylim(height, -0.6)
        axes.set_title(GOOD.title, fontsize=8.5, fontweight="normal")
        axes.spines["left"].set_visible(False)
        bars.scale(axes, GOOD)

    head = 0.15 + LINE * len([*title, *below])
    layout = Layout(1, ROW * (height + 0.6) + 0.75, left=left, right=2.0, bottom=0.3, width=WIDTH, head=head)
    said = ", ".join(f"{row.variant} {cell(GOOD.value, GOOD.form)(row)} ({_ratio(row)})" for row in rows)
    text = f"Good answers per second, and {RATIO} in brackets: {said}. {' '.join(below)}"
    chart = Figure("headline", " ".join(title), text).chart(layout, Legend(), draw, "", Grid("", (), ()))
    return chart.alone(dark=False)


def _configuration(row: Row) -> str:
    """Its name, where that is short; settings listed by hand stand below the title."""
    name = row.configured.name if row.configured else ""
    return name if name in ("", STOCK, TUNED) else "set"


def _ratio(row: Row) -> str:
    if row.verdict == "INVALID" or row.difference is Difference.UNUSABLE:
        return "INVALID"
    if row.difference is Difference.AT_LEAST:
        return words.NOTHING
    if row.difference is Difference.BASELINE:
        return "1"
    return f"{words.ratio(row.ratio)}{' *' if row.difference is Difference.NOT_SHOWN else ''}"


def _conditions(data: ReportData, rows: list[Row]) -> list[str]:
    """Caps and processor, runs and configurations in a few words each."""
    caps = data.experiment.environment.caps
    capped = [
        f"{machine} {float(caps[machine]['cpus']):g} CPU, {words.mebibytes(float(caps[machine]['memory']))}"
        for machine in ("app", *data.plan.needs)
        if {"cpus", "memory"} <= caps.get(machine, {}).keys()
    ]
    capped.append(data.experiment.environment.host_cpu)
    both = any(row.over_stock for row in rows)
    listed = [name for name in dict.fromkeys(one.name for one in data.plan.configured) if name not in (STOCK, TUNED)]
    plain = f"plain: set by hand ({', '.join(listed)})" if listed else "plain: tuned"
    configurations = ["hatched: stock", plain] if both else tunables.titled(data.plan)
    footnotes = ["ratios: hatched to hatched, plain to plain"] if both else []
    footnotes += [NOT_SHOWN] if any(row.difference is Difference.NOT_SHOWN for row in rows) else []
    footnotes += [SUSPECT] if any(row.verdict == "SUSPECT" for row in rows) else []
    return ["; ".join(part) for part in (capped, [behind(rows), *configurations], footnotes) if part]


def main(results: str, picture_file: Path, level: str = "") -> None:
    """Draw the headline of RESULTS into PICTURE_FILE, at LEVEL where the experiment has several."""
    try:
        svg = picture(Store.open(results), level)
    except ThreadmillError as error:
        sys.exit(str(error))
    picture_file.parent.mkdir(parents=True, exist_ok=True)
    picture_file.write_text(svg)
    print(picture_file)


if __name__ == "__main__":
    typer.run(main)
