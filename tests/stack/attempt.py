"""A call whose answer may be late, or break off: what came, whether it was whole, and how long it took."""

import time
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Attempt:
    """`whole` is whether the answer came to its own end. `seconds` count from the request to that end or the break.

    `headers` are as they were sent; the response holds the content type only.
    """

    response: httpx.Response
    headers: httpx.Headers
    whole: bool
    seconds: float

    def __str__(self) -> str:
        how = "" if self.whole else ", broken off"
        return f"{self.response.status_code} {self.response.text[:200]!r}{how} after {self.seconds:.2f} s"


def attempt(api: httpx.Client, method: str, path: str, **request: Any) -> Attempt:
    """Make a call and keep what comes, even if the connection ends before the answer does."""
    begun = time.monotonic()
    content = b""
    whole = True
    with api.stream(method, path, **request) as response:
        try:
            for piece in response.iter_raw():
                content += piece
        except httpx.RemoteProtocolError:  # httpx's word for an end before the last chunk
            whole = False
    seconds = time.monotonic() - begun
    kind = {"content-type": response.headers.get("content-type", "none")}
    kept = httpx.Response(response.status_code, headers=kind, content=content, request=response.request)
    return Attempt(kept, response.headers, whole, seconds)
