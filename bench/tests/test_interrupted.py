"""A first start that was interrupted and is run again: what it left half installed does not stop the second one."""

import shutil
import subprocess
from pathlib import Path

import pytest

from bench.paths import ROOT

TOOLS = (
    *("bash", "cat", "chmod", "cmp", "cp", "dirname", "env"),
    *("find", "head", "mkdir", "mktemp", "rm", "tail", "touch"),
)
FAKES = {
    "id": "echo 0",
    "dpkg": 'if [ "$*" = "--configure -a" ]; then rm -f "$STATE/half-installed"; fi',
    "apt-get": 'for word in "$@"; do\n'
    '  if [ $word = update ]; then rm -f "$STATE/no-lists"; fi\n'
    "  if [ $word = install ]; then\n"
    '    [ ! -e "$STATE/no-lists" ] || { echo "E: Unable to locate package"; exit 100; }\n'
    '    [ ! -e "$STATE/half-installed" ] || { echo "E: dpkg was interrupted"; exit 100; }\n'
    '    touch "$STATE/installed"\n  fi\ndone',
    "mmdebstrap": '[ -e "$STATE/installed" ]',
    "docker": 'echo "$@" >"$STATE/docker"',
    "python3": 'case "$*" in\n  *ensurepip*) [ -e "$STATE/installed" ] ;;\n  *print*) echo 3.13 ;;\n'
    '  "-m venv .venv") mkdir -p .venv/bin; touch .venv/bin/python\n'
    '    cp "$STATE/bin/pip" .venv/bin/; chmod +x .venv/bin/* ;;\nesac',
    "pip": 'echo "$@" >>"$STATE/pip"',
}
"""A Debian without package lists, on which dpkg was killed, and which apt-get therefore refuses to change."""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    commands = tmp_path / "bin"
    commands.mkdir()
    for tool in TOOLS:
        (commands / tool).symlink_to(shutil.which(tool) or "/bin/false")
    for name, script in FAKES.items():
        (commands / name).write_text(f"#!{shutil.which('bash')}\n{script}\n")
        (commands / name).chmod(0o755)
    for state in ("half-installed", "no-lists"):
        (tmp_path / state).touch()
    return tmp_path


def started(machine: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [shutil.which("bash") or "bash", *command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={"PATH": str(machine / "bin"), "STATE": str(machine), "TMPDIR": str(machine)},
    )  # fmt: skip


def test_the_base_image_is_built(machine: Path) -> None:
    """mmdebstrap itself may be what was being installed."""
    (machine / "bin" / "mmdebstrap").rename(machine / "mmdebstrap")
    script = f'[ ! -e "{machine}/installed" ] || cp "{machine}/mmdebstrap" "{machine}/bin/"\n'
    with (machine / "bin" / "apt-get").open("a") as program:
        program.write(script)
    done = started(machine, ROOT / "images" / "debian" / "build.sh", "debian:trixie-slim", "threadmill.standin=abc")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (machine / "docker").read_text().endswith("debian:trixie-slim\n")
    assert not list(machine.glob("tmp.*")), "the folder in which it was built is left"


def test_the_python_packages_are_installed(machine: Path) -> None:
    """The folder holds what an interrupted pip has left: an environment without its stamp."""
    clone = machine / "clone"
    (clone / "host").mkdir(parents=True)
    for path in ("host/python.sh", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / path, clone / path)
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / ".venv" / "bin" / "half").touch()
    done = started(machine, clone / "host" / "python.sh")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (clone / ".venv" / ".made-from-base").exists()
    assert not (clone / ".venv" / "bin" / "half").exists()


def test_an_extra_is_added_to_what_is_there(machine: Path) -> None:
    """`make bench` needs no linters: `make test` asks for them, and everything is there once only."""
    clone = machine / "clone"
    (clone / "host").mkdir(parents=True)
    for path in ("host/python.sh", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / path, clone / path)
    for extras in ([], [], ["dev"], ["dev"], []):
        done = started(machine, clone / "host" / "python.sh", *extras)
        assert done.returncode == 0, done.stdout + done.stderr
    asked = [line.rpartition(" ")[2] for line in (machine / "pip").read_text().splitlines()]
    assert asked == [".", ".[dev]"]
