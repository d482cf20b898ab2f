"""summary.md of a replay: the claims, what is behind them, then the protocol, as Markdown."""

from bench.report.grid import tabled
from bench.studies.report import breakdown, claims, evidence, protocol
from bench.studies.store import ReplayStore


def markdown(store: ReplayStore) -> str:
    """The verdicts first, then what stands behind them."""
    judgements, scale = store.judged(), store.begun.scale
    parts = breakdown.parts(store)
    grids = [
        claims.grid(judgements, scale),
        *([breakdown.grid(parts)] if parts else []),
        evidence.grid(store),
        protocol.grid(store.replay),
    ]
    said = [
        f"## {store.replay.title}",
        claims.answer(judgements),
        f"{scale:g} times the published size. {store.replay.scale.how}",
        *map(tabled, grids),
        "\n".join(f"- [{one.name}]({one.report})" for one in evidence.files(store)),
    ]
    return "\n\n".join(filter(None, said)) + "\n"
