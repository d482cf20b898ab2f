"""The variants of the app: one record for each. What another module must know of a variant, it reads here.

`make dashboards` takes the records into Grafana's dashboards and Prometheus' targets.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bench.errors import UsageError

Server = Literal["Tomcat", "Netty"]
Pool = Literal["HikariCP", "r2dbc-pool"]
"""Of database connections: JDBC's and R2DBC's."""
Threads = Literal["worker", "virtual", "event loop"]
"""Kinds of thread that the app's code runs on. Workers are the server's platform threads, one for each request."""
Part = Server | Pool | Threads | Literal["transactions", "virtual handlers"]
"""What a tunable may belong to."""

IO_POOL = 64
"""Threads of kotlinx' Dispatchers.IO where the host has no more cores than that (its documentation)."""
ELASTIC_PER_PROCESSOR = 10
"""Threads of Reactor's boundedElastic for each processor (its documentation)."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A variant, and what its name promises: attestation reads `server`, `pool` and the handlers' threads back.

    `colour`, `marker` and `line` are as matplotlib names them; dashboards have the colour as well. `queries` is the
    kind of thread that waits for the database where it is another than the handlers'. `io_pool` is the size, in
    threads, of the pool that WAITING=sleep-on-io-pool sleeps on; None without this way of waiting. Variants that are
    not `compared` stand apart: they run and are built where they are named. `control_of` is the variant whose server
    stack a control has, to tell what is the server's and what the driver's. `own_sql`: its statements are not the
    contract's, so a scenario declares them apart.
    """

    name: str
    colour: str
    marker: str
    line: str
    server: Server
    pool: Pool
    handlers: Threads
    queries: Threads | None = None
    io_pool: int | None = None
    compared: bool = True
    control_of: str | None = None
    own_sql: bool = False

    @property
    def virtual(self) -> bool:
        """Whether its handlers run on virtual threads."""
        return self.handlers == "virtual"

    @property
    def event_loop(self) -> bool:
        """Whether its handlers run on event loops."""
        return self.handlers == "event loop"

    @property
    def workers(self) -> bool:
        """Whether a request holds a worker thread, also while it waits."""
        return self.handlers == "worker"

    @property
    def servlet(self) -> bool:
        """Whether it is on the servlet stack; else it is on WebFlux."""
        return self.server == "Tomcat"

    @property
    def parts(self) -> tuple[Part | None, ...]:
        """What it has of that which a tunable may belong to."""
        transactions: Part | None = "transactions" if self.transactional else None
        handlers: Part | None = "virtual handlers" if self.virtual else None
        return self.server, self.pool, self.handlers, self.queries, transactions, handlers

    @property
    def transactional(self) -> bool:
        """Whether Spring's transactions may span its calls: JDBC's belong to the handler's thread."""
        return self.queries is None


RECORDS = {
    one.name: one
    for one in (
        Variant(
            name="blocking", colour="#E69F00", marker="o", line="-",
            server="Tomcat", pool="HikariCP", handlers="worker",
        ),
        Variant(
            name="virtual-threads", colour="#56B4E9", marker="s", line="--",
            server="Tomcat", pool="HikariCP", handlers="virtual",
        ),
        Variant(
            name="reactor", colour="#009E73", marker="^", line="-.",
            server="Netty", pool="r2dbc-pool", handlers="event loop", io_pool=ELASTIC_PER_PROCESSOR,
        ),
        Variant(
            name="coroutines", colour="#CC79A7", marker="D", line=":",
            server="Netty", pool="r2dbc-pool", handlers="event loop", io_pool=IO_POOL,
        ),
        # blocking with the data access of a published experiment
        Variant(
            name="blocking-jpa", colour="#D55E00", marker="X", line="-",
            server="Tomcat", pool="HikariCP", handlers="worker", compared=False, own_sql=True,
        ),
        Variant(
            name="reactor-jdbc", colour="#0072B2", marker="v", line="-.",
            server="Netty", pool="HikariCP", handlers="event loop", queries="virtual", io_pool=ELASTIC_PER_PROCESSOR,
            compared=False, control_of="reactor",
        ),
        Variant(
            name="coroutines-jdbc", colour="#F0E442", marker="d", line=":",
            server="Netty", pool="HikariCP", handlers="event loop", queries="virtual", io_pool=IO_POOL,
            compared=False, control_of="coroutines",
        ),
    )
}  # fmt: skip
"""All of them by name, in the order of tables, those that are compared first. The colours are of M. Okabe and K. Ito,
Color Universal Design (2008), told apart with any colour vision."""

BASELINE = "blocking"
"""The variant that ratios are taken to."""


def compared(which: Callable[[Variant], bool] = lambda _: True) -> tuple[str, ...]:
    """The names of those compared variants of which `which` is true."""
    return tuple(name for name, one in RECORDS.items() if one.compared and which(one))


VARIANTS = compared()
APART = tuple(name for name in RECORDS if name not in VARIANTS)
CONTROLS = {one.control_of: name for name, one in RECORDS.items() if one.control_of}
"""The control of each variant that has one."""


def parse(text: str) -> list[str]:
    """A comma list of variants, in the order given; all that are compared if the text is empty."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in RECORDS]
    if unknown:
        raise UsageError(
            f"there is no variant '{unknown[0]}'; VARIANT is one of: {', '.join(VARIANTS)}; "
            f"or, apart from them: {', '.join(APART)}"
        )
    if len(set(names)) < len(names):
        raise UsageError(f"VARIANT={text} names a variant twice; each runs once per block, RUNS repeats the block")
    return names or list(VARIANTS)
