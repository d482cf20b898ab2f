"""A headless Chromium that visits pages and tells what it saw: playwright, with axe of npm."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.errors import ThreadmillError
from website.__main__ import node_packages

HERE = Path(__file__).parent
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--allow-file-access-from-files")
TELEPHONE, SCREEN = 390, 1280
"""Widths in pixels."""
PATIENCE = 600_000
"""Milliseconds for each step, on a machine that does something else as well."""
DRAWN = """() => [...document.querySelectorAll(".chart-canvas")]
    .every((one) => one.closest("details:not([open])") || one.querySelector("svg"))"""
FAULTS = """async () => (await axe.run(document)).violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" ")}`)"""
SEEN = """() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    charts: document.querySelectorAll(".chart").length,
    measured: [...document.querySelectorAll("article table")].filter((table) => ["variant", "goodput/s"].every((name) =>
        [...table.querySelectorAll("th")].some((cell) => cell.textContent.trim() === name))).length,
})"""
STATE = """() => ({
    control: document.activeElement.textContent,
    on: document.activeElement.getAttribute("aria-pressed"),
    drawn: document.querySelector(".chart-canvas").textContent,
})"""
TIP = '() => /variant: .*/.exec(document.querySelector(".chart-canvas").textContent)?.[0]'
INK = '() => getComputedStyle(document.querySelector(".chart-canvas text")).fill'


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A page at a width and in a colour scheme; `picture` is where a screenshot goes, `press` a control to use."""

    page: str
    width: int = TELEPHONE
    scheme: str = "light"
    picture: str = ""
    press: str = ""


@contextmanager
def opened() -> Iterator[Browser]:
    """The browser of this machine."""
    path = next(filter(None, map(shutil.which, [os.environ.get("CHROME", ""), *BROWSERS])), None)
    if path is None:
        raise ThreadmillError(
            "Chromium is needed, and not here; on Debian: sudo apt-get install chromium; or set CHROME"
        )
    with sync_playwright() as driver, driver.chromium.launch(executable_path=path, args=list(ARGUMENTS)) as browser:
        yield browser


def visit(browser: Browser, site: Path, visits: Sequence[Visit]) -> list[dict[str, Any]]:
    """What was seen at each visit."""
    node_packages(HERE)
    return [_visit(browser, site, one) for one in visits]


def _visit(browser: Browser, site: Path, one: Visit) -> dict[str, Any]:
    look: dict[str, Any] = {"color_scheme": one.scheme, "reduced_motion": "reduce"}
    with browser.new_page(viewport={"width": one.width, "height": 900}, **look) as page:
        page.set_default_timeout(PATIENCE)
        messages: list[str] = []
        foreign: list[str] = []
        page.on("console", lambda told: messages.append(told.text) if told.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.on("request", lambda asked: None if _own(asked.url) else foreign.append(asked.url))
        page.goto((site / one.page).resolve().as_uri(), wait_until="load")
        page.wait_for_function(DRAWN)
        pressed = _press(page, one.press) if one.press else None
        if one.picture:
            page.screenshot(path=one.picture)
        page.add_script_tag(path=AXE)
        found = {"faults": page.evaluate(FAULTS), "messages": messages, "foreign": foreign, "pressed": pressed}
        return {**asdict(one), **page.evaluate(SEEN), **found}


def _own(url: str) -> bool:
    return url.startswith(("file:", "data:", "blob:"))


def _press(page: Page, name: str) -> dict[str, Any]:
    """Walk by Tab to a control of that name and press Space, point at the first chart, and change to dark."""
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate("(text) => document.activeElement.textContent === text", name):
            break
    before = page.evaluate(STATE)
    page.keyboard.press("Space")
    after = page.evaluate(STATE)
    page.hover(".chart-canvas")
    tip = page.wait_for_function(TIP).json_value()
    light = page.evaluate(INK)
    page.evaluate('() => { document.body.dataset.theme = "dark" }')
    page.wait_for_function('() => document.querySelector(".chart-canvas text")')
    return {"before": before, "after": after, "tip": tip, "inks": [light, page.evaluate(INK)]}
