"""The reset brings back the seeded rows, also while a client still writes."""

import time

import pytest

from tests.stack.database import Database
from tests.stack.inserts import Inserts
from tests.stack.stack import OF_EACH_POOL, Stack

RATE = 50
PATIENCE = 20.0
BEFORE = 1.0
"""Seconds of writing before the reset, and after it."""

ALIKE = "SELECT COUNT(*) FROM unrealestate.{table} JOIN pristine.{table} USING ({columns})"
SEEDED = "SELECT COUNT(*) FROM pristine.{table}"
COLUMNS = {"agents": "id, firstname, email", "properties": "id, agent_id, price"}


@pytest.mark.parametrize("stack", OF_EACH_POOL, indirect=True)
def test_writers_neither_fail_nor_disturb_it(stack: Stack, database: Database) -> None:
    with Inserts(stack.machines.caps["app"].ports[0], RATE, PATIENCE) as inserts:
        time.sleep(BEFORE)
        stack.machines.database.reset()
        time.sleep(BEFORE)
    assert [insert.fault for insert in inserts.all if not insert.acknowledged] == []
    for table, columns in COLUMNS.items():
        seeded = database.number(SEEDED.format(table=table))
        assert seeded > 0 and database.number(ALIKE.format(table=table, columns=columns)) == seeded, table
