"""What a refusal has to look like: a problem of RFC 9457, in time, and the app serves on."""

import re
import time
from typing import Any

import httpx

from tests.stack.estate import Json

WITHIN = 2.0
"""Seconds in which bad input must be refused."""

_INNARDS = re.compile(r"Exception|org\.|java\.|kotlin|jakarta|hikari|r2dbc|INSERT INTO|SELECT ", re.IGNORECASE)


def check(response: httpx.Response, status: int, name: str) -> Json:
    """Assert that the response is the problem `name` for its own path, and return it."""
    where = f"{response.request.method} {response.request.url.raw_path.decode()[:100]}"
    said = f"{where} answered {response.status_code} {response.text[:300]}"
    assert response.status_code == status, f"{said}; {status} {name} was due"
    kind = response.headers.get("content-type", "none")
    assert kind.split(";")[0] == "application/problem+json", f"{said}, of content type {kind}"
    problem: Json = response.json()
    assert problem["type"] == f"urn:threadmill:problem:{name}", said
    assert problem["status"] == status, said
    assert problem["instance"] == response.request.url.raw_path.decode().partition("?")[0], said  # a URI: as sent
    for text in ("title", "detail"):
        assert isinstance(problem[text], str), f"{said}: {text} is not text"
        assert problem[text].strip(), f"{said}: {text} is empty"
    assert not _INNARDS.search(problem["title"] + problem["detail"]), f"{said}: it shows the app's innards"
    return problem


def refused(api: httpx.Client, method: str, path: str, status: int, name: str, **request: Any) -> Json:
    """Send bad input; assert a prompt problem, and that the next call is served."""
    begun = time.monotonic()
    response = api.request(method, path, **request)
    took = time.monotonic() - begun
    problem = check(response, status, name)
    assert took < WITHIN, f"{method} {path[:100]} was refused only after {took:.1f} s"
    still_serves(api)
    return problem


def refused_fields(problem: Json) -> list[str]:
    """The fields that an invalid-field problem names, in its order; each must come with a message."""
    errors = problem["errors"]
    assert all(error["message"].strip() for error in errors), f"an error without a message: {errors}"
    return [error["field"] for error in errors]


def still_serves(api: httpx.Client) -> None:
    """Assert that an ordinary call works, promptly."""
    begun = time.monotonic()
    response = api.get("/agents/1")
    took = time.monotonic() - begun
    assert response.status_code == 200, f"the next call was answered {response.status_code} {response.text[:200]}"
    assert took < WITHIN, f"the next call took {took:.1f} s"
