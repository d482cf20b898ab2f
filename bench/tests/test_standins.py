from pathlib import Path

import pytest
import yaml

from bench.errors import ThreadmillError
from bench.paths import ROOT
from bench.testbed.standins import catalogue


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "base/build.sh", "# image: base:1\n# takes: 5 s\n")
    write(tmp_path, "db/Dockerfile", "# image: db:1\n# takes: 9 s\nFROM base:1 AS build\nFROM base:1\n")
    write(tmp_path, "k6/Dockerfile", "# image: k6:1\n# takes: 9 s\nFROM elsewhere:1\n")
    return tmp_path


def write(folder: Path, path: str, text: str) -> None:
    (folder / path).parent.mkdir(exist_ok=True)
    (folder / path).write_text(text)


def hashes(folder: Path, trusted: bytes = b"") -> dict[str, str]:
    return {name: standin.hash for name, standin in catalogue(folder, trusted).items()}


def test_bases_are_the_from_lines_that_have_a_recipe(folder: Path) -> None:
    found = catalogue(folder, b"")
    assert (found["db:1"].bases, found["k6:1"].bases) == (("base:1",), ())


def test_hash_changes_with_any_file_of_the_folder_and_of_its_base(folder: Path) -> None:
    before = hashes(folder)
    assert hashes(folder) == before
    write(folder, "db/init.sh", "true\n")
    db_changed = hashes(folder)
    assert {name for name in before if before[name] != db_changed[name]} == {"db:1"}
    (folder / "db/init.sh").chmod(0o755)
    assert hashes(folder)["db:1"] != db_changed["db:1"]
    write(folder, "base/build.sh", "# image: base:1\n# takes: 6 s\n")
    base_changed = hashes(folder)
    assert {name for name in before if before[name] != base_changed[name]} == {"base:1", "db:1"}


def test_new_certificates_make_a_new_base(folder: Path) -> None:
    assert hashes(folder, b"one")["db:1"] != hashes(folder, b"two")["db:1"]


def test_recipe_without_its_header_is_named(folder: Path) -> None:
    write(folder, "db/Dockerfile", "# image: db:1\nFROM base:1\n")
    with pytest.raises(ThreadmillError, match=r"db/Dockerfile.*# takes:"):
        catalogue(folder, b"")


def test_usual_time_is_a_number_of_seconds_or_minutes() -> None:
    usual = {standin.folder.name: standin.seconds for standin in catalogue(trusted=b"").values()}
    assert usual["k6"] == 180.0 and usual["mariadb"] == 15.0
    assert all(0 < seconds <= 600 for seconds in usual.values())


def test_every_image_of_compose_but_grafana_has_a_standin_of_the_same_name() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"].values()
    official = {service["image"] for service in services if not service["image"].startswith("threadmill/")}
    without = official - catalogue(trusted=b"").keys()
    assert [image.split(":")[0] for image in without] == ["grafana/grafana"]
