"""A root session on the database, kept open, so that a reading costs one statement and no new connection."""

from bench.testbed.machines import Machines
from tests.stack.session import END, Session

COUNTERS = (
    "Questions",
    "Com_select", "Com_insert", "Com_update", "Com_delete",
    "Com_begin", "Com_commit", "Com_rollback", "Com_set_option",
    "Com_stmt_prepare", "Com_stmt_execute",
    "Com_admin_commands",
)  # fmt: skip
"""Statements by kind. A ping counts as an admin command and not as a question."""

_CLIENT = 'exec mariadb -uroot -p"$MARIADB_ROOT_PASSWORD" --protocol=socket --batch --skip-column-names --unbuffered'


class Database(Session):
    """A `mariadb` client inside the db machine."""

    def __init__(self, machines: Machines) -> None:
        super().__init__(machines, "db", _CLIENT)

    def rows(self, statement: str) -> list[list[str]]:
        """The rows of one statement, every value as text."""
        return [line.split("\t") for line in self.ask(f"{statement};\nSELECT '{END}';")]

    def number(self, statement: str) -> int:
        """The one number that a statement returns."""
        return int(self.rows(statement)[0][0])

    def connections_of(self, user: str) -> int:
        """How many connections the user holds now."""
        return self.number(f"SELECT COUNT(*) FROM information_schema.processlist WHERE user = '{user}'")

    def counters(self) -> dict[str, int]:
        """The server's own counters of statements, over all sessions."""
        names = ", ".join(f"'{name}'" for name in COUNTERS)
        return {name: int(value) for name, value in self.rows(f"SHOW GLOBAL STATUS WHERE Variable_name IN ({names})")}
