"""The tables of variables in docs/running.md, made from what the harness itself knows of each: name, meaning, default.

`python -m tests.variables` writes them anew; bench/tests/test_documents.py compares.
"""

import re
from collections.abc import Iterable

from bench.paths import ROOT
from bench.spec import settings
from bench.spec import variables as var
from bench.spec.experiment import VARIABLES
from bench.spec.variables import Variable
from tests import run

DOCUMENT = ROOT / "docs" / "running.md"
REPLAY, COMPARE, TEST, SITE = "`make replay`", "`make compare`", "`make test`", "`make site`"
USUAL, NAMED = (",".join(part.name for part in run.PARTS if part.usual is usual) for usual in (True, False))
PARTS = Variable("PARTS", f"a comma list of `{USUAL}`, and of `{NAMED}`, which run only if named", "all of the first")
CONTRACT_REQUESTS = Variable("CONTRACT_REQUESTS", "generated requests for each variant", "600")
REPOSITORY = Variable(
    "REPOSITORY",
    "the address below which the repository's files can be read, such as `https://<host>/<name>/blob/main`; the site's "
    "pages link there for what the site does not have",
    "none: no link",
)
OF_COMMANDS = (
    *((REPLAY, one) for one in (var.STUDY, var.SCALE, var.LONG, var.STUDY_RUNS, var.SEED)),
    ("`make profile`", var.COST),
    *(("`make calibrate`", one) for one in (var.CEILING, var.VERDICTS)),
    ("`make report`", var.RESULTS),
    *((COMPARE, one) for one in (var.SIDE_A, var.SIDE_B)),
    *((TEST, one) for one in (PARTS, CONTRACT_REQUESTS)),
    (SITE, REPOSITORY),
    *(("whatever starts machines", one) for one in var.MACHINES),
    ("`make doctor`", var.SAVE),
)
_TABLE = re.compile(r"(<!-- made by `python -m tests\.variables`: (\w+) -->\n\n)(?:\|.*\n)*")
_DESCRIBED = re.compile(r"^# (.+)\n([A-Z_]+)=", re.MULTILINE)


def tables() -> dict[str, str]:
    """Each table by the word of its mark."""
    measure = (*VARIABLES.values(), var.LEVELS, var.EXPERIMENT, var.PROFILE, var.RESUME, var.ANYWAY)
    commands = [(f"`{one.name}`", command, one.what, one.default) for command, one in OF_COMMANDS]
    found = [Variable(name, what, settings.defaults()[name]) for name, what in described().items()]
    return {
        "setting": _table(("variable", "meaning", "default"), map(_row, found)),
        "measure": _table(("variable", "meaning", "default"), map(_row, measure)),
        "options": _table(("variable", "meaning", "default"), map(_row, var.OPTIONS.values())),
        "command": _table(("variable", "command", "meaning", "default"), commands),
    }


def described() -> dict[str, str]:
    """The settings of .env that have a line of their own above them, and that line."""
    return {name: what for what, name in _DESCRIBED.findall((ROOT / ".env").read_text())}


def _row(variable: Variable) -> tuple[str, str, str]:
    return f"`{variable.name}`", variable.what, variable.default


def _table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(cells)} |\n" for cells in (headings, *rows)]
    return "".join([lines[0], "|" + "---|" * len(headings) + "\n", *lines[1:]])


def written(text: str) -> str:
    """The document with its tables as they should be."""
    found = tables()
    return _TABLE.sub(lambda mark: mark[1] + found[mark[2]], text)


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text()))
