"""The app's platform threads, from its own thread dump."""

from dataclasses import dataclass

import httpx

TOMCAT_WORKER = "http-nio-8080-exec-"
NETTY_SERVER_LOOP = "reactor-http-"
EPOLL = "io.netty.channel.epoll."


@dataclass(frozen=True)
class Thread:
    """A live thread: its name and the classes on its stack, innermost first."""

    name: str
    classes: tuple[str, ...]

    def runs(self, package: str) -> bool:
        """Whether code of that package (or class) is on its stack."""
        return any(name.startswith(package) for name in self.classes)


def dump(management: httpx.Client) -> list[Thread]:
    """All platform threads now. Virtual threads are not in it; the threads that carry them are."""
    answer = management.get("/actuator/threaddump", headers={"accept": "application/json"})
    assert answer.status_code == 200, f"the thread dump cannot be had: {answer.status_code} {answer.text[:200]}"
    return [
        Thread(thread["threadName"], tuple(frame["className"] for frame in thread["stackTrace"]))
        for thread in answer.json()["threads"]
    ]


def named(threads: list[Thread], prefix: str) -> list[Thread]:
    """The threads whose name begins so."""
    return [thread for thread in threads if thread.name.startswith(prefix)]


def names(threads: list[Thread]) -> str:
    """All names in one line, for a message."""
    return ", ".join(sorted(thread.name for thread in threads))
