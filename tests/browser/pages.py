"""A page with a dashboard: it is opened, looked at and photographed, whoever draws it."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from bench.paths import CACHE
from grafana.source.dashboard import Dashboard

PICTURES = CACHE / "browser"
WITHIN = 60.0
"""Seconds that all panels may take to draw."""
AT_LEAST = 5.0
"""Seconds after which a panel that is expected to be empty counts as such, and not as one that is still being drawn."""
TALL = 9000
"""Pixels of a window in which no panel is out of sight: who draws asks only for what can be seen."""
NETWORK = "net::ERR_NETWORK_CHANGED"
"""A network of the host came or went, as when a container starts. The browser says it as an error, and asks anew."""

EMPTY = re.compile(r"No data|only in |This viewer does not|Prometheus(?: does not answer|:)")
"""What a panel says instead of drawing."""
LOOK = """(panel) => {
  const coloured = (canvas) => {
    if (!canvas.width || !canvas.height) return 0;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue, seen] = data.slice(at, at + 4);
      if (seen > 60 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) found += 1;
    }
    return found;
  };
  const canvases = [...panel.querySelectorAll('canvas')];
  return { text: panel.innerText, canvases: canvases.length, coloured: Math.max(0, ...canvases.map(coloured)) };
}"""
"""Axes and grids are grey in any of them; what is drawn of data has a colour."""
LEAST = 40
"""Coloured pixels of a canvas on which anything is drawn: a short line has more."""


@dataclass(frozen=True)
class Drawer:
    """Who draws the dashboards at this port. `panel` selects a panel; `title` is the attribute that holds its title."""

    port: int
    panel: str
    title: str
    prefix: str
    queries: str
    empty: dict[str, Any]

    def address(self, dashboard: Dashboard, **chosen: object) -> str:
        """The address of a dashboard, with what is chosen on it as in Grafana's addresses."""
        parts = "&".join(f"{name.replace('_', '-')}={value}" for name, value in chosen.items())
        return f"http://localhost:{self.port}/d/{dashboard.uid}?refresh=10s&{parts}"


def viewer(port: int) -> Drawer:
    """The viewer of this project."""
    nothing = {"status": "success", "data": {"resultType": "matrix", "result": []}}
    return Drawer(port, "section.panel", "aria-label", "", "**/api/v1/query*", nothing)


def grafana(port: int) -> Drawer:
    """Grafana."""
    prefix = "data-testid Panel header "
    nothing = {"results": {"A": {"status": 200, "frames": []}}}
    return Drawer(port, f'section[data-testid^="{prefix}"]', "data-testid", prefix, "**/api/ds/query*", nothing)


@contextmanager
def opened(browser: Browser, width: int, errors: list[str]) -> Iterator[Page]:
    """A page of that width, to whose `errors` the browser's console is added."""
    page = browser.new_page(viewport={"width": width, "height": TALL})
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda fault: errors.append(str(fault)))
    try:
        yield page
    finally:
        page.unroute_all(behavior="ignoreErrors")  # a question may be under way
        page.close()
    errors[:] = [error for error in errors if NETWORK not in error]


def faults(page: Page, drawer: Drawer, dashboard: Dashboard, expected: Sequence[str] = ()) -> list[str]:
    """What is wrong with the panels once they have had time to draw: each that is missing or shows no data.

    It is over as soon as the panels at fault are those that are `expected`, and a while has passed if there are any.
    """
    begun = time.monotonic()
    while (passed := time.monotonic() - begun) < WITHIN:
        found = _faults(page, drawer, dashboard)
        if [fault.split(":")[0] for fault in found] == list(expected) and (not expected or passed > AT_LEAST):
            break
        page.wait_for_timeout(500)
    return found


def text_of(page: Page, drawer: Drawer, title: str) -> str:
    """The text of the first panel with that title."""
    text: str = page.locator(f'{drawer.panel}[{drawer.title}="{drawer.prefix}{title}"]').first.inner_text()
    return text


def photograph(page: Page, name: str) -> Path:
    """A picture of the whole page, kept under .cache/browser."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    height = page.evaluate("document.body.scrollHeight")
    page.set_viewport_size({"width": page.viewport_size["width"] if page.viewport_size else 0, "height": height})
    file = PICTURES / f"{name}.png"
    page.screenshot(path=file)
    return file


def _faults(page: Page, drawer: Drawer, dashboard: Dashboard) -> list[str]:
    there = page.locator(drawer.panel).all()
    titles = [(one.get_attribute(drawer.title) or "").removeprefix(drawer.prefix) for one in there]
    wanted = [panel.title for panel in dashboard.panels()]
    if sorted(titles) != sorted(wanted):
        return [f"the panels are {titles}, not {wanted}"]
    seen = [(title, one.evaluate(LOOK)) for title, one in zip(titles, there, strict=True)]
    return [f"{title}: {fault}" for title, look in seen if (fault := _fault(title, look))]


def _fault(title: str, look: dict[str, Any]) -> str:
    shown = " ".join(look["text"].replace(title, "", 1).split()).removeprefix("i ")
    if EMPTY.search(shown):
        return shown
    if look["canvases"]:
        return "" if look["coloured"] >= LEAST else f"nothing is drawn ({look['coloured']} coloured pixels)"
    return "" if any(sign.isalnum() for sign in shown) else "it is blank"
