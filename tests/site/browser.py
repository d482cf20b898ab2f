"""A headless Chromium that visits pages and tells what it saw: visit.mjs, with puppeteer and axe of npm."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.errors import ThreadmillError
from website.__main__ import node_packages

HERE = Path(__file__).parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TELEPHONE, SCREEN = 390, 1280
"""Widths in pixels."""
PATIENCE = 3600
"""Seconds for all visits of one call, on a machine that does something else as well."""


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A page at a width and in a colour scheme; `picture` is where a screenshot goes, `press` a control to use."""

    page: str
    width: int = TELEPHONE
    scheme: str = "light"
    picture: str = ""
    press: str = ""


def visit(site: Path, visits: Sequence[Visit]) -> list[dict[str, Any]]:
    """What was seen at each visit."""
    browser = next(filter(None, map(shutil.which, [os.environ.get("CHROME", ""), *BROWSERS])), None)
    if browser is None:
        raise ThreadmillError(
            "Chromium is needed, and not here; on Debian: sudo apt-get install chromium; or set CHROME"
        )
    node_packages(HERE)
    jobs = json.dumps([asdict(one) for one in visits])
    command = ["node", str(HERE / "visit.mjs"), browser, str(site), jobs]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
    return [json.loads(line) for line in told.stdout.splitlines()]
