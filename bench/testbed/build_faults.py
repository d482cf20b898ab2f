"""Why the build of an image failed, as its log tells: the cause and what to do next. Pure."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class BuildFault:
    """One line for the user. `passing`: a second try may succeed at once."""

    text: str
    passing: bool = False


FULL_DISK = BuildFault("the disk is full; free space, for instance with `docker system prune`, then run it again")
NO_ENGINE = BuildFault("the Docker engine went away; start it (`host/engine.sh`), then run the command again")
UNTRUSTED = BuildFault(
    "a certificate is not trusted, as behind a TLS-inspecting proxy; put the proxy's as a .crt file in "
    "/usr/local/share/ca-certificates, run update-ca-certificates, then run the command again"
)
NO_NETWORK = BuildFault("the package repositories cannot be reached; check network and proxy, then run it again")
NOT_OFFERED = BuildFault("the package archive no longer offers it; look for a newer version of this project")
MIRROR = BuildFault(
    "a package repository answered with a fault of its own; wait a while, then run it again", passing=True
)
BROKEN_OFF = BuildFault(
    "a package repository could not be reached, or broke off; check network and proxy, then run it again", passing=True
)
TOO_SLOW = BuildFault(
    "it took too long; the network or a package repository is slow, so run it again: what it fetched stays"
)
OURS = BuildFault("its own code does not compile, or fails a check or test; the end of its log is above")
UNKNOWN = BuildFault("the end of its log is above")

FULL_BELOW = 20 << 20
"""Bytes. A disk with less left is full, whatever the log still tells."""

STOPPED = "stopped after"
"""What the log of a build that took too long ends with."""

SIGNS = (
    (OURS, r"there are test failures|compilation error|spotless-maven-plugin:\S+:check.* failed"),
    (FULL_DISK, r"no space left on device|disk quota exceeded|don't have enough free space"),
    (NO_ENGINE, r"cannot connect to the docker daemon|error reading from server: EOF|docker daemon running"),
    (UNTRUSTED, r"unknown authority|certificate verif\w+ failed|PKIX path building failed|SSL certificate problem"),
    (
        NO_NETWORK,
        # what Maven says of any fault is "could not resolve dependencies"
        r"temporary failure (?:in name )?resol|could not resolve (?:host|proxy|')|no such host|unknown host"
        r"|network is unreachable|no route to host|could not connect to|connection refused|server misbehaving",
    ),
    (
        MIRROR,
        r"\b(?:429|50[0234])\b\W{1,3}(?:too many requests|internal server error|bad gateway|service unavailable"
        r"|gateway time-?out)|status code: (?:429|50[0234])|connection reset by peer|connection timed out|i/o timeout"
        r"|TLS handshake timeout|unexpected EOF|hash sum mismatch|connection failed",
    ),
    (
        NOT_OFFERED,
        r"unable to locate package|has no installation candidate|no source has|can't select (?:candidate )?version",
    ),
    # all that Debian's Maven says of a name that it cannot look up and of a broken connection alike
    (BROKEN_OFF, r"transfer failed for [^\s,]+(?:\s|$)"),
    (TOO_SLOW, rf"^{STOPPED} \d+ s"),
)
"""The first that fits counts: with a full disk or no network, other faults follow."""


def recognise(log: str) -> BuildFault:
    """The cause that the end of a build's log names; UNKNOWN where it names none of these."""
    for fault, sign in SIGNS:
        if re.search(sign, log, re.IGNORECASE | re.MULTILINE):
            return fault
    return UNKNOWN
