"""Agents and properties for tests: valid bodies, and rows made from them through the API."""

from typing import Any

import httpx

Json = dict[str, Any]

AGENT_LIMITS = {"firstname": 60, "lastname": 60, "nickname": 60, "email": 120, "phone": 30}
PROPERTY_LIMITS = {"ownerName": 120, "state": 60, "city": 80, "address": 200, "description": 2000}
"""The longest text that each field takes."""

HIGHEST_PRICE = 1_000_000_000_000
NOBODY = 9_000_000_000
"""An id that no row has."""


def agent(**changes: Any) -> Json:
    """A valid agent, with `changes`."""
    return {
        "firstname": "Jürgen",
        "lastname": "O'Hara",
        "nickname": "J\U0001f984",  # four bytes in UTF-8
        "email": "juergen@example.com",
        "phone": "+43 660 1234567",
        "birthDate": "1984-02-29",
        **changes,
    }


def property_of(agent_id: object, **changes: Any) -> Json:
    """A valid property of that agent, with `changes`."""
    return {
        "agentId": agent_id,
        "ownerName": "Zoë Smith",
        "state": "NY",
        "city": "New York",
        "address": '1st alley, right; "the blue door" \\ 2nd floor',
        "price": 100_500,
        "description": "Two lines:\nthe second one; DROP TABLE properties; -- 100 % ?",
        **changes,
    }


def without(body: Json, name: str) -> Json:
    """The body less one field."""
    return {key: value for key, value in body.items() if key != name}


def sized(name: str, length: int) -> str:
    """Text of exactly that length which is valid for the field but for its length."""
    if name != "email":
        return "x" * length
    domain = ".example.com"
    local = min(60, length - len(domain) - 2)
    return "a" * local + "@" + "b" * (length - local - 1 - len(domain)) + domain


def create_agent(api: httpx.Client, **changes: Any) -> Json:
    """A new agent as the API gave it back."""
    return _created(api.post("/agents", json=agent(**changes)))


def create_property(api: httpx.Client, agent_id: int, **changes: Any) -> Json:
    """A new property as the API gave it back."""
    return _created(api.post("/properties", json=property_of(agent_id, **changes)))


def _created(response: httpx.Response) -> Json:
    assert response.status_code == 201, f"creating failed: {response.status_code} {response.text}"
    body: Json = response.json()
    return body
