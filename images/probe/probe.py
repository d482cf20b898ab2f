"""Tells of the host that it runs on: `serve` answers the probes of other hosts, `ask` the harness, line by line.

It is copied into an image and knows nothing of the harness; bench/testbed/probe.py speaks with it.
"""

import json
import os
import socket
import struct
import sys
import time
from pathlib import Path

PORT = 7007
CLOCK = struct.Struct("!d")
EXCHANGES = 20


def serve():
    """Answer each byte with the time of this host's clock, so that another learns both its distance and its lag."""
    with socket.create_server(("", PORT)) as server:
        while True:
            connection, _ = server.accept()
            with connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.settimeout(10)
                try:
                    while connection.recv(1):
                        connection.sendall(CLOCK.pack(time.time()))
                except OSError:
                    pass  # that probe has gone away


def read(paths):
    """What these files of /proc hold, by path."""
    return {path: Path(path).read_text() for path in paths}


def work(cores, turns):
    """The CPU seconds that a loop of so many turns takes on these cores; None where they are not this host's."""
    try:
        os.sched_setaffinity(0, cores)
    except OSError:
        return None
    began = time.thread_time()
    for _ in range(turns):
        pass
    return time.thread_time() - began


def reach(host):
    """For each exchange with another probe: the seconds until its answer, and by how many its clock is ahead."""
    found = []
    with socket.create_connection((host, PORT), timeout=5) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(EXCHANGES):
            sent = time.time()
            connection.sendall(b".")
            (there,) = CLOCK.unpack(connection.recv(CLOCK.size, socket.MSG_WAITALL))
            here = time.time()
            found.append((here - sent, there - (sent + here) / 2))
    return found


QUESTIONS = {"read": read, "work": work, "reach": reach, "clock": time.time}


def ask():
    """Answer lines such as ["work", [0], 20000] with a line of JSON each, until there are no more."""
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        try:
            answer = {"answer": QUESTIONS[name](*arguments)}
        except OSError as fault:
            answer = {"fault": str(fault)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    {"serve": serve, "ask": ask}[sys.argv[1]]()
