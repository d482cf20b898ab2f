"""Every call of the API on agents and properties: status, headers, body, paging arithmetic, conflicts."""

import datetime
import math

import httpx
import pytest

from tests.stack import problems
from tests.stack.database import Database
from tests.stack.estate import (
    AGENT_LIMITS,
    HIGHEST_PRICE,
    NOBODY,
    PROPERTY_LIMITS,
    Json,
    agent,
    create_agent,
    create_property,
    property_of,
    sized,
)

pytestmark = pytest.mark.usefixtures("uncapped")

COLLECTIONS = {"/agents": 10, "/properties": 10}
"""Each with its default page size."""


def answer(response: httpx.Response, status: int) -> Json:
    """Assert status and content type, and return the body."""
    assert response.status_code == status, f"{response.status_code} {response.text[:300]}"
    assert response.headers["content-type"] == "application/json"
    body: Json = response.json()
    return body


# -- one row ----------------------------------------------------------------------------------------------------


def test_create_and_read_an_agent(api: httpx.Client) -> None:
    response = api.post("/agents", json=agent())
    created = answer(response, 201)
    assert created == {"id": created["id"], **agent()}
    assert response.headers["location"] == f"/agents/{created['id']}"
    assert answer(api.get(response.headers["location"]), 200) == created


def test_create_and_read_a_property(api: httpx.Client) -> None:
    response = api.post("/properties", json=property_of(7))
    created = answer(response, 201)
    assert created == {"id": created["id"], **property_of(7)}
    assert response.headers["location"] == f"/properties/{created['id']}"
    assert answer(api.get(response.headers["location"]), 200) == created


def test_an_id_in_the_body_is_not_taken_over(api: httpx.Client) -> None:
    created = answer(api.post("/agents", json=agent(id=1)), 201)
    assert created["id"] != 1, "the caller chose the id"


def test_update_an_agent(api: httpx.Client) -> None:
    path = f"/agents/{create_agent(api)['id']}"
    wanted = agent(firstname="Ada", birthDate="1990-12-31")
    updated = answer(api.put(path, json=wanted), 200)
    assert updated == {"id": int(path.rpartition("/")[2]), **wanted}
    assert answer(api.get(path), 200) == updated


def test_update_a_property(api: httpx.Client) -> None:
    path = f"/properties/{create_property(api, 7)['id']}"
    wanted = property_of(8, price=0, city="Linz")
    updated = answer(api.put(path, json=wanted), 200)
    assert updated == {"id": int(path.rpartition("/")[2]), **wanted}
    assert answer(api.get(path), 200) == updated


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_an_update_that_changes_nothing_is_no_missing_row(api: httpx.Client, collection: str) -> None:
    # A driver may count changed rows instead of found ones; then the second update would look like a 404.
    created = create_agent(api) if collection == "/agents" else create_property(api, 7)
    body = {key: value for key, value in created.items() if key != "id"}
    for _ in range(2):
        assert answer(api.put(f"{collection}/{created['id']}", json=body), 200) == created


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_delete(api: httpx.Client, collection: str) -> None:
    created = create_agent(api) if collection == "/agents" else create_property(api, 7)
    path = f"{collection}/{created['id']}"
    gone = api.delete(path)
    assert (gone.status_code, gone.content) == (204, b"")
    assert "content-type" not in gone.headers
    problems.check(api.get(path), 404, "not-found")
    problems.check(api.delete(path), 404, "not-found")


@pytest.mark.parametrize("name", AGENT_LIMITS)
def test_the_longest_text_of_an_agent(api: httpx.Client, name: str) -> None:
    wanted = agent(**{name: sized(name, AGENT_LIMITS[name])})
    created = answer(api.post("/agents", json=wanted), 201)
    assert answer(api.get(f"/agents/{created['id']}"), 200)[name] == wanted[name]


@pytest.mark.parametrize("name", PROPERTY_LIMITS)
def test_the_longest_text_of_a_property(api: httpx.Client, name: str) -> None:
    wanted = property_of(7, **{name: sized(name, PROPERTY_LIMITS[name])})
    created = answer(api.post("/properties", json=wanted), 201)
    assert answer(api.get(f"/properties/{created['id']}"), 200)[name] == wanted[name]


def test_length_is_counted_in_characters(api: httpx.Client) -> None:
    # A unicorn is one character of the column, but two of a Java string and four bytes.
    wanted = agent(nickname="\U0001f984" * AGENT_LIMITS["nickname"])
    created = answer(api.post("/agents", json=wanted), 201)
    assert answer(api.get(f"/agents/{created['id']}"), 200)["nickname"] == wanted["nickname"]


@pytest.mark.parametrize("price", [0, HIGHEST_PRICE])
def test_the_extreme_prices(api: httpx.Client, price: int) -> None:
    created = answer(api.post("/properties", json=property_of(7, price=price)), 201)
    assert answer(api.get(f"/properties/{created['id']}"), 200)["price"] == price


def test_the_extreme_birth_dates(api: httpx.Client) -> None:
    today = datetime.datetime.now(datetime.UTC).date()
    for date in ("1900-01-01", today.isoformat()):
        created = answer(api.post("/agents", json=agent(birthDate=date)), 201)
        assert answer(api.get(f"/agents/{created['id']}"), 200)["birthDate"] == date


# -- pages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_the_default_page(api: httpx.Client, database: Database, collection: str) -> None:
    total = database.number(f"SELECT COUNT(*) FROM unrealestate{collection.replace('/', '.')}")
    size = COLLECTIONS[collection]
    page = answer(api.get(collection), 200)
    assert list(page) == ["items", "page", "size", "totalElements", "totalPages"]
    assert page["items"][0]["id"] == 1, "the first page must begin with the first row"
    assert len(page["items"]) == size
    del page["items"]
    assert page == {"page": 0, "size": size, "totalElements": total, "totalPages": math.ceil(total / size)}


@pytest.mark.parametrize("size", [7, 10, 100])
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_the_last_page_and_beyond(api: httpx.Client, database: Database, collection: str, size: int) -> None:
    total = database.number(f"SELECT COUNT(*) FROM unrealestate{collection.replace('/', '.')}")
    pages = math.ceil(total / size)
    expected = {pages - 1: total - size * (pages - 1), pages: 0, 100_000: 0}
    for number, items in expected.items():
        page = answer(api.get(collection, params={"page": number, "size": size}), 200)
        assert len(page["items"]) == items, f"page {number} of size {size} with {total} rows"
        assert (page["page"], page["size"]) == (number, size)
        assert (page["totalElements"], page["totalPages"]) == (total, pages)


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_pages_follow_each_other_by_id(api: httpx.Client, collection: str) -> None:
    def ids(page: int, size: int) -> list[int]:
        return [row["id"] for row in answer(api.get(collection, params={"page": page, "size": size}), 200)["items"]]

    assert ids(2, 5) + ids(3, 5) == ids(1, 10) == sorted(ids(1, 10))


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_a_row_reads_the_same_alone_and_in_a_page(api: httpx.Client, collection: str) -> None:
    in_page = answer(api.get(collection, params={"page": 0, "size": 1}), 200)["items"][0]
    assert answer(api.get(f"{collection}/{in_page['id']}"), 200) == in_page


# -- rows that are not there, and conflicts ---------------------------------------------------------------------


@pytest.mark.parametrize("collection", COLLECTIONS)
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_an_id_without_a_row(api: httpx.Client, method: str, collection: str) -> None:
    body = agent() if collection == "/agents" else property_of(7)
    path = f"{collection}/{NOBODY}"
    problems.refused(api, method, path, 404, "not-found", **({"json": body} if method == "PUT" else {}))


def test_a_property_needs_an_agent(api: httpx.Client, database: Database) -> None:
    count = "SELECT COUNT(*) FROM unrealestate.properties"
    before = database.number(count)
    problems.refused(api, "POST", "/properties", 422, "unknown-agent", json=property_of(NOBODY))
    assert database.number(count) == before, "the refused property was stored"


def test_a_property_cannot_move_to_an_unknown_agent(api: httpx.Client) -> None:
    path = f"/properties/{create_property(api, 7)['id']}"
    problems.refused(api, "PUT", path, 422, "unknown-agent", json=property_of(NOBODY))
    assert answer(api.get(path), 200)["agentId"] == 7


def test_an_agent_with_properties_stays(api: httpx.Client) -> None:
    owner = f"/agents/{create_agent(api)['id']}"
    owned = f"/properties/{create_property(api, int(owner.rpartition('/')[2]))['id']}"
    problems.refused(api, "DELETE", owner, 409, "conflict")
    assert answer(api.get(owner), 200)
    assert api.delete(owned).status_code == 204
    assert api.delete(owner).status_code == 204
