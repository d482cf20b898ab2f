"""One command at a time has the machines: two at once would measure, and stop, each other's."""

import errno
import socket

from bench.errors import ThreadmillError

MACHINES = "\0threadmill-machines"
"""An abstract address of this host: the same for every clone, and free as soon as its holder has ended."""

_held: dict[str, socket.socket] = {}


def take(address: str = MACHINES) -> None:
    """Hold the machines until this process ends; once is enough. If another process does, a ThreadmillError."""
    if address in _held:
        return
    claim = socket.socket(socket.AF_UNIX)
    try:
        claim.bind(address)
    except OSError as fault:
        claim.close()
        if fault.errno != errno.EADDRINUSE:
            raise
        raise ThreadmillError(
            "another command has the machines, and two at once would measure each other: wait until it has ended"
        ) from None
    _held[address] = claim
