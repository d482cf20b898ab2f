"""The database as its superuser sees it: its seeded state, its tables' size, and its own counters of statements."""

from collections.abc import Callable
from dataclasses import dataclass

from bench.paths import ROOT
from bench.results import DatabaseUse
from bench.testbed import engine

KINDS = ("select", "insert", "update", "delete")
READ = (
    "SELECT VARIABLE_NAME, VARIABLE_VALUE, UNIX_TIMESTAMP(NOW(6)) FROM information_schema.GLOBAL_STATUS"
    f" WHERE VARIABLE_NAME IN ({', '.join(repr(f'COM_{kind.upper()}') for kind in KINDS)})"
)
"""One statement that reads them all, with the database's own time; it counts as a select itself."""
GROWN_WITHIN = 900.0
"""Seconds that growing a table may take."""


@dataclass(frozen=True)
class Statements:
    """Statements since the server's start, by kind, and when they were read (seconds since the epoch)."""

    at: float
    counts: dict[str, int]


class Database:
    """What can be asked of the machine `db`. `run` runs a command in it, with this standard input and within these
    seconds, and returns what it printed."""

    def __init__(self, run: Callable[[list[str], str, float], str], password: str) -> None:
        self._run = run
        self._client = ["mariadb", "-uroot", f"-p{password}", "--batch", "--skip-column-names"]

    def ask(self, sql: str, within: float = engine.PATIENCE) -> str:
        """What it answers, a line a row, its columns apart by tabulators."""
        return self._run(self._client, sql, within)

    def reset(self) -> None:
        """Bring it back to its seeded state."""
        self.ask((ROOT / "db" / "reset.sql").read_text())

    def grow(self, agents: int) -> None:
        """Let the table of agents have so many rows."""
        self.ask(f"SET @agents = {agents};\n{(ROOT / 'db' / 'grow.sql').read_text()}", GROWN_WITHIN)

    def statements(self) -> Statements:
        """Its own counters: what it says it was asked, whatever the app and the load machine say."""
        return parse(self.ask(READ))


def parse(text: str) -> Statements:
    """Read what `mariadb --batch --skip-column-names` prints for READ: name, value and time, tab-separated."""
    rows = [line.split("\t") for line in text.strip().splitlines()]
    counts = {name.lower().removeprefix("com_"): int(value) for name, value, _ in rows}
    return Statements(at=float(rows[0][2]), counts=counts)


def use(before: Statements | None, after: Statements | None) -> DatabaseUse | None:
    """Statements a second between two readings, less the reading that lies between them; None without both."""
    if before is None or after is None:
        return None
    counted = {kind: after.counts[kind] - before.counts[kind] for kind in KINDS}
    counted["select"] -= 1
    span = after.at - before.at
    return DatabaseUse(**{f"{kind}s": round(count / span, 2) for kind, count in counted.items()})
