"""The database's own counters: what it says it was asked, whatever the app and the load machine say."""

from dataclasses import dataclass

from bench.results import DatabaseUse

KINDS = ("select", "insert", "update", "delete")
READ = (
    "SELECT VARIABLE_NAME, VARIABLE_VALUE, UNIX_TIMESTAMP(NOW(6)) FROM information_schema.GLOBAL_STATUS"
    f" WHERE VARIABLE_NAME IN ({', '.join(repr(f'COM_{kind.upper()}') for kind in KINDS)})"
)
"""One statement that reads them all, with the database's own time; it counts as a select itself."""


@dataclass(frozen=True)
class Statements:
    """Statements since the server's start, by kind, and when they were read (seconds since the epoch)."""

    at: float
    counts: dict[str, int]


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
