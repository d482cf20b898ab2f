"""What images hold, by what programs answer; and whether it is of the series asked for."""

import json
from pathlib import Path

import pytest

from bench.analysis import compatibility
from bench.errors import ThreadmillError
from bench.report import environment as told
from bench.results import Experiment
from bench.spec import series
from bench.testbed import versions
from bench.tests import examples

DEBIAN_DB = "mariadbd  Ver 11.8.9-MariaDB-0+deb13u1 for debian-linux-gnu on x86_64 (Debian n/a)"
JAVA = """openjdk 25.0.5 2026-10-20
OpenJDK Runtime Environment (build 25.0.5+8-Debian-1deb13u1)
"""


@pytest.mark.parametrize(
    ("image", "answer", "version"),
    [
        ("mariadb:11.8", DEBIAN_DB, "MariaDB 11.8.9"),
        ("prom/prometheus:v3.5.3", "prometheus, version 3.5.3+ds1 (branch: debian/sid, rev: x)", "Prometheus 3.5.3"),
        ("prom/prometheus:v3.5.3", "prometheus, version 3.5.3 (branch: , revision: unknown)", "Prometheus 3.5.3"),
        ("prom/mysqld-exporter:v0.17.2", "mysqld_exporter, version 0.17.2 (branch: )", "mysqld-exporter 0.17.2"),
        ("grafana/k6:1.8.1", "k6 v1.8.1 (go1.26.1, linux/amd64)", "k6 1.8.1"),
        ("ghcr.io/google/cadvisor:v0.60.5", "cAdvisor version v0.60.5", "cAdvisor 0.60.5"),
        ("eclipse-temurin:25-jre", JAVA, "Java 25.0.5"),
        ("threadmill/downstream:dev", JAVA, "Java 25.0.5"),
        ("maven:3.9-eclipse-temurin-25", "Apache Maven 3.9.9\nMaven home: /usr/share/maven", "Maven 3.9.9"),
        ("mariadb:11.8", "sh: 1: exec: mariadbd: not found", ""),
        ("busybox:1", "anything 1.2", ""),
    ],
)
def test_version_is_what_the_program_says(image: str, answer: str, version: str) -> None:
    assert versions.parse(image, answer) == version


@pytest.mark.parametrize(
    ("image", "asked"),
    [
        ("mariadb:11.8", "11.8"), ("prom/prometheus:v3.5.3", "3.5"), ("eclipse-temurin:25-jre", "25"),
        ("maven:3.9-eclipse-temurin-25", "3.9"), ("debian:trixie-slim", ""), ("threadmill/reactor:dev", ""),
    ],
)  # fmt: skip
def test_series_is_the_first_two_numbers_of_a_tag(image: str, asked: str) -> None:
    assert series.named(image) == asked


@pytest.mark.parametrize("version", ["MariaDB 11.8.9, stand-in", "MariaDB 11.8.10", "MariaDB 11.8", ""])
def test_any_patch_of_the_series_is_no_departure(version: str) -> None:
    assert series.departure("mariadb:11.8", version) == ""


@pytest.mark.parametrize("version", ["MariaDB 11.9.1, stand-in", "MariaDB 11.80.1", "MariaDB 12.3.1"])
def test_another_series_is_told(version: str) -> None:
    assert series.departure("mariadb:11.8", version) == f"{version}, where mariadb:11.8 is asked for"


def engine(*argv: str) -> str:
    """An engine with two images: a stand-in of MariaDB, and an official k6 whose shell is missing."""
    image = argv[4] if argv[0] == "run" else argv[-1]
    if argv[0] == "run" and image != "mariadb:11.8":
        raise ThreadmillError('exec: "sh": executable file not found')
    if argv[0] == "run":
        return DEBIAN_DB
    return '{"threadmill.standin": "abc"}' if image == "mariadb:11.8" else "null"


def test_a_standin_is_called_one_and_who_does_not_answer_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(versions, "docker", engine)
    images = {"db": "mariadb:11.8", "load": "grafana/k6:1.8.1", "grafana": "grafana/grafana:13.2.3"}
    known = tmp_path / "new" / "versions.json"
    found = versions.read_all(images, {"db": "sha256:1", "load": "sha256:2"}, known)
    assert found == {"db": "MariaDB 11.8.9, stand-in"}
    assert json.loads(known.read_text()) == {"sha256:1": "MariaDB 11.8.9, stand-in"}


def test_an_image_that_is_known_is_not_asked_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(versions, "docker", engine)
    known = tmp_path / "versions.json"
    known.write_text('{"sha256:1": "MariaDB 11.8.2"}')
    images = {"db": "mariadb:11.8"}
    assert versions.read_all(images, {"db": "sha256:1"}, known) == {"db": "MariaDB 11.8.2"}
    assert versions.read_all(images, {"db": "sha256:new"}, known) == {"db": "MariaDB 11.8.9, stand-in"}
    known.write_text("half a fi")
    assert versions.read_all(images, {"db": "sha256:1"}, known) == {"db": "MariaDB 11.8.9, stand-in"}


def experiment(**held: str) -> Experiment:
    begun = examples.experiment()
    caps: dict[str, dict[str, str | int | float]] = {"db": {"image": "mariadb:11.8"}, "load": {"image": "k6:1.8.1"}}
    return begun.model_copy(
        update={"environment": begun.environment.model_copy(update={"versions": held, "caps": caps})}
    )


def test_a_difference_of_version_is_named() -> None:
    then, now = (
        experiment(db="MariaDB 11.8.9, stand-in", load="k6 1.8.1"),
        experiment(db="MariaDB 11.8.10", load="k6 1.8.1"),
    )
    (found,) = compatibility.code(then.environment, now.environment)
    assert str(found) == "db was MariaDB 11.8.9, stand-in and is MariaDB 11.8.10"


def test_results_of_old_tell_no_version_and_differ_in_none() -> None:
    old = experiment()
    assert compatibility.code(old.environment, experiment(db="MariaDB 11.8.9").environment) == []
    assert told.versions(old, []) == "" and told.departures(old) == []


def test_a_result_tells_its_versions_and_a_series_that_was_not_asked_for() -> None:
    found = experiment(db="MariaDB 11.9.1, stand-in", load="k6 1.8.1")
    runs = [examples.run("blocking", 1)]
    assert (
        told.versions(found, runs)
        == "Versions: app Java 25.0.1+8 (Debian); db MariaDB 11.9.1, stand-in; load k6 1.8.1."
    )
    assert told.departures(found) == ["db ran MariaDB 11.9.1, stand-in, where mariadb:11.8 is asked for."]
