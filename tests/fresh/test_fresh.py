"""The README's first command, shortened, on a machine that has nothing; then the checks that a developer runs first."""

import re
from collections.abc import Iterator

import pytest

from bench.spec.variants import VARIANTS
from tests.fresh.archive import NEWER_PATCH, NO_PROMETHEUS, OTHER_SERIES, Archive, offered
from tests.fresh.machine import FreshMachine, build_image
from tests.note import Note

MAIN_JOB = "make bench SCENARIO=create-property VUS=20 DURATION=4 WARMUP=2"
BENCH = f"{MAIN_JOB} VARIANT=blocking"
FIRST_BENCH_WITHIN = 45 * 60.0
"""Seconds for engine, images, services and one short run; the images alone take most of it."""
LATER_BENCH_WITHIN = 15 * 60.0
CHECKS_WITHIN = 10 * 60.0
INSTALL_WITHIN = 10 * 60.0

DISTRIBUTION = "echo 'the engine that host/engine.sh installs'"
NEWEST = r"""
set -e
apt-get update
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Release: trixie' | head -n 1)
keys=/usr/share/keyrings/debian-archive-keyring.gpg
printf 'Package: *\nPin: release n=sid\nPin-Priority: 100\n' > /etc/apt/preferences.d/sid
echo "deb [signed-by=$keys check-valid-until=no] $mirror sid main" \
  > /etc/apt/sources.list.d/sid.list
apt-get update
mkdir -p /etc/docker
echo '{"features": {"containerd-snapshotter": true}}' > /etc/docker/daemon.json
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -t sid docker.io docker-cli containerd
"""
"""The newest engine of Debian's other suites, with the containerd image store."""
STORE = {"distribution": r"overlay2|vfs|fuse-overlayfs", "newest": "overlayfs|native"}
"""The storage driver that tells which image store is in use: the containerd store names its snapshotter."""


@pytest.fixture(scope="module", params=["distribution", "newest"])
def machine(request: pytest.FixtureRequest) -> Iterator[FreshMachine]:
    build_image()
    with FreshMachine() as fresh:
        prepared = fresh.sh({"distribution": DISTRIBUTION, "newest": NEWEST}[request.param], INSTALL_WITHIN, folder="/")
        if request.param == "newest" and prepared.status:
            pytest.skip(f"the other suites' engine does not install here: {prepared.text[-300:]}")
        yield fresh


def test_the_first_command_ends_with_the_table(
    machine: FreshMachine, note: Note, request: pytest.FixtureRequest
) -> None:
    told = machine.sh(BENCH, FIRST_BENCH_WITHIN)
    assert told.status == 0, told.text[-6000:]
    assert rows(told.text) == ["blocking"], told.text[-6000:]
    engine, driver = machine.sh("docker info --format '{{.ServerVersion}} {{.Driver}}'", 60).text.split()
    note(f"Docker {engine}, {driver}: {BENCH} took {told.seconds:.0f} s from nothing")
    assert re.fullmatch(STORE[request.node.callspec.params["machine"]], driver)


def rows(told: str) -> list[str]:
    """The variants that have a row in the first table, which is of goodput."""
    table = told.partition("goodput/s")[2].partition("\n\n")[0]
    return re.findall(r"^\W*([a-z-]+) .*(?:VALID|SUSPECT|INVALID)", table, re.MULTILINE)


def test_nothing_is_left_running(machine: FreshMachine) -> None:
    assert machine.sh("docker ps --quiet", 60).text == ""


@pytest.mark.parametrize("machine", ["distribution"], indirect=True)
@pytest.mark.parametrize(
    ("archive", "said"),
    [
        pytest.param(
            NEWER_PATCH, r"mariadb:11\.8: stand-in built .*1:11\.8\.99-1 of Debian", id="a newer patch version"
        ),
        pytest.param(OTHER_SERIES, r"MariaDB 11\.9\.1, stand-in, where mariadb:11\.8 is asked for", id="other series"),
        pytest.param(NO_PROMETHEUS, r"Prometheus is missing \(prom/prometheus.*\): no dashboards", id="no Prometheus"),
    ],
)
def test_the_main_job_goes_on_when_the_archive_has_moved(
    machine: FreshMachine, note: Note, archive: Archive, said: str
) -> None:
    """Images and engine are there, so that only what the archive has changed is built."""
    with offered(machine, archive):
        told = machine.sh(MAIN_JOB, LATER_BENCH_WITHIN)
    assert told.status == 0, told.text[-6000:]
    assert sorted(rows(told.text)) == sorted(VARIANTS), told.text[-6000:]
    lines = [line for line in told.text.splitlines() if re.search(said, line)]
    assert lines, f"nobody said {said}:\n{told.text[-6000:]}"
    note(f"after {told.seconds:.0f} s: {lines[-1]}")


def test_the_developers_first_checks(machine: FreshMachine, note: Note) -> None:
    told = machine.sh("make test PARTS=lint,unit", CHECKS_WITHIN)
    closing = told.text.splitlines()[-1] if told.text else ""
    assert told.status == 0 and closing.endswith(" 0 failed"), told.text[-6000:]
    note(f"make test PARTS=lint,unit: {closing} in {told.seconds:.0f} s")
