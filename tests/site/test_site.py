"""The finished site: links, what axe finds, charts, telephones, the keyboard, and that nothing comes from elsewhere."""

import os
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser

from bench.tests.test_packaging import CONSTRAINED, SITE, _needs
from tests.site.browser import SCREEN, TELEPHONE, Visit, opened, visit
from website import __main__ as command

PICTURED = ("index.html", "findings/create-property.html", "studies/perfjava.html", "measurements/index.html")
PICTURES = command.SITE.parent / "pictures"
Seen = list[dict[str, Any]]


@pytest.fixture(scope="session")
def site() -> Path:
    command.build(command.SITE, {})
    return command.SITE


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with opened() as found:
        yield found


@pytest.fixture(scope="session")
def seen(browser: Browser, site: Path) -> Seen:
    """Every page on a telephone, and some in every way."""
    PICTURES.mkdir(exist_ok=True)
    every = [Visit(page=page) for page in pages(site)]
    ways = [(width, scheme) for width in (TELEPHONE, SCREEN) for scheme in ("light", "dark")]
    chosen = [Visit(page=page, width=width, scheme=scheme, picture=picture(page, width, scheme))
              for page in PICTURED for width, scheme in ways]  # fmt: skip
    return visit(browser, site, [*every, *chosen])


def pages(site: Path) -> list[str]:
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


def picture(page: str, width: int, scheme: str) -> str:
    return str(PICTURES / f"{Path(page).with_suffix('').as_posix().replace('/', '-')}-{width}-{scheme}.png")


def told(seen: Seen, key: str) -> list[str]:
    return [f"{one['page']} at {one['width']}, {one['scheme']}: {one[key]}" for one in seen if one[key]]


def test_every_page_was_visited(site: Path, seen: Seen) -> None:
    assert len(seen) == len(pages(site)) + 4 * len(PICTURED) > 60
    assert all(Path(one["picture"]).stat().st_size > 10_000 for one in seen if one["picture"])


def test_axe_finds_no_serious_fault(seen: Seen) -> None:
    assert told(seen, "faults") == []


def test_no_page_logs_an_error(seen: Seen) -> None:
    assert told(seen, "messages") == []


def test_no_page_asks_anybody_else(seen: Seen) -> None:
    assert told(seen, "foreign") == []


def test_no_page_is_wider_than_its_window(seen: Seen) -> None:
    assert [line for line, one in zip(told(seen, "width"), seen, strict=True) if one["overflow"] > 0] == []


def test_each_table_of_variants_and_goodput_has_its_chart(seen: Seen) -> None:
    assert [one["page"] for one in seen if one["charts"] != one["measured"]] == []
    charted = {"index.html", "findings/create-property.html", "studies/perfjava.html"}
    assert {one["page"] for one in seen if one["charts"]} >= charted


def test_a_chart_hides_a_variant_by_keyboard_tells_of_what_is_pointed_at_and_gets_dark(
    browser: Browser, site: Path
) -> None:
    (one,) = visit(browser, site, [Visit(page="index.html", press="reactor")])
    before, after = one["pressed"]["before"], one["pressed"]["after"]
    assert (before["control"], before["on"], after["on"]) == ("reactor", "true", "false")
    assert "reactor" in before["drawn"] and "reactor" not in after["drawn"] and "coroutines" in after["drawn"]
    assert "goodput/s: " in one["pressed"]["tip"] and "limiter: " in one["pressed"]["tip"]
    light, dark = one["pressed"]["inks"]
    assert light != dark


def test_a_page_with_faults_is_seen(browser: Browser, tmp_path: Path) -> None:
    picture = "<img src='https://nobody.invalid/a.png'>"
    page = f"<!doctype html><title>x</title>{picture}<script>nothing()</script><div style='width: 999px'>wide</div>"
    (tmp_path / "bad.html").write_text(page)
    (one,) = visit(browser, tmp_path, [Visit(page="bad.html")])
    assert any(fault.startswith("image-alt") for fault in one["faults"])
    assert one["foreign"] == ["https://nobody.invalid/a.png"] and one["overflow"] > 0
    assert any("nothing is not defined" in message for message in one["messages"])


class Links(HTMLParser):
    """The targets and the ids of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.ids: set[str] = {"", "#"}
        self.feed(page.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.add(value)
            elif name == "id" and value:
                self.ids.add(value)


def test_every_link_of_the_finished_pages_leads_somewhere(site: Path) -> None:
    read = cache(Links)
    bad = []
    for page in site.rglob("*.html"):
        for target in read(page).targets:
            address, _, anchor = unquote(target).partition("#")
            file = Path(os.path.normpath(page.parent / address.partition("?")[0])) if address else page
            outside = address.startswith(("https://", "data:"))
            if not outside and not (file.is_file() and (file.suffix != ".html" or anchor in read(file).ids)):
                bad.append(f"{page.relative_to(site)}: {target}")
    assert bad == []


def test_all_that_the_generator_needs_has_its_version_in_the_constraints() -> None:
    needs = set(SITE)
    while more := {need for known in needs for need in _needs(known)} - needs:
        needs |= more
    assert needs <= CONSTRAINED
