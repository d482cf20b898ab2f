"""What an experiment is shown as: a table on the screen, summary.md, report.html, and a comparison of two."""

from pathlib import Path

from rich.console import Console

from bench.report.summary import markdown
from bench.report.table import print_grid, show
from bench.results import Store

__all__ = ["compare", "markdown", "show", "write"]


def write(store: Store) -> Path:
    """summary.md and report.html from the result files alone; the page's path."""
    from bench.report import page  # drawing takes a second to import, which no other command should wait for

    store.write_report("summary.md", markdown(store.experiment(), store.runs()))
    return page.write(store)


def compare(a: Store, b: Store, anyway: bool, console: Console) -> Path:
    """Print two experiments side by side and write compare.html beside B; the page's path."""
    from bench.report import comparison, page
    from bench.report.material import Material

    found = comparison.compare(Material.read(a), Material.read(b), anyway)
    print_grid(found.grid, console, (found.answer, *found.obstacles, *found.remarks))
    return b.write_report("compare.html", page.render_comparison(found))
