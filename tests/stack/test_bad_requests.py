"""Bad requests as such: sizes, media types, paths, methods, broken framing. Each gets its 4xx problem within 2 s."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.stack.estate import agent, create_agent
from tests.stack.problems import WITHIN, check, refused, still_serves
from tests.stack.stack import Stack
from tests.stack.wire import as_httpx, chunk, chunked, head, plain, send

pytestmark = pytest.mark.usefixtures("uncapped")

LARGEST_BODY = 64 * 1024
WHOLE = json.dumps(agent()).encode()
FRAMINGS = pytest.mark.parametrize("framing", [plain, chunked], ids=["content-length", "chunked"])
Framing = Callable[[bytes], dict[str, Any]]


@pytest.fixture
def port(stack: Stack) -> int:
    return stack.machines.caps["app"].ports[0]


# -- size -------------------------------------------------------------------------------------------------------


@FRAMINGS
def test_the_largest_body_is_taken(api: httpx.Client, framing: Framing) -> None:
    response = api.post("/agents", **framing(WHOLE.ljust(LARGEST_BODY)))
    assert response.status_code == 201, f"a body of 64 KiB: {response.status_code} {response.text[:300]}"


@FRAMINGS
@pytest.mark.parametrize("excess", [1, 4096, 1_000_000])
def test_a_larger_body_is_refused(api: httpx.Client, framing: Framing, excess: int) -> None:
    path = f"/agents/{create_agent(api)['id']}"
    too_large = WHOLE.ljust(LARGEST_BODY + excess)
    refused(api, "POST", "/agents", 413, "body-too-large", **framing(too_large))
    refused(api, "PUT", path, 413, "body-too-large", **framing(too_large))


@FRAMINGS
def test_a_larger_field_is_refused_by_the_body_s_size(api: httpx.Client, framing: Framing) -> None:
    content = json.dumps(agent(nickname="x" * 2 * LARGEST_BODY)).encode()
    refused(api, "POST", "/agents", 413, "body-too-large", **framing(content))


def test_a_declared_size_is_refused_before_the_body_comes(api: httpx.Client, port: int) -> None:
    reply = send(port, head("/agents", "Content-Length: 100000000") + WHOLE, WITHIN)
    assert reply, "the connection was closed without an answer"
    check(as_httpx(reply, "POST", "/agents"), 413, "body-too-large")
    still_serves(api)


def test_chunks_are_refused_before_the_last_one_comes(api: httpx.Client, port: int) -> None:
    begun = head("/agents", "Transfer-Encoding: chunked") + chunk(b" " * 40_000) * 2
    reply = send(port, begun, WITHIN)
    assert reply, "the connection was closed without an answer"
    check(as_httpx(reply, "POST", "/agents"), 413, "body-too-large")
    still_serves(api)


# -- framing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "request_bytes",
    [
        pytest.param(head("/agents", f"Content-Length: {len(WHOLE)}") + WHOLE[:20], id="content-length"),
        pytest.param(head("/agents", "Transfer-Encoding: chunked") + chunk(WHOLE[:20]), id="chunked"),
    ],
)
def test_a_caller_that_hangs_up_half_way(api: httpx.Client, port: int, request_bytes: bytes) -> None:
    reply = send(port, request_bytes, WITHIN, half_close=True)
    assert reply is None or 400 <= reply.status < 500, f"half a request got {reply}"
    still_serves(api)


def test_a_length_that_is_no_number(api: httpx.Client, port: int) -> None:
    reply = send(port, head("/agents", "Content-Length: many") + WHOLE, WITHIN, half_close=True)
    assert reply is None or 400 <= reply.status < 500, f"a Content-Length of 'many' got {reply}"
    still_serves(api)


# -- media types ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("media", ["text/plain", "application/xml", "application/x-www-form-urlencoded", "junk", None])
def test_an_unknown_media_type(api: httpx.Client, media: str | None) -> None:
    headers = {"content-type": media} if media else {}
    refused(api, "POST", "/agents", 415, "unsupported-media-type", content=WHOLE, headers=headers)
    refused(api, "PUT", "/agents/1", 415, "unsupported-media-type", content=WHOLE, headers=headers)


def test_json_with_its_charset_is_known(api: httpx.Client) -> None:
    response = api.post("/agents", content=WHOLE, headers={"content-type": "application/json; charset=utf-8"})
    assert response.status_code == 201, f"{response.status_code} {response.text[:300]}"


@pytest.mark.parametrize("accept", ["application/xml", "text/html, image/*", "application/vnd.other+json"])
def test_an_answer_that_cannot_be_given(api: httpx.Client, accept: str) -> None:
    for path in ("/agents/1", "/agents", "/properties/1", "/properties"):
        refused(api, "GET", path, 406, "not-acceptable", headers={"accept": accept})


def test_an_accept_header_that_is_none(api: httpx.Client) -> None:
    """WebFlux cannot tell what such a client would read, and answers with no body."""
    assert api.get("/agents/1", headers={"accept": "junk"}).status_code == 406
    still_serves(api)


def test_nothing_is_stored_when_the_answer_cannot_be_given(api: httpx.Client) -> None:
    before = api.get("/agents").json()["totalElements"]
    refused(api, "POST", "/agents", 406, "not-acceptable", json=agent(), headers={"accept": "application/xml"})
    assert api.get("/agents").json()["totalElements"] == before, "the caller was refused, but the agent was stored"


@pytest.mark.parametrize("accept", ["*/*", "application/*", "application/json", "text/html, application/json;q=0.1"])
def test_an_answer_that_can_be_given(api: httpx.Client, accept: str) -> None:
    response = api.get("/agents/1", headers={"accept": accept})
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")


# -- paths and methods ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/", "/nothing", "/agent", "/Agents", "/agents/", "/agents/1/", "/agents/1/more", "/error", "/favicon.ico",
     "/actuator/health", "/actuator/shutdown", f"/{'x' * 2000}"],
)  # fmt: skip
def test_an_unknown_path(api: httpx.Client, path: str) -> None:
    refused(api, "GET", path, 404, "no-such-path")


@pytest.mark.parametrize(
    ("path", "wrong", "right"),
    [
        *((path, ("PUT", "DELETE", "PATCH"), {"GET", "POST"}) for path in ("/agents", "/properties")),
        *((path, ("POST", "PATCH"), {"GET", "PUT", "DELETE"}) for path in ("/agents/1", "/properties/1")),
    ],
)
def test_a_wrong_method(api: httpx.Client, path: str, wrong: tuple[str, ...], right: set[str]) -> None:
    for method in wrong:
        body = None if method == "DELETE" else agent()
        refused(api, method, path, 405, "method-not-allowed", json=body)
        allowed = api.request(method, path, json=body).headers.get("allow", "")
        assert right <= {name.strip() for name in allowed.split(",")}, f"{method} {path}: Allow says '{allowed}'"
