"""Requests that schemathesis generates from openapi.yaml: half of them keep to it, half break it somewhere."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import hypothesis
import requests
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis import GenerationMode
from schemathesis.core.errors import InvalidSchema
from schemathesis.core.result import Err, Ok

from bench.paths import ROOT

CONTRACT = ROOT / "services" / "contract" / "openapi.yaml"
_SEED = 20_261_121
_CONFIG = {"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}}
"""What breaks the contract must be refused. (413 is not among schemathesis's own figures.)"""
Case = schemathesis.Case[Any]
Operation = schemathesis.APIOperation[Any, Any, Any, Any]


@dataclass(frozen=True)
class Generated:
    """A case, and the request that it makes: the case is what the answer is judged by."""

    case: Case
    request: requests.PreparedRequest

    def __str__(self) -> str:
        body = self.request.body or b""
        text = body if isinstance(body, str) else body.decode(errors="backslashreplace")
        return f"{self.request.method} {self.request.url} {text[:300]}"


def generate(base_url: str, count: int) -> list[Generated]:
    """At least `count` requests to that address, spread evenly over the operations; the same ones every time."""
    schema = schemathesis.openapi.from_path(CONTRACT, config=schemathesis.Config.from_dict(_CONFIG))
    operations = [_sound(found) for found in schema.get_all_operations()]
    kinds = [(operation, mode) for operation in operations for mode in _modes(operation)]
    cases = [case for operation, mode in kinds for case in _cases(operation, mode, math.ceil(count / len(kinds)))]
    return [Generated(case, _request(case, base_url)) for case in cases]


def takes_input(operation: Operation) -> bool:
    """Whether a request can be wrong at all."""
    return any(True for _ in operation.iter_parameters()) or len(operation.body) > 0


def _modes(operation: Operation) -> list[GenerationMode]:
    return list(GenerationMode) if takes_input(operation) else [GenerationMode.POSITIVE]


def _sound(found: Ok[Operation] | Err[InvalidSchema]) -> Operation:
    if isinstance(found, Err):
        raise found.err()
    return found.ok()


def _cases(operation: Operation, mode: GenerationMode, count: int) -> Iterator[Case]:
    """Hypothesis may run out of new cases for a small operation, so it is asked again, from another seed."""
    found: list[Case] = []
    attempt = 0

    def keep(case: Case) -> None:
        found.append(case)

    while len(found) < count:
        settings = hypothesis.settings(
            max_examples=count - len(found), database=None, deadline=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        collect = hypothesis.given(operation.as_strategy(generation_mode=mode))(keep)
        hypothesis.seed(_SEED + attempt)(settings(collect))()
        attempt += 1
    return iter(found[:count])


def _request(case: Case, base_url: str) -> requests.PreparedRequest:
    request = requests.Request(**case.as_transport_kwargs(base_url)).prepare()
    assert request.url
    request.url = bounded_url(request.url)
    if request.body:
        body = request.body if isinstance(request.body, bytes) else request.body.encode()
        request.prepare_body(bounded_body(body), None)
    return request


# -- waits ------------------------------------------------------------------------------------------------------
# A wait that the contract allows may take a minute. What is in range stays in range, but short; all else stays.


def bounded_url(url: str) -> str:
    """The URL with short streams and waits, and with no seed that asks downstream for a fault."""
    if "/passthrough/stream" in url:
        return _each(_each(url, "elements", range(1, 101), lambda n: 1 + n % 3), "seed", range(-4, 0), abs)
    if re.search(r"/need-a-number/.", url):
        for name in ("least", "most"):
            url = _each(url, name, range(60_001), lambda n: n % 50)
            if f"{name}=" not in url:
                url += f"{'&' if '?' in url else '?'}{name}={0 if name == 'least' else 50}"
    return url


def bounded_body(body: bytes) -> bytes:
    """The body with a short delay, if it has one."""

    def one(found: re.Match[bytes]) -> bytes:
        delay = int(found[0])
        return b"%d" % (delay % 200) if delay <= 60_000 else found[0]

    return re.sub(rb'(?<="delay": )\d{1,5}(?=[,}])', one, body)


def _each(url: str, name: str, valid: range, bound: Callable[[int], int]) -> str:
    """The URL with that bound on each value of the query parameter that is valid."""

    def one(found: re.Match[str]) -> str:
        value = int(found[0])
        return str(bound(value)) if value in valid else found[0]

    return re.sub(rf"(?<=[?&]{name}=)-?\d{{1,19}}(?=&|#|$)", one, url)
