"""axe finds no serious fault in the viewer's pages: contrast, names of controls, roles, what a keyboard reaches."""

import pytest
from playwright.sync_api import Browser, Page

from grafana.source import DASHBOARDS
from grafana.source.dashboard import Dashboard
from tests.browser import pages
from tests.browser.conftest import Shown
from tests.browser.test_dashboards import DESK, PHONE, show
from tests.site import browser as site
from website.__main__ import node_packages


@pytest.fixture(scope="module")
def axe() -> str:
    """Its code, from npm, in the version that the site's tests have."""
    node_packages(site.HERE)
    return site.AXE.read_text()


def faults(page: Page) -> list[str]:
    """The serious faults of the page as it is."""
    found: list[str] = page.evaluate(site.FAULTS)
    return found


@pytest.mark.parametrize("width", [DESK, PHONE])
@pytest.mark.parametrize("dashboard", DASHBOARDS, ids=lambda dashboard: dashboard.title)
def test_axe_finds_no_serious_fault(dashboard: Dashboard, width: int, axe: str, shown: Shown, browser: Browser) -> None:
    if shown.drawer.prefix:
        pytest.skip("Grafana draws the dashboards here, and its pages are its own")
    with pages.opened(browser, width, []) as page:
        page.add_init_script(axe)  # before the page's own policy forbids code of others
        show(page, shown, dashboard)
        assert not pages.faults(page, shown.drawer, dashboard)
        assert faults(page) == []


def test_a_page_with_faults_is_seen(axe: str, browser: Browser) -> None:
    """Or the test above could not fail."""
    with pages.opened(browser, DESK, []) as page:
        page.add_init_script(axe)
        page.goto("data:text/html,<!doctype html><html lang=en><title>x</title><main><img src=x><input></main>")
        assert {fault.split(":")[0] for fault in faults(page)} >= {"image-alt", "label"}
