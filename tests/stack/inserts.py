"""A client that keeps creating agents at a fixed rate, whatever the answers do, and remembers every answer."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self

import httpx

from tests.stack.estate import agent

CREATED = 201


@dataclass(frozen=True)
class Insert:
    """One attempt, its times on the monotonic clock. Without a status there was no answer, for the reason `fault`."""

    begun: float
    ended: float
    status: int | None
    kind: str = ""
    problem: str = ""
    agent_id: int | None = None
    fault: str = ""

    @property
    def seconds(self) -> float:
        return self.ended - self.begun

    @property
    def acknowledged(self) -> bool:
        return self.status == CREATED


class Inserts:
    """Attempts at `rate` a second, from entering the context to leaving it; each has its own thread."""

    def __init__(self, port: int, rate: float, patience: float) -> None:
        self.all: list[Insert] = []
        self._pause = 1 / rate
        at_once = int(rate * patience) + 10  # an attempt never waits for a free thread: that would hide a hang
        self._client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}",
            timeout=patience,
            trust_env=False,
            limits=httpx.Limits(max_connections=at_once),
        )
        self._workers = ThreadPoolExecutor(max_workers=at_once)
        self._over = threading.Event()
        self._clock = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._clock.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop, and wait for the answers that are still due."""
        self._over.set()
        self._clock.join()
        self._workers.shutdown(wait=True)
        self._client.close()

    def _run(self) -> None:
        number = 0
        begun = time.monotonic()
        while not self._over.wait(max(0.0, begun + number * self._pause - time.monotonic())):
            self._workers.submit(self._insert, number)
            number += 1

    def _insert(self, number: int) -> None:
        begun = time.monotonic()
        try:
            answer = self._client.post("/agents", json=agent(nickname=f"restart-{number}"))
        except httpx.HTTPError as fault:
            self.all.append(Insert(begun, time.monotonic(), None, fault=repr(fault)))
            return
        body = answer.json() if "json" in answer.headers.get("content-type", "") else {}
        self.all.append(
            Insert(
                begun,
                time.monotonic(),
                answer.status_code,
                kind=answer.headers.get("content-type", "none"),
                problem=str(body.get("type", "")),
                agent_id=body.get("id"),
                fault="" if answer.status_code == CREATED else answer.text[:200],
            )
        )
