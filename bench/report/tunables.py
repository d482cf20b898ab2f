"""What the tunables of each row were, and how much a search found them to matter: the lines under every ratio. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bench.report import words
from bench.report.rows import Row, grouped
from bench.results import STOCK, TUNED, Configuration, Environment, Plan, Run, Search
from bench.spec.tunables import word

Attested = Mapping[str, Any]
UNTOLD = "its windows do not tell whether that is better than stock"


def notes(rows: Sequence[Row], of_cost: bool = False) -> list[str]:
    """One line for each row that attests its tunables, then where their factors were searched. `of_cost`: the rows'
    ratios are of the app's CPU for each request."""
    tuned = {row.style for row in rows if row.configured and row.configured.name == TUNED}
    lines = [line for row in rows if (line := _of(row, row.style in tuned, of_cost))]
    return [*lines, *_searches(rows)] if lines else []


def _of(row: Row, beside_tuned: bool, of_cost: bool) -> str:
    """The tunables as attested; unless the tuned row beside it says so, what the search kept and how much it gave."""
    attested: Attested | None = next(iter(row.windows.values())).attestation.app.get("tunables")
    configured = row.configured
    if attested is None or configured is None:
        return ""
    described = ", ".join(phrases(attested)) or "no tunable of its style is attested"
    parts = [described if row.variant.endswith(f"({configured.name})") else f"{configured.name}, {described}"]
    if configured.name == TUNED or not beside_tuned:
        kept = [f"{key}={word(value)}" for key, value in configured.settings.items()]
        parts += [f"the search {_judged(configured)} {', '.join(kept)}"] if kept and configured.name == TUNED else []
        parts += _weight(configured)
    if row.over_stock is not None:
        then = "stock's CPU for each request" if of_cost else "stock"
        parts.append(f"here it {'took' if of_cost else 'gave'} {words.ratio(row.over_stock)} times its {then}")
    if row.over_stock_adjusted is not None:
        parts[-1] += f" ({words.ratio(row.over_stock_adjusted)} at equal speed of the cores)"
    return f"{row.variant}: {'; '.join(parts)}"


PHRASES: dict[str, Callable[[Any], str]] = {
    "workerThreads": lambda value: words.count(value, "worker thread"),
    "virtualThreads.parallelism": lambda value: words.count(value, "carrier thread"),
    "virtualThreads.pollers": lambda value: "" if value == "virtual" else f"{value} threads as pollers",
    "virtualThreads.requests": lambda value: f"{value:,} requests at once",
    "answerLimit": lambda value: "" if value == "socket" else f"{value} instead of a socket timeout",
    "netty.transport": lambda value: f"{value} transport",
    "netty.leakDetection": lambda value: "" if value == "simple" else f"leak detection {value}",
    "timeLimits": lambda value: "" if value == "timers" else f"a {value} instead of timers",
    "schedulingPolicy": lambda value: "" if value == "other" else f"SCHED_{value.upper()}",
    "reactor.queueSize": lambda value: "" if value == 256 else f"queues of {value} in Reactor",
    "httpClient.bufferBytes": lambda value: "" if value == 32_768 else f"buffers of {value:,} bytes to downstream",
    "netty.allocator": lambda value: f"{value.removesuffix('ByteBufAllocator').lower()} allocator",
}
SWITCHES = {
    "preparedStatements": (True, "prepared statements"), "hooks": (False, "no hooks of the app's own"),
    "transactions": (True, "one transaction a request"),
    "pipelining": (False, "no pipelining"), "handOver": (False, "no hand-over between loops"),
    "netty.unsafe": (True, "sun.misc.Unsafe"),
    "exceptionTranslation": (False, "no exception translation"), "netty.bufferChecks": (False, "no checks of buffers"),
    "virtualThreads.tracked": (False, "virtual threads untracked"), "servletFilters": (False, "no filters of Boot"),
    "requestContextFilter": (False, "no filter for the request's context"),
}  # fmt: skip


def phrases(attested: Attested) -> list[str]:
    """The tunables that the app attested, in the words of the field: '1 event loop, shared with R2DBC'."""
    said = [text for key, phrase in PHRASES.items() if attested.get(key) and (text := phrase(attested[key]))]
    switched = [text for key, (value, text) in SWITCHES.items() if attested.get(key) is value]
    return [*_loops(attested), *said, *switched]


def _loops(attested: Attested) -> list[str]:
    http, db = attested.get("eventLoops.http"), attested.get("eventLoops.db")
    if http is None:
        return []
    if db is None or attested.get("eventLoops.shared"):
        shared = ", shared with R2DBC" if attested.get("eventLoops.shared") else ""
        return [words.count(http, "event loop") + shared]
    return [f"{http} + {db} event loops (HTTP + R2DBC)"]


def _judged(configured: Configuration) -> str:
    """In a search's own confirmation also what it then did not keep is a row, and what it could not judge."""
    if configured.search is None:
        return "proposed"
    return "kept" if configured.search.over_stock else "proposed, and did not keep,"


def _weight(configured: Configuration) -> list[str]:
    """How much the search found the tunables to matter together, seen from this configuration."""
    search = configured.search
    if search is None and configured.name == TUNED:
        return [UNTOLD]
    if search is None:
        return ["never searched on this kind of load, so better settings may exist"]
    if search.over_stock is None:
        return ["the search found nothing better than stock"]
    sides = {TUNED: (search.stock, search.tuned, STOCK), STOCK: (search.tuned, search.stock, TUNED)}
    if configured.name not in sides:
        return []
    other, own, name = sides[configured.name]
    factor = search.over_stock if name == TUNED else search.over_stock.inverse
    gave = f"{factor.value:.2f} [{factor.low:.2f}, {factor.high:.2f}]"
    differing = ", ".join(phrase for phrase in phrases(other) if phrase not in phrases(own))
    whose = f"{name}'s {differing}" if differing else name
    return [f"{whose} gave {gave} times its {factor.of} in the search"]


def _searches(rows: Sequence[Row]) -> list[str]:
    """Where the factors come from: a line for all rows, or for each search where the rows have several."""
    every = [(row.configured.search, row.variant) for row in rows if row.configured and row.configured.search]
    searches = grouped((_where(search), variant) for search, variant in every if search.over_stock)
    of = {where: f" of {words.listing(names)}" if len(searches) > 1 else "" for where, names in searches.items()}
    ratios = words.listing(sorted({search.over_stock.of for search, _ in every if search.over_stock}))
    lines = [
        f"the search{whose} was make tune on {where}; factors are ratios of {ratios}" for where, whose in of.items()
    ]
    resolutions = [search.resolution for search, _ in every if search.resolution is not None]
    if resolutions:
        lines.append(f"a setting that gives less than {max(resolutions):.1%} may have been missed")
    return lines


def _where(search: Search) -> str:
    return search.host + (f", under other limits ({'; '.join(search.differences)})" if search.differences else "")


def searched_elsewhere(plan: Plan, here: Environment) -> list[str]:
    """The answer's sentence where tuned settings were found on a host of another processor, or of another scheduler."""
    searches = [one.search for one in plan.configured if one.name == TUNED and one.search]
    others = sorted({_found_on(one) for one in searches if not _like(one, here)})
    if not others:
        return []
    return [
        f"The tuned settings were found on {words.listing(others)}, and this host is {here.host_cpu}"
        f"{_under(here.scheduler)}: others may be the best here (make tune)."
    ]


def newer(rows: Sequence[Row]) -> list[str]:
    """The answer's sentence on tunables that the app has and a search did not attest: they came after it."""
    found = grouped(
        (tuple(sorted(attested.keys() - search.stock.keys())), row.style)
        for row in rows
        if row.configured and row.configured.name == TUNED and (search := row.configured.search) and search.stock
        and (attested := next(iter(row.windows.values())).attestation.app.get("tunables"))
    )  # fmt: skip
    return [
        f"The search of {words.listing(list(dict.fromkeys(styles)))} is older than {words.listing(settings)}, which it "
        "could not try: better settings may exist (make tune)."
        for settings, styles in found.items()
        if settings
    ]


def _like(search: Search, here: Environment) -> bool:
    return search.host.startswith(f"{here.host_cpu}, ") and search.scheduler in ("", here.scheduler)


def _found_on(search: Search) -> str:
    return search.host + (_under(search.scheduler) if search.scheduler else "")


def _under(scheduler: str) -> str:
    return f" under the scheduler {scheduler}"


def spread(runs: Sequence[Run]) -> list[str]:
    """How each row's R2DBC connections were spread over event loops: reported, not judged."""
    found = grouped(
        (run.label, "/".join(map(str, sorted(loops.values(), reverse=True))))
        for run in runs
        for window in run.windows[:1]
        if (loops := window.attestation.app.get("database", {}).get("loops"))
    )
    text = "database connections by event loop, run by run"
    return [f"{label}: {text}: {', '.join(each)}" for label, each in found.items()]


def titled(plan: Plan) -> list[str]:
    """The configurations of an experiment, for its title; nothing for results older than configurations."""
    if plan.trial and not plan.second_phase:
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
