"""Which version a recipe takes: apt's choice by the recipe's pins, on what archives offered or may come to offer.

And which steps the recipes share.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bench.paths import ROOT
from bench.spec import series
from bench.testbed.standins import FOLDER, catalogue

PINS = re.compile(r"printf '([^']*Pin: [^']*)' >")
EXACT = re.compile(r"\d+\.\d+\.\d+[-+*]")
"""A patch version as Debian writes it, with its revision."""


def pins(folder: str) -> str:
    """What a recipe writes into apt's preferences."""
    return "".join(PINS.findall((FOLDER / folder / "Dockerfile").read_text())).replace("\\n", "\n")


@pytest.mark.parametrize("folder", ["mariadb", "maven", "mysqld-exporter", "prometheus"])
def test_a_recipe_pins_the_series_of_its_tag(folder: str) -> None:
    image = next(standin.image for standin in catalogue(trusted=b"").values() if standin.folder.name == folder)
    (pinned,) = re.findall(r"^Pin: version (?:\d+:)?(.+)\.\*$", pins(folder), re.MULTILINE)
    assert pinned == series.named(image)


def test_no_recipe_names_a_patch_version_of_a_package() -> None:
    recipes = [path for path in FOLDER.rglob("*") if path.name == "Dockerfile" or path.suffix == ".sh"]
    assert len(recipes) > 8
    assert [path for path in recipes if EXACT.search(path.read_text())] == []


def steps(folder: str, word: str) -> list[str]:
    """The steps of a recipe in which a word occurs, each with the lines that it goes on in."""
    recipe = (FOLDER / folder / "Dockerfile").read_text()
    return [step for step in re.findall(r"^[A-Z]+ (?:.*\\\n)*.*$", recipe, re.MULTILINE) if word in step]


@pytest.mark.parametrize(
    ("word", "folders"),
    [("golang-go", ("k6", "cadvisor")), ("busybox", ("cadvisor", "mysqld-exporter", "prometheus")),
     ("GOTOOLCHAIN", ("k6", "cadvisor"))],
)  # fmt: skip
def test_the_engine_does_a_step_once_for_all_recipes_that_have_it_letter_by_letter(
    word: str, folders: tuple[str, ...]
) -> None:
    assert len({tuple(steps(folder, word)) for folder in folders}) == 1
    assert len(steps(folders[0], word)) == 1


def test_no_build_waits_for_another_ones_package_cache() -> None:
    recipes = [path.read_text() for path in FOLDER.glob("*/Dockerfile")]
    caches = [word for recipe in recipes for word in recipe.split() if "target=/var/cache/apt" in word]
    assert len(caches) > 6 and {cache.rpartition(",")[2] for cache in caches} == {"sharing=private"}


def candidate(folder: Path, preferences: str, package: str, source: str, offered: list[str]) -> str:
    """What apt would install of an archive that offers these versions; '' if it has none."""
    for part in ("archive", "lists/partial", "cache/archives/partial"):
        (folder / part).mkdir(parents=True)
    entries = [
        f"Package: {package}\nSource: {source}\nVersion: {version}\nArchitecture: all\nFilename: ./{n}.deb\n"
        f"Size: 1\nSHA256: {'0' * 64}\nDescription: x\n"
        for n, version in enumerate(offered)
    ]
    (folder / "archive" / "Packages").write_text("\n".join(entries))
    (folder / "preferences").write_text(preferences)
    (folder / "sources.list").write_text(f"deb [trusted=yes] file:{folder}/archive ./\n")
    (folder / "status").touch()
    places = {
        "Dir::Etc::sourcelist": "sources.list", "Dir::Etc::preferences": "preferences", "Dir::State::lists": "lists",
        "Dir::State::status": "status", "Dir::Cache": "cache", "Dir::Etc::sourceparts": "none",
        "Dir::Etc::preferencesparts": "none",
    }  # fmt: skip
    options = [f"-o{name}={folder / place}" for name, place in places.items()]
    options += ["-oAcquire::Languages=none", "-oAPT::Sandbox::User="]
    subprocess.run(["apt-get", *options, "update"], check=True, capture_output=True)
    told = subprocess.run(["apt-cache", *options, "policy", package], check=True, capture_output=True, text=True).stdout
    found = re.search(r"Candidate: (\S+)", told)
    return found[1] if found and found[1] != "(none)" else ""


@pytest.mark.skipif(not shutil.which("apt-get"), reason="the choice is apt's, which this host does not have")
@pytest.mark.parametrize(
    ("folder", "package", "source", "offered", "taken"),
    [
        ("mariadb", "mariadb-server", "mariadb", ["1:11.8.9+ds-0+deb13u1"], "1:11.8.9+ds-0+deb13u1"),
        ("mariadb", "mariadb-server", "mariadb", ["1:11.8.6-0+deb13u1", "1:11.8.10-1"], "1:11.8.10-1"),
        ("mariadb", "mariadb-server", "mariadb", ["1:11.8.9+ds-0+deb13u1", "1:12.3.1-1"], "1:11.8.9+ds-0+deb13u1"),
        ("mariadb", "mariadb-server", "mariadb", ["1:11.9.1-1", "1:10.11.19-0"], "1:11.9.1-1"),
        ("mariadb", "mariadb-server", "mariadb", [], ""),
        ("prometheus", "promtool", "prometheus", ["3.5.3+ds1-6", "2.53.3+ds1-2", "3.8.0+ds-1"], "3.5.3+ds1-6"),
        ("prometheus", "promtool", "prometheus", ["3.8.0+ds-1", "2.53.3+ds1-2"], "3.8.0+ds-1"),
        ("maven", "maven", "maven", ["3.9.12-1", "3.9.9-1", "4.0.0-1"], "3.9.12-1"),
        ("mysqld-exporter", "prometheus-mysqld-exporter", "x", ["0.17.2-1+b4", "0.19.0-2"], "0.17.2-1+b4"),
        ("mysqld-exporter", "prometheus-mysqld-exporter", "x", ["0.19.0-2"], "0.19.0-2"),
    ],
)  # fmt: skip
def test_apt_takes_the_newest_of_the_series_else_the_newest(
    tmp_path: Path, folder: str, package: str, source: str, offered: list[str], taken: str
) -> None:
    assert candidate(tmp_path, pins(folder), package, source, offered) == taken


FAKES = {
    "apt-get": 'case "$*" in update) exit $UPDATE ;; download*) echo "$*" >>"$ASKED"; [ "$MIRROR" = up ] || exit 100;'
    ' touch prometheus.deb promtool.deb ;; install*) echo install >>"$ASKED" ;; esac',
    "apt-cache": 'echo "prometheus:"; echo "  Candidate: $CANDIDATE"',
    "dpkg-deb": 'touch "$3/usr/bin/$(basename "$2" .deb)"',
    "go": 'echo "go $1 $2" >>"$ASKED"; [ "$GO" = up ] || exit 1\n'
    'case $1 in mod) echo "  \\"Dir\\": \\"$MODULE\\"," ;; build) touch "$4/prometheus" "$4/promtool" ;; esac',
}
"""The programs that fetch.sh calls, as the environment tells them to behave."""


def fetched(folder: Path, candidate: str, mirror: str = "up", go: str = "up", update: int = 0) -> tuple[int, str, str]:
    """fetch.sh's exit status, what it notes of the origin, and what it asked the programs for."""
    commands, package, module = folder / "bin", folder / "package", folder / "module"
    for part in (commands, module / "plugins", module / "documentation" / "examples"):
        part.mkdir(parents=True)
    (module / "VERSION").write_text("3.5.3\n")
    (module / "documentation" / "examples" / "prometheus.yml").touch()
    for name, script in FAKES.items():
        (commands / name).write_text(f"#!/bin/sh\n{script}\n")
        (commands / name).chmod(0o755)
    state = {"CANDIDATE": candidate, "MIRROR": mirror, "GO": go, "UPDATE": str(update), "MODULE": str(module)}
    done = subprocess.run(
        [FOLDER / "prometheus" / "fetch.sh", "3.5", "v0.305.3", package], capture_output=True, text=True,
        env={"PATH": f"{commands}:/usr/bin:/bin", "ASKED": str(folder / "asked"), **state},
    )  # fmt: skip
    noted, asked = package / "etc" / "threadmill-standin", folder / "asked"
    if done.returncode == 0:
        assert {path.name for path in (package / "usr" / "bin").iterdir()} == {"prometheus", "promtool"}
    return done.returncode, noted.read_text() if noted.exists() else "", asked.read_text() if asked.exists() else ""


MODULE = "github.com/prometheus/prometheus@v0.305.3 of the Go module proxy, without web pages\n"


def test_prometheus_is_debians_if_it_has_the_series(tmp_path: Path) -> None:
    status, origin, asked = fetched(tmp_path, "3.5.4+ds1-1")
    assert (status, origin) == (0, "prometheus 3.5.4+ds1-1 of Debian\n")
    assert asked == "download prometheus=3.5.4+ds1-1 promtool=3.5.4+ds1-1\n"


@pytest.mark.parametrize("offered", ["3.8.0+ds-1", "3.50.1-1", "2.53.3+ds1-2", "(none)"])
def test_prometheus_is_the_go_modules_if_debian_has_another_series_or_none(tmp_path: Path, offered: str) -> None:
    status, origin, asked = fetched(tmp_path, offered)
    assert (status, origin) == (0, MODULE)
    assert "download prometheus" not in asked


def test_prometheus_is_the_go_modules_if_debians_mirror_fails(tmp_path: Path) -> None:
    assert fetched(tmp_path, "3.5.4+ds1-1", mirror="down", update=100)[:2] == (0, MODULE)


def test_prometheus_is_of_another_series_if_no_source_has_it(tmp_path: Path) -> None:
    status, origin, asked = fetched(tmp_path, "3.8.0+ds-1", go="down")
    assert (status, origin) == (0, "prometheus 3.8.0+ds-1 of Debian\n")
    assert asked.splitlines()[:2] == ["install", "go mod download"]


def test_no_prometheus_anywhere_is_an_error(tmp_path: Path) -> None:
    assert fetched(tmp_path, "(none)", go="down")[:2] == (1, "")


def test_no_script_with_pipefail_asks_a_pipe_by_grep_q() -> None:
    """grep -q leaves at its first match; a program that then still writes fails, and with it the pipe.

    On Debian 13, 44 of 100 questions whether docker.io names docker-cli were answered wrongly."""
    scripts = [path for folder in ("host", "images", "tests/fresh", ".ci") for path in (ROOT / folder).rglob("*")]
    asked = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in scripts
        if path.is_file() and path.read_bytes()[:2] == b"#!" and "pipefail" in path.read_text()
        for line in path.read_text().splitlines()
        if re.search(r"\|\s*grep\s+-\w*q", line) and not line.lstrip().startswith("#")
    ]
    assert asked == []
