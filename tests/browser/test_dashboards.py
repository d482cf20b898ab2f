"""Every panel of every dashboard draws data, on a desk and on a phone, and what is chosen changes what is drawn."""

from urllib.parse import unquote_plus

import pytest
from playwright.sync_api import Browser, Page, Route

from grafana.source import DASHBOARDS, live_run, side_by_side
from grafana.source.dashboard import Dashboard
from tests.browser import pages
from tests.browser.conftest import Shown
from tests.note import Note

DESK, PHONE = 1280, 390
LACKING = {
    "threadmill_overlay_goodput": (side_by_side.DASHBOARD, ["Throughput"]),
    "threadmill_window_latency_seconds": (side_by_side.DASHBOARD, ["Latency", "p95 at each load"]),
    "k6_threadmill_latency_seconds[": (live_run.DASHBOARD, ["Latency map"]),
}
"""What Prometheus may have lost, and the panels that must then be at fault."""


def show(page: Page, shown: Shown, dashboard: Dashboard, level: int = 0) -> None:
    """Open the dashboard on the experiment."""
    chosen = shown.overlaid(level) if dashboard is side_by_side.DASHBOARD else shown.span()
    page.goto(shown.drawer.address(dashboard, **chosen))


@pytest.mark.parametrize("width", [DESK, PHONE])
@pytest.mark.parametrize("dashboard", DASHBOARDS, ids=lambda dashboard: dashboard.title)
def test_every_panel_draws_data(dashboard: Dashboard, width: int, shown: Shown, browser: Browser, note: Note) -> None:
    errors: list[str] = []
    with pages.opened(browser, width, errors) as page:
        show(page, shown, dashboard)
        found = pages.faults(page, shown.drawer, dashboard)
        picture = pages.photograph(page, f"{dashboard.uid}-{width}")
        wide = page.evaluate("document.documentElement.scrollWidth")
    assert not found, "\n".join(found)
    assert not errors, "\n".join(errors)
    assert wide <= width, f"the page is {wide} pixels wide"
    note(f"{dashboard.title} at {width} px: {len(dashboard.panels())} panels with data, {picture}")


@pytest.mark.parametrize("metric", LACKING)
def test_a_metric_that_is_gone_is_seen(metric: str, shown: Shown, browser: Browser, note: Note) -> None:
    """Or the test above could not fail."""
    dashboard, panels = LACKING[metric]

    def answer(route: Route) -> None:
        asked = unquote_plus(route.request.post_data or "").replace("\\", "")
        if metric in asked:
            route.fulfill(json=shown.drawer.empty)
        else:
            route.continue_()

    with pages.opened(browser, DESK, []) as page:
        page.route(shown.drawer.queries, answer)
        show(page, shown, dashboard)
        found = pages.faults(page, shown.drawer, dashboard, panels)
    assert [fault.split(":")[0] for fault in found] == panels, found
    note(f"without {metric}: {'; '.join(found)}")


def test_another_load_level_has_other_figures(shown: Shown, browser: Browser) -> None:
    read = []
    for level in (0, 1):
        with pages.opened(browser, DESK, []) as page:
            show(page, shown, side_by_side.DASHBOARD, level)
            assert not pages.faults(page, shown.drawer, side_by_side.DASHBOARD)
            read.append(pages.text_of(page, shown.drawer, "Goodput"))
    assert read[0] != read[1]


def test_a_range_of_time_in_which_nothing_ran_has_no_data(shown: Shown, browser: Browser) -> None:
    with pages.opened(browser, DESK, []) as page:
        page.goto(shown.drawer.address(live_run.DASHBOARD, **{"from": 0, "to": 60000}))
        every = [panel.title for panel in live_run.DASHBOARD.panels()]
        found = pages.faults(page, shown.drawer, live_run.DASHBOARD, every)
    assert [fault.split(":")[0] for fault in found] == every, found
