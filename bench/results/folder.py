"""A folder under results/: what all of them have, whatever is in them."""

import re
from pathlib import Path
from typing import ClassVar, Self

from bench import paths
from bench.errors import UsageError
from bench.results.record import write

STAMP = "%Y%m%dT%H%M%SZ"


class ResultsFolder:
    """A folder of results, which has its `FILE`. `WHAT` and `FIRST` are for the user: its name, and what makes one."""

    FILE: ClassVar[str]
    WHAT: ClassVar[str]
    FIRST: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / self.FILE

    @classmethod
    def find(cls, name: str) -> Self | None:
        """The folder `name`, as a path or a name under results/; None if that is none of its kind."""
        folders = (folder for folder in (Path(name), paths.RESULTS / name) if name and (folder / cls.FILE).is_file())
        found = next(folders, None)
        return cls(found.resolve()) if found else None

    @classmethod
    def open(cls, name: str) -> Self:
        """The folder `name`, as a path or a name under results/; a UsageError lists the latest if there is none."""
        if found := cls.find(name):
            return found
        if parts := cls._parts(name):
            raise UsageError(f"'{name}' is no {cls.WHAT} by itself; give one of its parts: {', '.join(parts)}")
        others = ", ".join(cls.known()[-5:]) or f"none yet, run {cls.FIRST} first"
        asked = f"there is no {cls.WHAT} '{name}'" if name else f"the name of a {cls.WHAT} is missing"
        raise UsageError(f"{asked}; the latest are: {others}")

    @classmethod
    def _parts(cls, name: str) -> list[str]:
        """The folders of this kind within the one of another kind that was named, such as the stages of a search."""
        folders = [Path(name), paths.RESULTS / name] if name else []
        return sorted(str(Path(name) / file.parent.name) for one in folders for file in one.glob(f"*/{cls.FILE}"))

    @classmethod
    def known(cls) -> list[str]:
        """The names of all of its kind, the latest last."""
        names = [path.parent.name for path in paths.RESULTS.glob(f"*/{cls.FILE}")]
        return sorted(names, key=_begun)

    def write_report(self, name: str, text: str) -> Path:
        """summary.md, report.html or one of its charts; its path."""
        write(self.folder / name, text)
        return self.folder / name


def latest(*kinds: type[ResultsFolder]) -> str:
    """The name of the latest folder of these kinds; empty if there is none."""
    return max((name for kind in kinds for name in kind.known()), key=_begun, default="")


def _begun(name: str) -> tuple[list[str], str]:
    """What names are sorted by: the time in them, then the rest."""
    return re.findall(r"\d{8}T\d{6}Z", name), name
