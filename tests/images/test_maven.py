"""maven, as services/Dockerfile calls it: a repository that fails once does not end a build."""

import re
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bench.errors import ThreadmillError
from bench.paths import ROOT
from tests.images.containers import IMAGES, run

PARENT = "/threadmill/test/parent/1/parent-1.pom"
POM = """<project><modelVersion>4.0.0</modelVersion>
<groupId>threadmill.test</groupId><artifactId>parent</artifactId><version>1</version><packaging>pom</packaging>
</project>"""
CHILD = """<project><modelVersion>4.0.0</modelVersion>
<parent><groupId>threadmill.test</groupId><artifactId>parent</artifactId><version>1</version><relativePath/></parent>
<artifactId>child</artifactId><packaging>pom</packaging>
<repositories><repository><id>failing</id><url>http://127.0.0.1:{port}</url></repository></repositories>
</project>"""
"""A project of which all that must be fetched is its parent, so that no other repository is asked."""


class Failing(BaseHTTPRequestHandler):
    """A Maven repository of one file, whose first answer for it is the server's `first` status."""

    server: "Repository"

    def do_GET(self) -> None:
        self.server.asked[self.path] += 1
        if self.path != PARENT:
            self.send_error(404)
        elif self.server.asked[self.path] == 1:
            self.send_error(self.server.first)
        else:
            self.send_response(200)
            self.send_header("Content-Length", str(len(POM)))
            self.end_headers()
            self.wfile.write(POM.encode())

    def log_message(self, *_: object) -> None:
        """Nothing: it would be written over the test's output."""


class Repository(ThreadingHTTPServer):
    """Listens on the loopback interface, at a free port."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Failing)
        self.first = 502
        self.asked: Counter[str] = Counter()


@pytest.fixture
def repository() -> Iterator[Repository]:
    with Repository() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def build(repository: Repository, folder: Path, options: str) -> str:
    """Maven's output for the project, with these JVM options; a ThreadmillError if the build fails."""
    (folder / "pom.xml").write_text(CHILD.format(port=repository.server_port))
    folder.chmod(0o755)
    return run(
        "--network=host", f"--volume={folder}:/project:ro", "--workdir=/project", f"--env=MAVEN_OPTS={options}",
        IMAGES["maven"], "mvn", "--batch-mode", "--no-transfer-progress", "validate",
    )  # fmt: skip


def options() -> str:
    """What services/Dockerfile gives to Maven, less the certificates, which are not in the image."""
    found = re.search(r'^ENV MAVEN_OPTS="(.+?)"$', (ROOT / "services" / "Dockerfile").read_text(), re.M | re.S)
    assert found, "services/Dockerfile no longer sets MAVEN_OPTS"
    return " ".join(word for word in found[1].replace("\\\n", " ").split() if "trustStore" not in word)


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_one_failed_answer_is_asked_for_again(repository: Repository, tmp_path: Path, status: int) -> None:
    repository.first = status
    assert "BUILD SUCCESS" in build(repository, tmp_path, options())
    assert repository.asked[PARENT] == 2


def test_without_the_options_it_would_end_the_build(repository: Repository, tmp_path: Path) -> None:
    with pytest.raises(ThreadmillError, match="mvn"):
        build(repository, tmp_path, "")
