"""Bad fields, bad JSON, bad ids and pages: each gets its 4xx problem within 2 s, and the app serves the next call.

Bad requests as such (media types, paths, methods, sizes) are in test_bad_requests.py.
"""

import datetime
import json
from typing import Any

import httpx
import pytest

from tests.stack.database import Database
from tests.stack.estate import (
    AGENT_LIMITS,
    HIGHEST_PRICE,
    PROPERTY_LIMITS,
    Json,
    agent,
    property_of,
    sized,
    without,
)
from tests.stack.problems import refused, refused_fields
from tests.stack.stack import Stack
from tests.stack.wire import plain

pytestmark = pytest.mark.usefixtures("uncapped")

VALID = {"/agents": agent(), "/properties": property_of(7)}
LIMITS = {"/agents": AGENT_LIMITS, "/properties": PROPERTY_LIMITS}
FIELDS = [(path, name) for path, body in VALID.items() for name in body]
TEXTS = [(path, name) for path, limits in LIMITS.items() for name in limits]
IN_TWO_DAYS = (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=2)).isoformat()
"""In the future in every time zone."""


class Door:
    """Sends bad bodies to create and to update a row, and sees to it that neither has an effect."""

    def __init__(self, api: httpx.Client, database: Database) -> None:
        self._api = api
        self._database = database

    def refuses(self, path: str, name: str, **request: Any) -> list[Json]:
        """The problems of POST, and of PUT on row 1."""
        before = self._rows(path)
        problems = [
            refused(self._api, "POST", path, 400, name, **request),
            refused(self._api, "PUT", f"{path}/1", 400, name, **request),
        ]
        assert self._rows(path) == before, "the refused call changed a row"
        return problems

    def _rows(self, path: str) -> list[list[str]]:
        """The row that is asked for, and the newest."""
        table = f"unrealestate.{path.strip('/')}"
        return self._database.rows(f"SELECT * FROM {table} WHERE id IN (1, (SELECT MAX(id) FROM {table})) ORDER BY id")


@pytest.fixture
def door(stack: Stack, database: Database) -> Door:
    return Door(stack.api, database)


# -- fields -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "name"), FIELDS)
@pytest.mark.parametrize("how", ["absent", "null"])
def test_a_missing_field(door: Door, path: str, name: str, how: str) -> None:
    body = without(VALID[path], name) if how == "absent" else {**VALID[path], name: None}
    for problem in door.refuses(path, "invalid-field", json=body):
        assert refused_fields(problem) == [name]


@pytest.mark.parametrize("path", VALID)
def test_all_fields_missing_are_named_in_order(door: Door, path: str) -> None:
    for problem in door.refuses(path, "invalid-field", json={}):
        assert refused_fields(problem) == sorted(VALID[path])


@pytest.mark.parametrize(("path", "name"), TEXTS)
@pytest.mark.parametrize("excess", [1, 10_000])
def test_an_oversized_field(door: Door, path: str, name: str, excess: int) -> None:
    body = {**VALID[path], name: sized(name, LIMITS[path][name] + excess)}
    for problem in door.refuses(path, "invalid-field", json=body):
        assert set(refused_fields(problem)) == {name}


@pytest.mark.parametrize(("path", "name"), TEXTS)
def test_an_empty_field(door: Door, path: str, name: str) -> None:
    for problem in door.refuses(path, "invalid-field", json={**VALID[path], name: ""}):
        assert set(refused_fields(problem)) == {name}


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [
        *(("/agents", "email", value) for value in ("nobody", "@example.com", "a@", "a b@example.com", "a@b@c.com")),
        *(("/agents", "birthDate", value) for value in ("1899-12-31", IN_TWO_DAYS, "9999-12-31")),
        *(("/properties", "price", value) for value in (-1, HIGHEST_PRICE + 1, 2**63 - 1, -(2**63))),
        *(("/properties", "agentId", value) for value in (0, -1, -(2**63))),
    ],
)  # fmt: skip
def test_a_value_out_of_range(door: Door, path: str, name: str, value: object) -> None:
    for problem in door.refuses(path, "invalid-field", json={**VALID[path], name: value}):
        assert refused_fields(problem) == [name]


def test_two_bad_fields_are_both_named(door: Door) -> None:
    for problem in door.refuses("/properties", "invalid-field", json=property_of(0, price=-1)):
        assert refused_fields(problem) == ["agentId", "price"]


# -- JSON -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [
        *((path, name, value) for path, name in FIELDS for value in ({"a": 1}, ["a", "b"])),
        *((path, name, value) for path, name in TEXTS for value in (17, True)),
        *(("/agents", "birthDate", value) for value in ("2023-02-30", "17.09.2023", "yesterday", "", 17, True)),
        *(("/properties", "price", value) for value in ("much", "100", 1.5, 2**63, 10**40, True)),
        *(("/properties", "agentId", value) for value in ("seven", "7", 1.5, 2**63, True)),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_type(door: Door, path: str, name: str, value: object) -> None:
    for problem in door.refuses(path, "invalid-field", json={**VALID[path], name: value}):
        assert refused_fields(problem) == [name]


WHOLE = json.dumps(agent()).encode()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"   ", id="blank"),
        pytest.param(b"{", id="open brace"),
        pytest.param(WHOLE[:-1], id="truncated by one byte"),
        pytest.param(WHOLE[: len(WHOLE) // 2], id="truncated half way"),
        pytest.param(WHOLE + b"}", id="one brace too many"),
        pytest.param(WHOLE + WHOLE, id="two documents"),
        pytest.param(WHOLE.replace(b'"', b"'"), id="single quotes"),
        pytest.param(WHOLE.replace(b"{", b"{ /* */ ", 1), id="comment"),
        pytest.param(b"null", id="null"),
        pytest.param(b"17", id="number"),
        pytest.param(b'"text"', id="text"),
        pytest.param(b"[" + WHOLE + b"]", id="array"),
        pytest.param(b"firstname=John&lastname=Doe", id="form"),
        pytest.param(b"\xff\xfe\xfd", id="no UTF-8 at all"),
        pytest.param(WHOLE.replace(b"Hara", b"\xc3\x28\xa0"), id="invalid UTF-8 inside"),
        pytest.param(WHOLE.replace(b"Hara", b"\xed\xa0\x80"), id="surrogate in UTF-8"),
        pytest.param(WHOLE.replace(b"Hara", b"\x00\x01"), id="bare control characters"),
        pytest.param(b"[" * 30_000, id="30,000 open arrays"),
        pytest.param(b'{"a":' * 10_000 + b"1" + b"}" * 10_000, id="10,000 objects deep"),
        pytest.param(WHOLE[:-1] + b', "more": ' + b"[" * 9_000 + b"]" * 9_000 + b"}", id="deep in an unknown field"),
        pytest.param(WHOLE[:-1] + b', "price": ' + b"9" * 20_000 + b"}", id="a number of 20,000 digits"),
    ],
)
def test_a_malformed_body(door: Door, content: bytes) -> None:
    door.refuses("/agents", "malformed-body", **plain(content))


def test_half_a_surrogate_pair(door: Door) -> None:
    """Legal in JSON's escapes, but no database and no answer could carry it."""
    for problem in door.refuses("/agents", "invalid-field", **plain(WHOLE.replace(b"Hara", rb"\ud800"))):
        assert refused_fields(problem) == ["lastname"]


# -- ids and pages ----------------------------------------------------------------------------------------------

BAD_IDS = ["0", "-1", "abc", "1.5", "1e3", "0x10", "1,2", "9223372036854775808", "9" * 100, "null", "1%20", "%27%3B--"]


@pytest.mark.parametrize("bad", BAD_IDS)
@pytest.mark.parametrize("path", VALID)
def test_an_id_that_is_no_positive_number(api: httpx.Client, path: str, bad: str) -> None:
    refused(api, "GET", f"{path}/{bad}", 400, "invalid-parameter")
    refused(api, "PUT", f"{path}/{bad}", 400, "invalid-parameter", json=VALID[path])
    refused(api, "DELETE", f"{path}/{bad}", 400, "invalid-parameter")


@pytest.mark.parametrize("path", VALID)
def test_the_largest_id_is_only_not_found(api: httpx.Client, path: str) -> None:
    refused(api, "GET", f"{path}/{2**63 - 1}", 404, "not-found")


@pytest.mark.parametrize(
    "query",
    [
        *(f"page={bad}" for bad in ("-1", "100001", "2147483648", "9" * 30, "abc", "1.5", "1e2", "0x1")),
        *(f"size={bad}" for bad in ("0", "-1", "101", "2147483648", "9" * 30, "abc", "1.5")),
        "page=-1&size=0",
        "page=0&size=1;DROP TABLE agents",
    ],
)
@pytest.mark.parametrize("path", VALID)
def test_a_page_that_cannot_be(api: httpx.Client, path: str, query: str) -> None:
    refused(api, "GET", f"{path}?{query}", 400, "invalid-parameter")
