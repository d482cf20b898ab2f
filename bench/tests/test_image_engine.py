import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import httpx
import pytest

from bench.errors import EngineSilentError, ThreadmillError
from bench.testbed import images
from bench.testbed.images import DockerEngine, registry

INSPECTED = {
    "db:1": '{"threadmill.standin": "abc", "other": "x"}',
    "official:1": '{"maintainer": "someone"}',
    "bare:1": "null",
}


def docker(*argv: str, timeout: float = 0) -> str:
    """An engine with a few images, and without mirrors."""
    if argv[:2] == ("image", "inspect"):
        if argv[-1] not in INSPECTED:
            raise ThreadmillError("failed", f"Error: No such image: {argv[-1]}")
        return INSPECTED[argv[-1]]
    return "[]"


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> DockerEngine:
    monkeypatch.setattr(images, "docker", docker)
    return DockerEngine()


@pytest.mark.parametrize(("image", "here"), [("db:1", "abc"), ("official:1", ""), ("bare:1", ""), ("none:1", None)])
def test_label_tells_a_standin_from_an_official_image(engine: DockerEngine, image: str, here: str | None) -> None:
    assert engine.here(image) == here


def test_engine_that_does_not_answer_is_no_missing_image(engine: DockerEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(*argv: str) -> str:
        raise ThreadmillError("did not answer")

    monkeypatch.setattr(images, "docker", silent)
    with pytest.raises(ThreadmillError, match="did not answer"):
        engine.here("db:1")


def test_each_registry_is_probed_once(engine: DockerEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    probed: list[str] = []

    def stream(_: str, url: str, **__: float) -> object:
        probed.append(url.removesuffix("/v2/"))
        raise httpx.ConnectError("away")

    monkeypatch.setattr(httpx, "stream", stream)
    answers = [engine.registry_answers(image) for image in ("db:1", "ghcr.io/a/b:1", "prom/x:1", "ghcr.io/c/d:1")]
    assert answers == [False] * 4
    assert probed == ["https://registry-1.docker.io", "https://ghcr.io"]


@pytest.mark.parametrize(
    ("image", "host"),
    [
        ("mariadb:11.8", "docker.io"),
        ("prom/prometheus:v3.5.3", "docker.io"),
        ("ghcr.io/google/cadvisor:v0.60.5", "ghcr.io"),
        ("localhost/app:1", "localhost"),
        ("registry:5000/app", "registry:5000"),
    ],
)
def test_registry_that_a_name_means(image: str, host: str) -> None:
    assert registry(image) == host


class Registry(BaseHTTPRequestHandler):
    status = 401

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/v2/" else 404)
        self.end_headers()

    def log_message(self, format: str, *_: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Registry)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("status", "answers"), [(200, True), (401, True), (404, False), (503, False)])
def test_registry_that_wants_a_token_answers_too(
    address: str, monkeypatch: pytest.MonkeyPatch, status: int, answers: bool
) -> None:
    monkeypatch.setattr(Registry, "status", status)
    assert images.answers(address) is answers


def test_registry_that_is_away_does_not_answer() -> None:
    assert images.answers("http://127.0.0.1:1") is False


class SlowRegistry(Registry):
    """Says that it answers, and then takes its time for the rest."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.flush()
        time.sleep(2)


def test_registry_that_is_slow_with_its_page_answers_at_once() -> None:
    server = HTTPServer(("127.0.0.1", 0), SlowRegistry)
    Thread(target=server.serve_forever, daemon=True).start()
    began = time.monotonic()
    assert images.answers(f"http://127.0.0.1:{server.server_port}") is True
    assert time.monotonic() - began < 1.5
    server.shutdown()
    server.server_close()


def test_registry_that_takes_the_call_and_says_nothing_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "PROBE_SECONDS", 0.2)
    server = HTTPServer(("127.0.0.1", 0), Registry)  # nobody serves: the system takes the connection
    assert images.answers(f"http://127.0.0.1:{server.server_port}") is False
    server.server_close()


def test_slow_pull_says_so_and_that_registry_is_not_asked_again(
    engine: DockerEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*argv: str, timeout: float = 0) -> str:
        if argv[0] == "pull":
            raise EngineSilentError("the Docker engine did not answer `docker pull`")
        return docker(*argv)

    @contextmanager
    def stream(*_: str, **__: float) -> Iterator[httpx.Response]:
        yield httpx.Response(401)

    monkeypatch.setattr(images, "docker", slow)
    monkeypatch.setattr(httpx, "stream", stream)
    assert engine.registry_answers("db:1")
    assert engine.pull("db:1") == "the registry is slow: 15 min were not enough; it is not asked again"
    assert not engine.registry_answers("prom/x:1")
    assert engine.registry_answers("ghcr.io/a/b:1")
