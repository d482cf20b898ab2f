"""HTTP to the ports that the machines publish on this host."""

import ssl
from collections.abc import Mapping

import httpx

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""The machines speak plain HTTP. Without this, httpx reads the host's certificates anew for each request, which takes
some 30 ms of a CPU that the machines share."""

PATIENCE = 60.0
"""Seconds that the app may take to answer: the queue of an abandoned load may be ahead, where an event loop sleeps
a second for each of 200 users."""


def get(url: str, timeout: float, params: Mapping[str, str | float] | None = None) -> httpx.Response:
    """The answer of a machine, asked directly: a proxy of the user's environment does not know this host's ports.

    `timeout` is in seconds; an httpx.HTTPError if no answer comes, or one of no success.
    """
    return httpx.get(url, params=params, timeout=timeout, verify=NO_TLS, trust_env=False).raise_for_status()


def succeeds(url: str, timeout: float) -> bool:
    """Whether it answers within so many seconds, and with success."""
    try:
        get(url, timeout)
    except httpx.HTTPError:
        return False
    return True


def client(timeout: float) -> httpx.Client:
    """The same for many requests over one connection."""
    return httpx.Client(timeout=timeout, verify=NO_TLS, trust_env=False)
