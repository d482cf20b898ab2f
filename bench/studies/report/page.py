"""report.html of a replay: the verdicts first, then protocol, evidence and plots. Links lead into its own folder."""

from collections.abc import Iterator

from bench.report.charts import ramp
from bench.report.charts.canvas import Chart
from bench.report.data import ReportData
from bench.report.page import Page, fill
from bench.report.sections import Section
from bench.studies.judgement import MEANING
from bench.studies.report import breakdown, claims, evidence, factors, goodput
from bench.studies.store import StudyRequest, StudyStore


def render(store: StudyStore) -> Page:
    """The page of one replay, from its files alone."""
    judgements, scale, files = store.judged(), store.asked.scale, evidence.files(store)
    sections = list(_sections(store))
    html = fill(
        "replay.html",
        title=store.replay.title,
        store=store,
        answer=claims.answer(judgements),
        headings=claims.HEADINGS,
        rows=[(one, claims.cells(one, scale)) for one in judgements],
        behind=claims.behind(judgements),
        meaning=MEANING.items(),
        protocol=evidence.protocol(store.replay),
        figures=evidence.published(store.replay),
        sections=sections,
        windows=evidence.grid(store),
        files=files,
        columns=evidence.columns,
        anchors={one.experiment for one, _ in files},
        repeat=_command(store.asked),
    )
    return Page(html, sections)


def _command(asked: StudyRequest) -> str:
    long = {"LONG": "1"} if asked.long else {}
    variables = {"STUDY": asked.study, "SCALE": f"{asked.scale:g}", **long, **asked.given}
    return " ".join(["make replay", *(f"{name}={value}" for name, value in variables.items())])


def _sections(store: StudyStore) -> Iterator[Section]:
    if factor := breakdown.breakdown(store):
        yield Section("factors", "What the factor is made of", charts=[factors.chart(factor)])
    if found := goodput.chart(store):
        yield Section("goodput", "Goodput and predicted capacity", charts=[found])
    if varied := list(_varying(store)):
        yield Section("varying", "Offered, good and failed over time", charts=varied)


def _varying(store: StudyStore) -> Iterator[Chart]:
    for one in store.planned:
        if measured := store.experiment(one):
            data = ReportData.read(measured)
            yield from filter(None, (ramp.chart(data, index, one.name) for index in data.indexes))
