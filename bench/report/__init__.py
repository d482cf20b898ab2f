"""What an experiment is shown as: a table on the screen, summary.md, report.html, and a comparison of two."""

from pathlib import Path

from bench.report.summary import markdown
from bench.report.table import show
from bench.results import Store

__all__ = ["markdown", "show", "write"]


def write(store: Store) -> Path:
    """summary.md and report.html from the result files alone; the page's path."""
    from bench.report import page  # drawing takes a second to import, which no other command should wait for

    store.write_report("summary.md", markdown(store.experiment(), store.runs()))
    return page.write(store)
