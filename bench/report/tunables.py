"""What the tunables of each row were, and how much a search found them to matter: the lines under every ratio. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from bench.report import words
from bench.report.row import Row
from bench.results import STOCK, TUNED, Configuration, Factor, Plan, Run
from bench.spec.tunables import word

Attested = Mapping[str, Any]


def notes(rows: Sequence[Row]) -> list[str]:
    """One line for each row that attests its tunables, and one for each pair of a stock and a tuned row."""
    return [line for row in rows for line in _of(row)]


def _of(row: Row) -> list[str]:
    attested = _attested(row)
    if attested is None or row.configured is None:
        return []
    found = [f"{row.variant}: {_named(row.configured)}{describe(attested)}{_weight(row.configured)}"]
    if row.over_stock is not None:
        found.append(f"{row.variant}: {words.ratio(row.over_stock)} times the goodput of {row.style} (stock)")
    return found


def _named(configured: Configuration) -> str:
    """The configuration and the tunables that it sets, by name."""
    carried = ", carried over from other limits" if configured.carried else ""
    settings = ", ".join(f"{key}={word(value)}" for key, value in configured.settings.items())
    return f"{configured.name}{carried}{f' ({settings})' if settings else ''}: "


def describe(attested: Attested) -> str:
    """The tunables that the app attested, in the words of the field: '1 event loop, shared with R2DBC'."""
    said = [*_loops(attested)]
    if (workers := attested.get("workerThreads")) is not None:
        said.append(f"{workers} worker threads")
    if (carriers := attested.get("virtualThreads.parallelism")) is not None:
        said.append(words.count(int(carriers), "carrier thread"))
    if attested.get("netty.transport"):
        said.append(f"{attested['netty.transport']} transport")
    if attested.get("netty.allocator"):
        said.append(f"{attested['netty.allocator'].removesuffix('ByteBufAllocator').lower()} allocator")
    if attested.get("preparedStatements"):
        said.append("prepared statements")
    if attested.get("hooks") is False:
        said.append("no hooks of the app's own")
    if attested.get("pipelining") is False:
        said.append("no pipelining")
    if attested.get("netty.unsafe"):
        said.append("sun.misc.Unsafe")
    if attested.get("exceptionTranslation") is False:
        said.append("no exception translation")
    return ", ".join(said) or "no tunable of its style is attested"


def short(attested: Attested) -> str:
    """The one that matters most to a style: its loops or its threads."""
    return ", ".join(_loops(attested)) or describe(attested)


def _loops(attested: Attested) -> list[str]:
    http, db = attested.get("eventLoops.http"), attested.get("eventLoops.db")
    if http is None:
        return []
    if attested.get("eventLoops.shared"):
        return [f"{words.count(http, 'event loop')}, shared with R2DBC"]
    if db is None:
        return [words.count(http, "event loop")]
    return [f"{http} + {db} event loops (HTTP + R2DBC)"]


def _weight(configured: Configuration) -> str:
    """How much the search found the tunables to matter, seen from this configuration."""
    search = configured.search
    if search is None:
        return f"; {configured.variant} was never searched on this kind of load, so better settings may exist"
    at = f" by the search on {search.host}"
    if search.over_stock is None:
        return f"; nothing better than stock was found{at}"
    differ = f", under other limits ({'; '.join(search.differences)})" if search.differences else ""
    if configured.name == TUNED:
        return f"; with {short(search.stock)} (stock) it does {_factor(search.over_stock.inverse)}{at}{differ}"
    if configured.name == STOCK:
        return f"; with {short(search.tuned)} (tuned) it does {_factor(search.over_stock)}{at}{differ}"
    return ""


def _factor(factor: Factor) -> str:
    return f"{factor.value:.2f} [{factor.low:.2f}, {factor.high:.2f}]"


def _attested(row: Row) -> Attested | None:
    for window in row.windows.values():
        found: Attested | None = window.attestation.app.get("tunables")
        return found
    return None


def spread(runs: Sequence[Run]) -> list[str]:
    """How each row's R2DBC connections were spread over event loops: reported, not judged."""
    found: dict[str, list[str]] = {}
    for run in runs:
        for window in run.windows[:1]:
            loops = window.attestation.app.get("database", {}).get("loops")
            if loops:
                counts = "/".join(map(str, sorted(loops.values(), reverse=True)))
                found.setdefault(run.label, []).append(counts)
    return [
        f"{label}: database connections by event loop, run by run: {', '.join(each)}" for label, each in found.items()
    ]


def titled(plan: Plan) -> list[str]:
    """The configurations of an experiment, for its title; nothing for results older than configurations."""
    if plan.trial and not plan.rehearsed:
        return ["a stage of a search"]
    names = list(dict.fromkeys(one.name for one in plan.configured))
    return [words.listing(names)] if names else []


def unsearched(plan: Plan) -> list[str]:
    """The answer's sentence on variants that were never searched on this kind of load."""
    missing = list(dict.fromkeys(one.variant for one in plan.configured if one.search is None))
    if not missing:
        return []
    who = (
        "no variant was"
        if len(missing) == len({one.variant for one in plan.configured})
        else (f"{words.listing(missing)} {'was' if len(missing) == 1 else 'were'} not")
    )
    kind = f"of the kind '{plan.kind}'" if plan.kind else "of this scenario, whose header names no kind of load,"
    return [
        f"Settings were never searched for loads {kind}: {who} tuned for them, so these are ratios of stock "
        "configurations and not of styles at their best (make tune)."
    ]
