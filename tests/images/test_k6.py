"""k6: runs a script from a read-only folder, as a user without rights."""

import json
from pathlib import Path

import pytest

from bench.errors import ThreadmillError
from tests.images.containers import IMAGES, run, version

SCRIPT = """
import exec from 'k6/execution';
export const options: { vus: number, iterations: number } = { vus: 2, iterations: 4 };
export default function (): void { if (__ENV.FAULT) exec.test.abort(__ENV.FAULT); }
export function handleSummary(data: any) {
  return { stdout: JSON.stringify({ iterations: data.metrics.iterations.values.count }) };
}
"""


def k6(folder: Path, *options: str) -> str:
    folder.chmod(0o755)
    (folder / "script.ts").write_text(SCRIPT)
    confined = ("--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges")
    arguments = ("run", "--quiet", "--no-usage-report", "/k6/script.ts")
    return run(*confined, "--volume", f"{folder}:/k6:ro", *options, IMAGES["k6"], *arguments)


def test_version_is_the_tags() -> None:
    assert f"k6 v{version('k6')} " in run(IMAGES["k6"], "version")


def test_user_is_the_official_one() -> None:
    assert run("--entrypoint", "id", IMAGES["k6"], "-u").strip() == "12345"


def test_script_runs_from_a_read_only_folder_and_prints_its_summary_alone(tmp_path: Path) -> None:
    assert json.loads(k6(tmp_path)) == {"iterations": 4}


def test_fault_in_a_script_is_a_fault_of_the_command(tmp_path: Path) -> None:
    with pytest.raises(ThreadmillError, match="out of order"):
        k6(tmp_path, "--env", "FAULT=out of order")
