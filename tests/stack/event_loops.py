"""Which event loop each database connection hangs on, read from the kernel: epoll lists what it watches."""

import re
from collections import Counter

from bench.testbed.machines import Machines

# One line for each open file and its target, each entry of an epoll instance, each TCP socket of the app.
_READ = """
cd /proc/1/fd && for fd in *; do echo "file $fd $(readlink "$fd")"; done
cd /proc/1/fdinfo && for fd in *; do sed -n "s/^tfd: */watch $fd /p" "$fd"; done 2>/dev/null
sed "s/^/socket /" /proc/1/net/tcp /proc/1/net/tcp6 2>/dev/null || true # a host may have no IPv6
"""
_ESTABLISHED = "01"


def connections_by_loop(machines: Machines, port: int) -> Counter[int]:
    """The number of connections to that remote port which each epoll instance of the app watches."""
    return parse(machines.exec("app", "sh", "-c", _READ), port)


def parse(text: str, port: int) -> Counter[int]:
    """Count from what _READ printed. The keys are the epoll instances' file descriptors."""
    to_port = f":{port:04X}"
    inodes = set()
    for words in (line.split() for line in text.splitlines() if line.startswith("socket ")):
        # socket, number, local, remote, state, queues, timer, retransmits, user, timeout, inode
        if len(words) > 10 and words[3].endswith(to_port) and words[4] == _ESTABLISHED:
            inodes.add(words[10])
    sockets = re.findall(r"^file (\d+) socket:\[(\d+)\]", text, re.MULTILINE)
    files = {int(fd) for fd, inode in sockets if inode in inodes}
    watched = ((int(loop), int(fd)) for loop, fd in re.findall(r"^watch (\d+) (\d+)", text, re.MULTILINE))
    return Counter(loop for loop, fd in watched if fd in files)
