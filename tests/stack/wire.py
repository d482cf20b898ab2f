"""Requests that no HTTP client would send: bytes to the app's port, and what comes back."""

import http.client
import socket
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Reply:
    status: int
    content_type: str
    content: bytes


def send(port: int, request: bytes, within: float, half_close: bool = False) -> Reply | None:
    """Send raw bytes and return the reply, or None if the app closes the connection without one.

    With `half_close` the app sees the end of the stream after them. Silence longer than `within` is a TimeoutError.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=within) as wire:
        wire.sendall(request)
        if half_close:
            wire.shutdown(socket.SHUT_WR)
        response = http.client.HTTPResponse(wire)
        try:
            response.begin()
            return Reply(response.status, response.headers.get("content-type", "none"), response.read())
        except (http.client.BadStatusLine, ConnectionResetError):
            return None


def head(path: str, *lines: str) -> bytes:
    """The head of a POST of JSON with these further header lines."""
    fixed = (f"POST {path} HTTP/1.1", "Host: app", "Content-Type: application/json")
    return "".join(f"{line}\r\n" for line in (*fixed, *lines, "")).encode()


def chunk(content: bytes) -> bytes:
    """One chunk of a chunked body."""
    return f"{len(content):x}\r\n".encode() + content + b"\r\n"


def chunked(content: bytes, size: int = 8192) -> dict[str, Any]:
    """Arguments for httpx that send the content as JSON without a Content-Length."""
    pieces = (content[at : at + size] for at in range(0, len(content), size))
    return {"content": pieces, "headers": {"content-type": "application/json"}}


def plain(content: bytes) -> dict[str, Any]:
    """Arguments for httpx that send the content as JSON with its Content-Length."""
    return {"content": content, "headers": {"content-type": "application/json"}}


def as_httpx(reply: Reply, method: str, path: str) -> httpx.Response:
    """The reply in the form that the other checks read."""
    request = httpx.Request(method, f"http://app{path}")
    headers = {"content-type": reply.content_type}
    return httpx.Response(reply.status, headers=headers, content=reply.content, request=request)
