"""What the harness reads of every image: its program's version, and where a stand-in's program came from."""

import pytest

from bench.testbed import versions
from bench.testbed.engine import docker
from bench.testbed.standins import LABEL
from tests.images.containers import IMAGES, series


@pytest.mark.parametrize("folder", sorted(IMAGES))
def test_every_image_tells_its_version_and_whether_it_is_a_standin(folder: str) -> None:
    if folder == "dashboard-viewer" and not docker("images", "--quiet", IMAGES[folder]).strip():
        pytest.skip("Grafana's image can be had here, so the viewer was not built")
    told = versions.read(IMAGES[folder])
    assert f" {series(folder).lstrip('.')}" in told
    standin = LABEL in docker("image", "inspect", "--format", "{{json .Config.Labels}}", IMAGES[folder])
    assert told.endswith(", stand-in") == standin


@pytest.mark.parametrize("folder", ["eclipse-temurin", "mariadb", "maven", "mysqld-exporter", "prometheus"])
def test_standin_of_a_package_tells_its_origin(folder: str) -> None:
    if LABEL in docker("image", "inspect", "--format", "{{json .Config.Labels}}", IMAGES[folder]):
        assert series(folder) in versions.origin(IMAGES[folder]) or "Go module proxy" in versions.origin(IMAGES[folder])
