"""The profiler's effects on an engine that only notes them: what is asked of it, in which order."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.errors import ThreadmillError
from bench.testbed import engine, profiler
from bench.testbed.profiler import Profiler


class Engine:
    """Answers by the first two words; `there` is what it holds."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.typed: list[str] = []
        self.there = False
        self.answers: dict[str, str] = {}

    def docker(self, *argv: str, stdin: str | None = None, **_: object) -> str:
        self.asked.append(argv)
        self.typed += [stdin] if stdin else []
        if argv[0] == "ps":
            return "0123\n" if self.there else ""
        if argv[:2] == ("volume", "ls"):
            return f"{profiler.VOLUME}\n{profiler.VOLUME}-of-another\n" if self.there else f"{profiler.VOLUME}-2\n"
        return next((answer for word, answer in self.answers.items() if word in argv), "")


@pytest.fixture
def engine_asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    found = Engine()
    monkeypatch.setattr(engine, "docker", found.docker)
    yield found


def changes(found: Engine) -> list[str]:
    """What it was asked to make or remove."""
    return [" ".join(argv[:2]) for argv in found.asked if argv[0] in ("run", "rm") or argv[1] in ("create", "rm")]


def test_the_volume_is_fresh_and_goes_with_the_container_that_reads_it(engine_asked: Engine) -> None:
    with Profiler("1"):
        assert changes(engine_asked) == ["volume create", "run --detach"]
        engine_asked.there = True
    assert changes(engine_asked)[2:] == ["rm --force", "volume rm"]


def test_what_an_interrupted_command_left_is_removed_first(engine_asked: Engine) -> None:
    engine_asked.there = True
    with Profiler("1"):
        assert changes(engine_asked) == ["rm --force", "volume rm", "volume create", "run --detach"]


def test_the_counts_are_the_last_line_of_what_the_reader_says(engine_asked: Engine) -> None:
    engine_asked.answers["Window"] = 'NOTE: Picked up JDK_JAVA_OPTIONS\n{"samples": 12, "lost": 1}\n'
    assert Profiler("1").cut("01-blocking", 5, 9) == {"samples": 12, "lost": 1}
    (read, removed) = engine_asked.asked
    assert removed[-1] == "/profiler/recordings/01-blocking/repository"
    assert read[-4:] == ("/profiler/recordings/01-blocking", "5", "9", str(profiler.INTERVAL_NS))


def test_a_difference_is_of_what_it_was_given_in_this_order(engine_asked: Engine) -> None:
    engine_asked.answers["cat"] = "<html></html>"
    assert Profiler("1").differ("a 1\n", "b 2\n", "b less a") == "<html></html>"
    assert engine_asked.typed == ["a 1\n", "b 2\n"]
    (convert,) = [argv for argv in engine_asked.asked if "--diff" in argv]
    assert [Path(file).name for file in convert[-3:]] == ["base.collapsed", "other.collapsed", "diff.html"]


def test_a_recording_comes_with_all_that_was_made_of_it(engine_asked: Engine, tmp_path: Path) -> None:
    Profiler("1").fetch("01-reactor", tmp_path / "profiles" / "01-reactor")
    assert (tmp_path / "profiles" / "01-reactor").is_dir()
    source = f"{profiler.CONTAINER}:/profiler/recordings/01-reactor/."
    assert engine_asked.asked == [("cp", source, str(tmp_path / "profiles" / "01-reactor"))]


def test_what_the_jvm_says_of_its_recorder_is_told_once_and_nothing_else() -> None:
    log = (
        "[0.4s][info][jfr,startup] Started recording 1.\n[0.5s][warning][jfr,system] Failed to create timer\n"
        "[0.6s][warning][gc] heap\n[0.7s][warning][jfr,system] Failed to create timer\n"
        "[0.1s][error][jfr,startup] Could not start recording, not able to write to file\n"
    )
    assert profiler.refusals(log) == [
        "Failed to create timer", "Could not start recording, not able to write to file",
    ]  # fmt: skip


def test_a_fault_is_told_by_the_line_that_names_it() -> None:
    assert profiler.reason(ThreadmillError("`docker exec` failed", "at a.B\njava.io.IOException: gone\n")) == (
        "java.io.IOException: gone"
    )
    assert profiler.reason(ThreadmillError("no answer within 60 s")) == "no answer within 60 s"
