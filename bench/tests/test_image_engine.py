import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from bench.errors import EngineSilentError, ThreadmillError
from bench.testbed import image_engine
from bench.testbed.image_engine import DockerEngine, registry, run_logged

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
    monkeypatch.setattr(image_engine, "docker", docker)
    return DockerEngine()


@pytest.mark.parametrize(("image", "here"), [("db:1", "abc"), ("official:1", ""), ("bare:1", ""), ("none:1", None)])
def test_label_tells_a_standin_from_an_official_image(engine: DockerEngine, image: str, here: str | None) -> None:
    assert engine.here(image) == here


def test_engine_that_does_not_answer_is_no_missing_image(engine: DockerEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(*argv: str) -> str:
        raise ThreadmillError("did not answer")

    monkeypatch.setattr(image_engine, "docker", silent)
    with pytest.raises(ThreadmillError, match="did not answer"):
        engine.here("db:1")


def test_each_registry_is_probed_once(engine: DockerEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    probed: list[str] = []

    def probe(address: str) -> bool:
        probed.append(address)
        return False

    monkeypatch.setattr(image_engine, "_probe", probe)
    image_engine._answers.cache_clear()
    answers = [engine.registry_answers(image) for image in ("db:1", "ghcr.io/a/b:1", "prom/x:1", "ghcr.io/c/d:1")]
    image_engine._answers.cache_clear()
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
    assert image_engine._probe(address) is answers


def test_registry_that_is_away_does_not_answer() -> None:
    assert image_engine._probe("http://127.0.0.1:1") is False


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
    assert image_engine._probe(f"http://127.0.0.1:{server.server_port}") is True
    assert time.monotonic() - began < 1.5
    server.shutdown()
    server.server_close()


def test_registry_that_takes_the_call_and_says_nothing_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_engine, "PROBE_SECONDS", 0.2)
    server = HTTPServer(("127.0.0.1", 0), Registry)  # nobody serves: the system takes the connection
    assert image_engine._probe(f"http://127.0.0.1:{server.server_port}") is False
    server.server_close()


def test_slow_pull_says_so(engine: DockerEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: str, timeout: float) -> str:
        raise EngineSilentError("the Docker engine did not answer `docker pull`")

    monkeypatch.setattr(image_engine, "docker", slow)
    assert engine.pull("db:1") == "the registry is slow: 15 min were not enough"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(image_engine, "ROOT", tmp_path)
    return tmp_path / "cache" / "db.log"


def shell(script: str) -> list[str]:
    return ["sh", "-c", script]


def test_build_tells_its_cause_and_where_its_log_is(log: Path) -> None:
    script = shell("echo 'write /x: no space left on device'; exit 1")
    with pytest.raises(
        ThreadmillError, match=r"db could not be built: the disk is full; .*the whole log is cache/db.log"
    ) as fault:
        run_logged(script, log, "db")
    assert fault.value.logs == "write /x: no space left on device"


def test_single_fault_of_a_mirror_is_said_and_the_build_run_once_more(log: Path, tmp_path: Path) -> None:
    once = shell(f"[ -e {tmp_path}/asked ] || {{ touch {tmp_path}/asked; echo 'E: 502  Bad Gateway'; exit 1; }}")
    said = list[str]()
    assert run_logged(once, log, "db", said.append) < 5
    assert said == ["db: a package repository answered with a fault of its own; trying once more"]


def test_mirror_that_goes_on_failing_is_asked_twice_only(log: Path, tmp_path: Path) -> None:
    always = shell(f"echo x >> {tmp_path}/asked; echo 'E: 502  Bad Gateway'; exit 1")
    with pytest.raises(ThreadmillError, match="answered with a fault of its own; wait a while"):
        run_logged(always, log, "db", lambda _: None)
    assert (tmp_path / "asked").read_text() == "x\nx\n"


def test_other_faults_and_other_builds_are_not_tried_again(log: Path, tmp_path: Path) -> None:
    for words, say in (("segmentation fault", print), ("502 Bad Gateway", None)):
        (tmp_path / "asked").write_text("")
        with pytest.raises(ThreadmillError):
            run_logged(shell(f"echo x >> {tmp_path}/asked; echo '{words}'; exit 1"), log, "db", say)
        assert (tmp_path / "asked").read_text() == "x\n"


def test_build_that_takes_too_long_is_ended_with_what_it_started(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image_engine, "BUILD_SECONDS", 1.0)
    program = tmp_path / "build.py"
    program.write_text(
        "import pathlib, signal, sys, time\n"
        "def clean(*_):\n    pathlib.Path(__file__).with_name('clean').touch()\n    sys.exit()\n"
        "signal.signal(signal.SIGTERM, clean)\ntime.sleep(60)\n"
    )
    with pytest.raises(ThreadmillError, match="it took too long"):
        run_logged(shell(f"{sys.executable} {program}; true"), log, "db")
    deadline = time.monotonic() + 5
    while not (tmp_path / "clean").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert (tmp_path / "clean").exists(), "the build's child could not clean up"
