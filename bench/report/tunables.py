"""What the tunables of each row were, and how much a search found them to matter: the lines under every ratio. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from bench.report import words
from bench.report.data import Row
from bench.results import STOCK, TUNED, Configuration, Factor, Plan, Run
from bench.spec.tunables import word

Attested = Mapping[str, Any]


def notes(rows: Sequence[Row]) -> list[str]:
    """One line for each row that attests its tunables, then where their factors were searched."""
    tuned = {row.style for row in rows if row.configured and row.configured.name == TUNED}
    lines = [line for row in rows if (line := _of(row, row.style in tuned))]
    return [*lines, *_searches(rows)] if lines else []


def _of(row: Row, beside_tuned: bool) -> str:
    """The tunables as attested; unless the tuned row beside it says so, what the search kept and how much it gave."""
    attested: Attested | None = next(iter(row.windows.values())).attestation.app.get("tunables")
    configured = row.configured
    if attested is None or configured is None:
        return ""
    described = ", ".join(phrases(attested)) or "no tunable of its style is attested"
    parts = [described if row.variant.endswith(f"({configured.name})") else f"{configured.name}, {described}"]
    if configured.name == TUNED or not beside_tuned:
        parts += [*_kept(configured), *_weight(configured)]
    if row.over_stock is not None:
        parts.append(f"here it gave {words.ratio(row.over_stock)} times its stock")
    return f"{row.variant}: {'; '.join(parts)}"


def phrases(attested: Attested) -> list[str]:
    """The tunables that the app attested, in the words of the field: '1 event loop, shared with R2DBC'."""
    said = [*_loops(attested)]
    if (workers := attested.get("workerThreads")) is not None:
        said.append(words.count(int(workers), "worker thread"))
    if (carriers := attested.get("virtualThreads.parallelism")) is not None:
        said.append(words.count(int(carriers), "carrier thread"))
    if attested.get("netty.transport"):
        said.append(f"{attested['netty.transport']} transport")
    if attested.get("netty.allocator"):
        said.append(f"{attested['netty.allocator'].removesuffix('ByteBufAllocator').lower()} allocator")
    switches = {
        "preparedStatements": (True, "prepared statements"), "hooks": (False, "no hooks of the app's own"),
        "pipelining": (False, "no pipelining"), "netty.unsafe": (True, "sun.misc.Unsafe"),
        "exceptionTranslation": (False, "no exception translation"),
    }  # fmt: skip
    return said + [text for key, (value, text) in switches.items() if attested.get(key) is value]


def _loops(attested: Attested) -> list[str]:
    http, db = attested.get("eventLoops.http"), attested.get("eventLoops.db")
    if http is None:
        return []
    if attested.get("eventLoops.shared"):
        return [f"{words.count(http, 'event loop')}, shared with R2DBC"]
    if db is None:
        return [words.count(http, "event loop")]
    return [f"{http} + {db} event loops (HTTP + R2DBC)"]


def _kept(configured: Configuration) -> list[str]:
    """The settings that the search kept."""
    kept = [f"{key}={word(value)}" for key, value in configured.settings.items()] if configured.name == TUNED else []
    return [f"the search kept {', '.join(kept)}"] if kept else []


def _weight(configured: Configuration) -> list[str]:
    """How much the search found the tunables to matter together, seen from this configuration."""
    search = configured.search
    if search is None:
        return ["never searched on this kind of load, so better settings may exist"]
    if search.over_stock is None:
        return ["the search found nothing better than stock"]
    sides = {TUNED: (search.stock, search.tuned, STOCK), STOCK: (search.tuned, search.stock, TUNED)}
    if configured.name not in sides:
        return []
    other, own, name = sides[configured.name]
    factor = _factor(search.over_stock if name == TUNED else search.over_stock.inverse)
    differing = ", ".join(phrase for phrase in phrases(other) if phrase not in phrases(own))
    whose = f"{name}'s {differing}" if differing else name
    return [f"{whose} gave {factor} times its goodput in the search"]


def _factor(factor: Factor) -> str:
    return f"{factor.value:.2f} [{factor.low:.2f}, {factor.high:.2f}]"


def _searches(rows: Sequence[Row]) -> list[str]:
    """Where the factors come from: a line for all rows, or for each search where the rows have several."""
    searches: dict[str, list[str]] = {}
    for row in rows:
        if row.configured and (search := row.configured.search) and search.over_stock:
            limits = f", under other limits ({'; '.join(search.differences)})" if search.differences else ""
            searches.setdefault(f"{search.host}{limits}", []).append(row.variant)
    of = {where: f" of {words.listing(names)}" if len(searches) > 1 else "" for where, names in searches.items()}
    return [f"the search{whose} was make tune on {where}; factors are ratios of goodput" for where, whose in of.items()]


def spread(runs: Sequence[Run]) -> list[str]:
    """How each row's R2DBC connections were spread over event loops: reported, not judged."""
    found: dict[str, list[str]] = {}
    for run in runs:
        for window in run.windows[:1]:
            if loops := window.attestation.app.get("database", {}).get("loops"):
                found.setdefault(run.label, []).append("/".join(map(str, sorted(loops.values(), reverse=True))))
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
    who = f"{words.listing(missing)} {'was' if len(missing) == 1 else 'were'} not"
    if len(missing) == len({one.variant for one in plan.configured}):
        who = "no variant was"
    kind = f"of the kind '{plan.kind}'" if plan.kind else "of this scenario, whose header names no kind of load,"
    return [
        f"Settings were never searched for loads {kind}: {who} tuned for them, so these are ratios of stock "
        "configurations and not of styles at their best (make tune)."
    ]
