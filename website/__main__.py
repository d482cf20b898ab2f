"""`make site`: installs what the generator needs, writes the pages and lets Sphinx make the site of them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from bench.errors import ThreadmillError
from bench.paths import CACHE, ROOT
from website import staging

HERE = ROOT / "website"
SOURCE, SITE = CACHE / "site" / "source", CACHE / "site" / "html"


def main() -> int:
    """Make the site of this clone; REPOSITORY as docs/running.md has it."""
    try:
        build(SITE, os.environ)
    except ThreadmillError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"the site is in {SITE.relative_to(ROOT)}: open {(SITE / 'index.html').relative_to(ROOT)}")
    return 0


def build(site: Path, given: Mapping[str, str]) -> None:
    """Make the site in the folder `site`; a broken link or a page that nothing leads to is an error."""
    _packages()
    for folder in (SOURCE, site):
        shutil.rmtree(folder, ignore_errors=True)
    SOURCE.mkdir(parents=True)
    staging.stage(SOURCE, given.get("REPOSITORY", "").rstrip("/"))
    options = ("-q", "-E", "-W", "--keep-going", "-b", "html", "-c", str(HERE), "-d", str(CACHE / "site" / "read"))
    _run("Sphinx found the faults above", sys.executable, "-m", "sphinx", *options, str(SOURCE), str(site))
    shutil.rmtree(site / ".doctrees", ignore_errors=True)


def _packages() -> None:
    """The generator from the Python index, and the chart library from npm's, each in its locked version."""
    _run("the generator could not be installed", str(ROOT / "host" / "python.sh"), "site")
    node_packages(HERE)


def node_packages(folder: Path) -> None:
    """What package-lock.json of a folder names, in its node_modules; does nothing if they are there."""
    if (npm := shutil.which("npm")) is None:
        raise ThreadmillError("npm is needed, and not here; on Debian or Ubuntu: sudo apt-get install npm")
    lock, done = folder / "package-lock.json", folder / "node_modules" / ".made-from"
    if not done.is_file() or done.read_text() != lock.read_text():
        _run("npm could not install the packages", npm, "ci", "--silent", "--prefix", str(folder))
        done.write_text(lock.read_text())


def _run(fault: str, *command: str) -> None:
    if subprocess.run(command, cwd=ROOT).returncode:
        raise ThreadmillError(f"{fault}; the lines above say why. Mend it, then run the command again")


if __name__ == "__main__":
    sys.exit(main())
