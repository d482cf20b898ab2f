"""The viewer by itself: what is chosen with its own controls, and what it says when something is wrong."""

import json

import pytest
from playwright.sync_api import Browser, Page, Route

from grafana.source import live_run, machines, side_by_side
from grafana.source.dashboard import FOLDER, Dashboard
from tests.browser import pages
from tests.browser.conftest import Shown
from tests.browser.test_dashboards import DESK, PHONE, show

HOSTILE = "<img src=x onerror=document.title='broken-in'>\"}"
FAULT = "#fault"
EXPERIMENT = "select[name=var-experiment]"


@pytest.fixture(autouse=True)
def of_the_viewer(shown: Shown) -> None:
    """Grafana has its own ways."""
    if shown.drawer.prefix:
        pytest.skip("Grafana draws the dashboards here")


def said(page: Page, word: str) -> str:
    """What the page says once it says that word."""
    page.locator(FAULT, has_text=word).wait_for(timeout=20000)
    text: str = page.locator(FAULT).inner_text()
    return text


def test_it_says_on_every_page_what_it_is(shown: Shown, browser: Browser) -> None:
    with pages.opened(browser, PHONE, []) as page:
        page.goto(f"http://localhost:{shown.drawer.port}/")
        assert page.url.endswith(side_by_side.DASHBOARD.uid), "the home dashboard is Grafana's"
        assert "not Grafana" in page.locator("#about").inner_text()


def test_the_experiment_of_the_address_is_shown(shown: Shown, browser: Browser) -> None:
    """It is the newest, which Prometheus does not list among its label's values yet."""
    with pages.opened(browser, DESK, []) as page:
        show(page, shown, side_by_side.DASHBOARD, 1)
        assert not pages.faults(page, shown.drawer, side_by_side.DASHBOARD)
        assert page.input_value(EXPERIMENT) == shown.store.folder.name
        assert page.input_value("select[name=var-level]").startswith("2: ")


def test_an_experiment_that_prometheus_has_not_is_not_replaced_by_another(shown: Shown, browser: Browser) -> None:
    with pages.opened(browser, DESK, []) as page:
        page.goto(shown.drawer.address(side_by_side.DASHBOARD, **{"var-experiment": "20200101T000000Z-gone"}))
        every = [panel.title for panel in side_by_side.DASHBOARD.panels()]
        found = pages.faults(page, shown.drawer, side_by_side.DASHBOARD, every)
        assert [fault.split(":")[0] for fault in found] == every, found
        assert page.input_value(EXPERIMENT) == "20200101T000000Z-gone"
        page.select_option(EXPERIMENT, shown.store.folder.name)
        assert not pages.faults(page, shown.drawer, side_by_side.DASHBOARD)


def test_a_level_is_chosen_and_kept_in_the_address(shown: Shown, browser: Browser) -> None:
    with pages.opened(browser, DESK, []) as page:
        show(page, shown, side_by_side.DASHBOARD)
        assert not pages.faults(page, shown.drawer, side_by_side.DASHBOARD)
        before = pages.text_of(page, shown.drawer, "Goodput")
        page.select_option("select[name=var-level]", index=1)
        page.wait_for_function(
            "(before) => document.querySelector('[aria-label=Goodput]').innerText !== before", arg=before
        )
        assert "var-level=2" in page.url


def test_a_range_is_typed_and_kept_in_the_address(shown: Shown, browser: Browser) -> None:
    with pages.opened(browser, DESK, []) as page:
        show(page, shown, machines.DASHBOARD)
        assert not pages.faults(page, shown.drawer, machines.DASHBOARD)
        page.fill("input[name=to]", "now-20y")
        page.press("input[name=to]", "Tab")
        assert "ends before" in said(page, "ends before") and "to=now-20y" in page.url


def test_a_prometheus_that_is_gone_is_said(shown: Shown, browser: Browser) -> None:
    with pages.opened(browser, DESK, []) as page:
        page.route("**/api/v1/**", lambda route: route.fulfill(status=502, body="bad gateway"))
        show(page, shown, machines.DASHBOARD)
        assert "Prometheus does not answer (HTTP 502)" in said(page, "Prometheus")


def test_a_broken_file_is_named_and_the_others_are_drawn(shown: Shown, browser: Browser) -> None:
    with pages.opened(browser, DESK, []) as page:
        page.route(f"**/dashboards/{machines.DASHBOARD.file}", lambda route: route.fulfill(body='{"uid": "x",'))
        show(page, shown, side_by_side.DASHBOARD)
        assert f"{machines.DASHBOARD.file} cannot be read" in said(page, "cannot be read")
        assert not pages.faults(page, shown.drawer, side_by_side.DASHBOARD)


def test_an_unknown_type_of_panel_is_named(shown: Shown, browser: Browser) -> None:
    text = (FOLDER / machines.DASHBOARD.file).read_text().replace('"timeseries"', '"piechart"', 1)
    with pages.opened(browser, DESK, []) as page:
        page.route(f"**/dashboards/{machines.DASHBOARD.file}", lambda route: route.fulfill(body=text))
        show(page, shown, machines.DASHBOARD)
        (found,) = pages.faults(page, shown.drawer, machines.DASHBOARD, ["CPU"])
    assert found.endswith("This viewer does not draw panels of the type piechart.")


@pytest.mark.parametrize("dashboard", [side_by_side.DASHBOARD, live_run.DASHBOARD], ids=lambda one: one.title)
def test_markup_in_a_label_stays_text(dashboard: Dashboard, shown: Shown, browser: Browser) -> None:
    def answer(route: Route) -> None:
        body = json.dumps(route.fetch().json()).replace("blocking", json.dumps(HOSTILE)[1:-1])
        route.fulfill(body=body)

    errors: list[str] = []
    with pages.opened(browser, DESK, errors) as page:
        page.route("**/api/v1/**", answer)
        show(page, shown, dashboard)
        assert not pages.faults(page, shown.drawer, dashboard)
        assert HOSTILE in page.locator("main").inner_text()
        page.locator(".plot").first.hover()
        page.locator(".tip", has_text="onerror").first.wait_for()
        assert page.locator("main img").count() == 0 and page.title() != "broken-in"
    assert not errors
