"""The house keeps its rooms: imports go one way, the root stays small, and the picture in the documents is true."""

from graphlib import TopologicalSorter

from tests import architecture


def test_no_package_imports_one_that_imports_it() -> None:
    order = list(TopologicalSorter(architecture.imports()).static_order())  # a CycleError names the cycle
    assert order.index("results") < order.index("analysis") < order.index("report") < order.index("cli")


def test_the_runner_knows_no_report() -> None:
    edges = architecture.imports()
    assert not edges["runner"] & {"report", "commands", "studies", "cli"}
    assert not edges["analysis"] & {"testbed", "probes", "runner"}, "judgement is pure: it touches no machine"


def test_the_root_holds_at_most_seven_modules_and_ten_packages() -> None:
    modules = [path.stem for path in architecture.HARNESS.glob("*.py")]
    folders = [path.parent.name for path in architecture.HARNESS.glob("*/__init__.py")]
    assert len(modules) <= 7 and len(folders) <= 10
    assert set(modules) == {"__init__", "__main__", "cli", *architecture.EVERYWHERE}


def test_every_package_says_what_it_is_for() -> None:
    for path in architecture.HARNESS.rglob("__init__.py"):
        assert path.read_text().startswith('"""'), f"{path} has no docstring"


def test_the_picture_in_the_documents_is_true() -> None:
    assert architecture.drawn() == architecture.picture(architecture.imports()), (
        "imports have changed: draw them anew with `python -m tests.architecture`"
    )
