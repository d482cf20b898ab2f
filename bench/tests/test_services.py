"""The services' images, built by an engine that is a script."""

from pathlib import Path
from threading import Event

import pytest

from bench.errors import ThreadmillError
from bench.testbed import logged_build, services
from bench.testbed.jobs import Job

ADVICE = """[ERROR] -> [Help 1]
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] Re-run Maven using the -X switch to enable full debug logging.
[ERROR]
[ERROR] For more information about the errors and possible solutions, please read the following articles:
[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/DependencyResolutionException
[ERROR]
[ERROR] After correcting the problems, you can resume the build with the command
[ERROR]   mvn <args> -rf :jdbc
"""
MAVEN_502 = f"""[ERROR] Failed to execute goal on project jdbc: Could not collect dependencies for project \
threadmill:jdbc:jar:1
[ERROR] Failed to read artifact descriptor for com.zaxxer:HikariCP:jar:7.1.0
[ERROR]         Caused by: The following artifacts could not be resolved: com.zaxxer:HikariCP:pom:7.1.0 (absent): \
Could not transfer artifact com.zaxxer:HikariCP:pom:7.1.0 from/to central (https://repo.example/maven2): transfer \
failed for https://repo.example/maven2/com/zaxxer/HikariCP/7.1.0/HikariCP-7.1.0.pom, status: 502 Bad Gateway
{ADVICE}#9 ERROR: process "/bin/sh -c mvn -B -ntp package $MODULES" did not complete successfully: exit code: 1
------
 > [packaged 1/1] RUN --mount=type=cache,target=/root/.m2 mvn -B -ntp package  -DskipTests -Dspotless.check.skip=true:
{ADVICE}------
Dockerfile:31
--------------------
  29 |     FROM source AS packaged
  30 |     ARG MODULES=
  31 | >>> RUN --mount=type=cache,target=/root/.m2 \\
  32 | >>>     mvn -B -ntp package $MODULES -DskipTests -Dtest-compile.skip=true -Dspotless.check.skip=true
  33 |
  34 |     FROM packaged AS extracted
--------------------
ERROR: failed to solve: process "/bin/sh -c mvn -B -ntp package $MODULES" did not complete successfully: exit code: 1
"""
"""What Debian's Maven said when it was given this answer, and how an engine closes a log."""
DOCKER = """#!/bin/sh
case $1 in
  build)
    echo "$@" >>{folder}/asked
    [ $(wc -l <{folder}/asked) -gt {failures} ] || {{ cat {folder}/answer; exit 1; }} ;;
  images) [ -e {folder}/here ] && echo sha256:1 ;;
  inspect) cat {folder}/here ;;
esac
true
"""


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a `docker` whose first build fails with what Maven says of a repository's failed answer."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for module, name in ((logged_build, "ROOT"), (services, "CACHE")):
        monkeypatch.setattr(module, name, tmp_path)
    (tmp_path / "answer").write_text(MAVEN_502)
    docker(tmp_path, failures=1)
    return tmp_path


def docker(folder: Path, failures: int) -> None:
    (folder / "docker").write_text(DOCKER.format(folder=folder, failures=failures))
    (folder / "docker").chmod(0o755)


def asked(engine: Path) -> list[str]:
    return (engine / "asked").read_text().splitlines() if (engine / "asked").exists() else []


def test_a_repository_that_fails_once_does_not_end_the_build(engine: Path) -> None:
    said = list[str]()
    services.build(["blocking"], said.append, Event())
    assert len(asked(engine)) == 2 and "--tag threadmill/blocking:dev" in asked(engine)[1]
    assert said[1] == "the services: a package repository answered with a fault of its own; trying once more"
    assert said[2].startswith("built threadmill/blocking:dev")


def test_nor_the_tests_of_the_services(engine: Path) -> None:
    services.verify(lambda _: None)
    assert len(asked(engine)) == 2


def test_where_they_are_tested_all_images_come_from_the_build_that_tests(engine: Path) -> None:
    docker(engine, failures=0)
    services.build(["blocking", "blocking-jpa"], lambda _: None, Event(), tested=True)
    assert len(asked(engine)) == 2 and all("--build-arg BUILD=verify" in line for line in asked(engine))
    services.build(["reactor"], lambda _: None, Event())
    assert "BUILD=packaged" in asked(engine)[2]


def test_a_repository_that_goes_on_failing_is_named_with_the_next_step(engine: Path) -> None:
    docker(engine, failures=9)
    with pytest.raises(ThreadmillError, match=r"the services could not be built: a package repository .*; wait"):
        services.build(["blocking", "reactor"], lambda _: None, Event())
    assert len(asked(engine)) == 2


def test_what_is_built_from_this_source_is_not_built_again(engine: Path) -> None:
    (engine / "here").write_text(services.fingerprint(services.SOURCE))
    services.build(["blocking"], lambda _: None, Event())
    assert asked(engine) == []


def test_no_further_image_is_built_when_it_has_to_stop(engine: Path) -> None:
    docker(engine, failures=0)
    stopping = Event()
    stopping.set()
    with pytest.raises(ThreadmillError, match="stopped"):
        services.build(["blocking", "reactor"], lambda _: None, stopping)
    assert len(asked(engine)) < 2


def test_the_job_needs_the_images_of_the_dockerfile() -> None:
    recipe = (services.SOURCE / "Dockerfile").read_text().replace("${BUILD}", services.VERIFY)
    stages = {line.split()[3] for line in recipe.splitlines() if line.startswith("FROM ") and " AS " in line}
    bases = {line.split()[1] for line in recipe.splitlines() if line.startswith("FROM ")} - stages
    ours = services.job(["blocking"], lambda _: None)
    assert isinstance(ours, Job) and ours.needs == bases and not ours.optional
