"""Why builds failed, by the ends of their logs as the programs write them."""

import pytest

from bench.testbed import logged_build
from bench.testbed.logged_build import recognise

FULL = """#7 12.31 Unpacking mariadb-server ...
#7 14.02 dpkg: error processing archive /var/cache/apt/archives/mariadb-server-core_amd64.deb (--unpack):
#7 14.02  cannot copy extracted data for './usr/sbin/mariadbd': failed to write (No space left on device)
#7 14.90 E: Sub-process /usr/bin/dpkg returned an error code (1)
#7 14.95 E: Failed to fetch http://mirror.example/debian/pool/x.deb  Could not connect to mirror.example:80
"""
NO_NAMES = """#5 20.11 Ign:1 http://mirror.example/debian trixie InRelease
#5 27.15 Err:1 http://mirror.example/debian trixie InRelease
#5 27.15   Temporary failure resolving 'mirror.example'
#5 27.16 W: Some index files failed to download. They have been ignored, or old ones used instead.
#5 27.20 E: Unable to locate package mariadb-server
"""
BASE_WITHOUT_NAMES = """E: Failed to fetch http://mirror.example/debian/dists/trixie/InRelease  Temporary \
failure resolving 'mirror.example'
E: Some index files failed to download. They have been ignored, or old ones used instead.
E: apt-get update --error-on=any -oAPT::Status-Fd=<$fd> -oDpkg::Use-Pty=false failed
I: main() received signal PIPE: waiting for setup...
I: removing tempdir /tmp/mmdebstrap.IITwd5Hg2w...
E: mmdebstrap failed to run
"""
GO_WITHOUT_NETWORK = """#9 0.210 go: downloading go1.26.11 (linux/amd64)
#9 20.24 go: download go1.26.11: golang.org/toolchain@v0.0.1-go1.26.11.linux-amd64: Get "https://modules.example/golang.\
org/toolchain/@v/v0.0.1-go1.26.11.linux-amd64.zip": dial tcp: lookup modules.example on 10.0.0.2:53: dial udp \
10.0.0.2:53: connect: network is unreachable
#9 ERROR: process "/bin/sh -c GOBIN=/build go install -trimpath" did not complete successfully: exit code: 1
"""
GO_WITHOUT_NAMES = (
    'go: go.k6.io/k6@v1.8.1: Get "https://modules.example/go.k6.io/k6/@v/v1.8.1.info": '
    "dial tcp: lookup modules.example on 10.0.0.2:53: no such host\n"
)
MAVEN_WITHOUT_NAMES = (
    "[ERROR] Could not transfer artifact g:p:pom:1 from/to central (https://central.example/maven2): "
    "central.example: Temporary failure in name resolution\n"
)
PROXY = (
    'go: go.k6.io/k6@v1.8.1: Get "https://modules.example/": '
    "tls: failed to verify certificate: x509: certificate signed by unknown authority\n"
)
PROXY_OF_MAVEN = "PKIX path building failed: unable to find valid certification path to requested target\n"
APT_502 = """#5 3.31 Err:4 http://mirror.example/debian trixie/main amd64 Packages
#5 3.31   502  Bad Gateway [IP: 10.0.0.9 80]
#5 3.40 E: Failed to fetch http://mirror.example/debian/dists/trixie/Packages  502  Bad Gateway [IP: 10.0.0.9 80]
#5 3.40 E: Some index files failed to download. They have been ignored, or old ones used instead.
#5 3.45 E: Unable to locate package mariadb-server
"""
GO_503 = "go: go.k6.io/k6@v1.8.1: reading https://modules.example/go.k6.io/k6/@v/v1.8.1.info: 503 Service Unavailable\n"
MAVEN_502 = (
    "Failed to execute goal on project x: Could not resolve dependencies for project g:x:jar:1: "
    "Could not transfer artifact g:p:pom:1 from/to r (http://r): status code: 502, reason phrase: Bad Gateway (502)\n"
)
MAVEN_BROKEN_OFF = """[ERROR] Failed to read artifact descriptor for com.zaxxer:HikariCP:jar:7.1.0
[ERROR]         Caused by: The following artifacts could not be resolved: com.zaxxer:HikariCP:pom:7.1.0 (absent): \
Could not transfer artifact com.zaxxer:HikariCP:pom:7.1.0 from/to central (https://central.example/maven2): transfer \
failed for https://central.example/maven2/com/zaxxer/HikariCP/7.1.0/HikariCP-7.1.0.pom
[ERROR] -> [Help 1]
"""
MAVEN_FORBIDDEN = "transfer failed for https://central.example/maven2/a.pom, status: 403 Forbidden\n"
GONE = """#6 2.10 Reading package lists...
#6 2.31 E: Unable to locate package openjdk-25-jre-headless
"""
NO_CANDIDATE = "E: Package 'mariadb-server' has no installation candidate\n"
NOWHERE = "no source has Prometheus\n"
ENGINE = "ERROR: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\n"
OWN_TESTS = """[ERROR] ApplicationTest.answers: java.net.SocketException: Connection reset by peer
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.5.4:test: There are test failures.
"""
STRANGE = "Segmentation fault\n"


@pytest.mark.parametrize(
    ("log", "fault"),
    [
        (FULL, logged_build.FULL_DISK),
        (NO_NAMES, logged_build.NO_NETWORK),
        (BASE_WITHOUT_NAMES, logged_build.NO_NETWORK),
        (GO_WITHOUT_NETWORK, logged_build.NO_NETWORK),
        (GO_WITHOUT_NAMES, logged_build.NO_NETWORK),
        (MAVEN_WITHOUT_NAMES, logged_build.NO_NETWORK),
        (PROXY, logged_build.UNTRUSTED),
        (PROXY_OF_MAVEN, logged_build.UNTRUSTED),
        (APT_502, logged_build.MIRROR),
        (GO_503, logged_build.MIRROR),
        (MAVEN_502, logged_build.MIRROR),
        (MAVEN_BROKEN_OFF, logged_build.BROKEN_OFF),
        (MAVEN_FORBIDDEN, logged_build.UNKNOWN),
        (GONE, logged_build.NOT_OFFERED),
        (NO_CANDIDATE, logged_build.NOT_OFFERED),
        (NOWHERE, logged_build.NOT_OFFERED),
        (ENGINE, logged_build.NO_ENGINE),
        (OWN_TESTS, logged_build.OURS),
        (f"#5 fetching\n{logged_build.STOPPED} 1800 s\n", logged_build.TOO_SLOW),
        (STRANGE, logged_build.UNKNOWN),
    ],
)
def test_the_end_of_a_log_names_the_cause(log: str, fault: logged_build.BuildFault) -> None:
    assert recognise(log) == fault


def test_only_what_a_second_try_may_mend_is_passing() -> None:
    every = [fault for fault, _ in logged_build.SIGNS]
    assert [fault for fault in every if fault.passing] == [logged_build.MIRROR, logged_build.BROKEN_OFF]


def test_every_fault_names_the_next_step_in_one_line() -> None:
    for fault, _ in logged_build.SIGNS:
        assert ";" in fault.text and "\n" not in fault.text
    assert "docker system prune" in logged_build.FULL_DISK.text
