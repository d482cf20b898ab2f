"""report.html of a replay: the verdicts first, then protocol, evidence and plots. Links lead into its own folder."""

from collections.abc import Iterator

from bench.report import varying
from bench.report.chart import Chart
from bench.report.material import Material
from bench.report.page import fill
from bench.report.section import Page, Section
from bench.studies.report import breakdown, claims, evidence, factors, goodput, protocol
from bench.studies.store import Begun, ReplayStore

MEANING = (
    ("holds", "the corrected experiment shows it, and what limited was what the claim blames"),
    (
        "holds for another reason",
        "the corrected experiment shows it, but something else limited; or only the protocol as published shows it",
    ),
    ("does not hold", "the corrected experiment refutes it, and the one as published does not show it either"),
    ("cannot be seen here", "the corrected experiment decides nothing: not measured, INVALID, or too near to call"),
)


def render(store: ReplayStore) -> Page:
    """The page of one replay, from its files alone."""
    judgements, scale, files = store.judged(), store.begun.scale, evidence.files(store)
    sections = list(_sections(store))
    html = fill(
        "replay.html",
        title=store.replay.title,
        name=store.folder.name,
        answer=claims.answer(judgements),
        scale=f"{scale:g}",
        how=store.replay.scale.how,
        headings=claims.HEADINGS,
        rows=claims.rows(judgements, scale),
        behind=claims.behind(judgements),
        meaning=MEANING,
        wrong=store.replay.published.wrong,
        protocol=protocol.grid(store.replay),
        figures=protocol.figures(store.replay),
        sections=sections,
        windows=evidence.grid(store),
        files=files,
        anchors={one.anchor for one in files},
        repeat=_command(store.begun),
    )
    return Page(html, sections)


def _command(begun: Begun) -> str:
    variables = {
        "STUDY": begun.study,
        "SCALE": f"{begun.scale:g}",
        **({"LONG": "1"} if begun.long else {}),
        **begun.given,
    }
    return " ".join(["make replay", *(f"{name}={value}" for name, value in variables.items())])


def _sections(store: ReplayStore) -> Iterator[Section]:
    if parts := breakdown.parts(store):
        yield Section("factors", "What the factor is made of", charts=[factors.chart(parts)])
    if found := goodput.chart(store):
        yield Section("goodput", "Goodput and predicted capacity", charts=[found])
    if varied := list(_varying(store)):
        yield Section("varying", "Offered, good and failed over time", charts=varied)


def _varying(store: ReplayStore) -> Iterator[Chart]:
    for piece in store.pieces:
        if measured := store.experiment(piece):
            material = Material.read(measured)
            for place in material.places:
                if found := varying.chart(material, place, piece.name):
                    yield found
