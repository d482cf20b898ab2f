"""summary.md of a replay: the claims, then the protocol, as Markdown."""

from bench.replay.store import ReplayStore
from bench.report.replay import claims, evidence, protocol
from bench.report.summary import tabled


def markdown(store: ReplayStore) -> str:
    """The verdicts first, then what stands behind them."""
    judgements, scale = store.judged(), store.begun.scale
    parts = [
        f"## {store.replay.title}",
        claims.answer(judgements),
        f"{scale:g} times the published size. {store.replay.scale.how}",
        *(tabled(grid) for grid in (claims.grid(judgements, scale), evidence.grid(store), protocol.grid(store.replay))),
        "\n".join(f"- [{one.name}]({one.report})" for one in evidence.files(store)),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"
