"""The viewer's server: without privileges, read-only, and with questions as the only way to Prometheus."""

from collections.abc import Iterator

import pytest

from bench.paths import ROOT
from bench.testbed.engine import docker
from tests.images.containers import IMAGES, execute, started, succeeds, wait_until

IMAGE = IMAGES["dashboard-viewer"]
HOME = "http://127.0.0.1:3000"


@pytest.fixture(scope="module")
def viewer() -> Iterator[str]:
    """A viewer as compose.yaml starts it, and no Prometheus."""
    if not docker("images", "--quiet", IMAGE).strip():
        pytest.skip("Grafana's image can be had here, so the viewer was not built")
    files = f"{ROOT / 'grafana' / 'dashboards'}:/dashboards:ro"
    confined = ("--read-only", "--tmpfs", "/tmp:mode=1777,size=16m", "--cap-drop", "ALL", "--memory", "64m")
    with started(*confined, "--volume", files, IMAGE) as container:
        wait_until(lambda: succeeds(container, "wget", "-q", "-O", "/dev/null", f"{HOME}/api/health"), 10, container)
        yield container


def get(container: str, path: str) -> str:
    """A page as the health check gets it."""
    return execute(container, "wget", "-q", "-O", "-", f"{HOME}{path}")


def test_it_is_nobody_in_particular(viewer: str) -> None:
    assert execute(viewer, "id", "-u").strip() == "10001"


@pytest.mark.parametrize("path", ["/", "/d/threadmill-machines", "/echarts.min.js", "/dashboards/machines.json"])
def test_it_serves_its_pages_and_the_dashboards(path: str, viewer: str) -> None:
    assert len(get(viewer, path)) > 500


def test_it_lists_the_dashboards(viewer: str) -> None:
    assert '"name":"side-by-side.json"' in get(viewer, "/dashboards/").replace(" ", "")


@pytest.mark.parametrize("path", ["/api/v1/status/config", "/-/quit", "/api/v1/write", "/api/v1/admin/tsdb/snapshot"])
def test_nothing_but_questions_is_passed_on(path: str, viewer: str) -> None:
    told = execute(viewer, "sh", "-c", f"wget -O /dev/null --post-data '' {HOME}{path} 2>&1 || true")
    assert "404" in told or "405" in told, told


def test_a_question_without_prometheus_is_a_bad_gateway(viewer: str) -> None:
    told = execute(viewer, "sh", "-c", f"wget -O /dev/null '{HOME}/api/v1/query?query=up' 2>&1 || true")
    assert "502" in told, told
