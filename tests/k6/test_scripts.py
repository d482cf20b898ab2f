"""The unit tests of k6/lib, which only k6 itself can run."""

import subprocess

import pytest

from bench.paths import ROOT
from tests.images.containers import IMAGES

IMAGE = IMAGES["k6"]
THROWING = "throwing.ts"
SHARED = "testing.ts"
ABORTED = 108
"""k6's exit status when a script ends the test: https://grafana.com/docs/k6/latest/javascript-api/k6-execution/#test"""

SCRIPTS = sorted(path.name for path in (ROOT / "k6" / "tests").glob("*.ts") if path.name not in (THROWING, SHARED))


def run(script: str) -> subprocess.CompletedProcess[str]:
    folder = f"{ROOT / 'k6'}:/k6:ro"
    command = ["docker", "run", "--rm", "--network=none", "--memory=512m", f"--volume={folder}", IMAGE]
    return subprocess.run(
        [*command, "run", "--quiet", "--no-usage-report", f"/k6/tests/{script}"],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_checks_of_a_script_pass(script: str) -> None:
    ended = run(script)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_a_script_that_throws_ends_k6_with_a_fault() -> None:
    ended = run(THROWING)
    assert ended.returncode == ABORTED, ended.stdout + ended.stderr
