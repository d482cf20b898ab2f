"""A root session on the database, kept open, so that a reading costs one statement and no new connection."""

import subprocess
from typing import Self

from bench.machines import Machines

COUNTERS = (
    "Questions",
    "Com_select", "Com_insert", "Com_update", "Com_delete",
    "Com_begin", "Com_commit", "Com_rollback", "Com_set_option",
    "Com_stmt_prepare", "Com_stmt_execute",
    "Com_admin_commands",
)  # fmt: skip
"""Statements by kind. A ping counts as an admin command and not as a question."""

_CLIENT = 'exec mariadb -uroot -p"$MARIADB_ROOT_PASSWORD" --protocol=socket --batch --skip-column-names --unbuffered'
_END = "end-of-answer"


class Database:
    """A `mariadb` client inside the db machine. Statements go in and rows come out, one at a time."""

    def __init__(self, machines: Machines) -> None:
        self._client = subprocess.Popen(
            ["docker", "exec", "--interactive", machines.container_id("db"), "sh", "-c", _CLIENT],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.kill()
        self._client.communicate()

    def rows(self, statement: str) -> list[list[str]]:
        """The rows of one statement, every value as text."""
        assert self._client.stdin
        assert self._client.stdout
        self._client.stdin.write(f"{statement};\nSELECT '{_END}';\n")
        self._client.stdin.flush()
        found: list[list[str]] = []
        for line in self._client.stdout:
            if line.rstrip("\n") == _END:
                return found
            found.append(line.rstrip("\n").split("\t"))
        assert self._client.stderr
        raise AssertionError(f"the database refused `{statement}`: {self._client.stderr.read().strip()}")

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
