"""Clients of a stream that the app relays: each on a connection of its own, so that it can leave at any element."""

import contextlib
import http.client
import socket
import struct

PLAIN = "/passthrough/stream"
FLUX = "/passthrough/stream/flux"
RELAYS = (PLAIN, FLUX)
"""The second one is a reactive return type on the servlet stack, and only there."""

_RESET = struct.pack("ii", 1, 0)
"""Linger for 0 s: closing throws away what is unsent, and the other side sees a reset."""


class Relay:
    """A stream under way: the answer's head has been read, and it was 200."""

    def __init__(self, port: int, target: str, within: float) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=within)
        self._connection.request("GET", target)
        self._wire: socket.socket = self._connection.sock
        self._response = self._connection.getresponse()
        assert self._response.status == 200, f"{target} was answered {self._response.status} {self._response.read()!r}"

    def read(self, elements: int) -> None:
        """Read so many elements, as they come; silence longer than `within` is a TimeoutError."""
        for number in range(elements):
            line = self._response.readline()
            assert line.startswith(b'{"index":'), f"element {number} is {line!r}"

    def leave(self, reset: bool = False) -> None:
        """Close the connection now, or reset it, as a process that dies with unread data does."""
        if reset:
            self._wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        else:
            with contextlib.suppress(OSError):
                self._wire.shutdown(socket.SHUT_RDWR)
        self._response.close()
        self._connection.close()
