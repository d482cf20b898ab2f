"""Generated requests: whatever is sent, each variant answers in time, and as openapi.yaml says.

CONTRACT_REQUESTS=20000 makes them more; the first failures are shown with the request that led to them.
"""

import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
import requests
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from bench.testbed.machines import Machines
from tests.note import Note
from tests.stack.cases import Generated, generate, takes_input
from tests.stack.stack import Stack
from tests.variables import CONTRACT_REQUESTS

REQUESTS = int(os.environ.get(CONTRACT_REQUESTS.name) or CONTRACT_REQUESTS.default)
"""At least so many for each variant: some forty for each operation."""

USERS = 32
"""Most of the time is waits that requests ask for, and a second of /person."""
LIMIT = 10.0
"""Seconds that an answer may take: many waits are in them, and a second of /person."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
EARLY_CHECKS = [not_a_server_error, status_code_conformance]
"""For what a web server refuses before Spring sees it: it has a body of its own, or none."""
SHOWN = 5


@dataclass(frozen=True)
class Outcome:
    """What came of a request: a status, unless there was no answer; and what is wrong with it, if anything is."""

    generated: Generated
    status: int | None
    seconds: float
    fault: str = ""


class Users:
    """Threads that send, each over a connection of its own."""

    def __init__(self) -> None:
        self._own = threading.local()

    def send(self, generated: Generated) -> Outcome:
        """Send a request, and judge its answer."""
        begun = time.monotonic()
        try:
            response = self._session().send(generated.request, timeout=LIMIT, allow_redirects=False)
        except requests.RequestException as none:
            return Outcome(generated, None, time.monotonic() - begun, f"no answer: {none!r}")
        seconds = time.monotonic() - begun
        fault = f"took too long: {seconds:.1f} s" if seconds > LIMIT else broken_rules(generated, response)
        return Outcome(generated, response.status_code, seconds, fault)

    def _session(self) -> requests.Session:
        if not hasattr(self._own, "session"):
            self._own.session = requests.Session()
            self._own.session.trust_env = False  # never through a proxy
        session: requests.Session = self._own.session
        return session


def broken_rules(generated: Generated, response: requests.Response) -> str:
    """What the contract says against the answer; nothing if it is right."""
    try:
        generated.case.validate_response(response, checks=EARLY_CHECKS if refused_early(response) else CHECKS)
    except FailureGroup as failures:
        return "; ".join(f"{failure.title}: {failure.message}" for failure in failures.exceptions)
    return ""


def refused_early(response: requests.Response) -> bool:
    """Whether the web server refused a request that it could not read: Spring's own refusals are problems in JSON."""
    return response.status_code == 400 and "json" not in response.headers.get("content-type", "")


@pytest.fixture(scope="session")
def cases(machines: Machines) -> list[Generated]:
    """The same requests for every variant."""
    return generate(f"http://127.0.0.1:{machines.caps['app'].ports[0]}", REQUESTS)


@pytest.fixture(scope="module")
def outcomes(stack: Stack, uncapped: None, cases: list[Generated]) -> Iterator[list[Outcome]]:
    """What came of all requests. The database is reset afterwards, since they may have changed any row."""
    users = Users()
    with ThreadPoolExecutor(USERS) as pool:
        found = list(pool.map(users.send, cases))
    yield found
    stack.machines.database.reset()


def test_generated_requests(stack: Stack, outcomes: list[Outcome], note: Note) -> None:
    statuses = Counter(str(outcome.status) for outcome in outcomes)
    slowest = max(outcome.seconds for outcome in outcomes)
    counted = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    note(f"{stack.variant}: {len(outcomes)} generated requests, slowest {slowest:.1f} s: {counted}")
    assert len(outcomes) >= REQUESTS, f"only {len(outcomes)} requests"
    bad = [outcome for outcome in outcomes if outcome.fault]
    shown = "\n\n".join(f"{outcome.generated}\n  {outcome.fault[:600]}" for outcome in first_of_each(bad))
    assert not bad, f"{stack.variant} broke the contract on {len(bad)} of {len(outcomes)} requests, such as\n\n{shown}"


def first_of_each(bad: list[Outcome]) -> list[Outcome]:
    """One outcome for each operation and kind of fault, and not too many."""
    kinds = {(one.generated.case.operation.label, one.status, one.fault.partition(":")[0]): one for one in bad}
    return list(kinds.values())[:SHOWN]


def test_every_operation_was_reached(stack: Stack, outcomes: list[Outcome]) -> None:
    """Otherwise the requests above prove little: each operation has accepted some, and refused some."""
    operations = {outcome.generated.case.operation.label: outcome.generated.case.operation for outcome in outcomes}
    for operation, described in operations.items():
        of_it = [outcome.status or 0 for outcome in outcomes if outcome.generated.case.operation.label == operation]
        refused = [status for status in of_it if 400 <= status < 500]
        accepted = [status for status in of_it if 200 <= status < 300 or status in (404, 409, 422)]
        counted = f"of {len(of_it)} requests: {Counter(of_it)}"
        assert refused or not takes_input(described), f"{operation} refused none {counted}"
        assert accepted, f"{operation} accepted none {counted}"
