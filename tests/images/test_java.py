"""debian, eclipse-temurin and maven: what services/ builds on and runs on."""

import re

import pytest

from tests.images.containers import IMAGES, run

APP_MACHINE = (
    *("--user", "10001", "--read-only", "--tmpfs", "/tmp:exec"),
    *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
)
"""How compose.yaml confines an app machine."""


def test_base_is_debian_trixie_with_what_a_dockerfile_needs() -> None:
    release = run(IMAGES["debian"], "bash", "-c", "command -v apt-get useradd >&2 && cat /etc/debian_version")
    assert release.startswith("13.")


@pytest.mark.parametrize("folder", ["eclipse-temurin", "maven"])
def test_java_is_25_on_the_path_and_where_java_home_says(folder: str) -> None:
    script = 'readlink -f "$(command -v java)" "$JAVA_HOME/bin/java" && java --version'
    by_path, by_home, release, *_ = run(IMAGES[folder], "bash", "-c", script).splitlines()
    assert by_path == by_home
    assert release.split()[1].split(".")[0] == "25"


def test_java_starts_on_a_machine_as_confined_as_the_app() -> None:
    options = "-XX:ActiveProcessorCount=1 -XX:+UseSerialGC -Xms64m -Xmx64m -XX:+ExitOnOutOfMemoryError"
    flags = run(
        *APP_MACHINE, "--env", f"JDK_JAVA_OPTIONS={options}", IMAGES["eclipse-temurin"],
        "java", "-XX:+PrintFlagsFinal", "--version",
    )  # fmt: skip
    chosen = dict(re.findall(r"\b(UseSerialGC|MaxHeapSize|ActiveProcessorCount) += (\S+)", flags))
    assert chosen == {"UseSerialGC": "true", "MaxHeapSize": str(64 << 20), "ActiveProcessorCount": "1"}


def test_java_has_its_class_data_archive() -> None:
    assert "sharing" in run(IMAGES["eclipse-temurin"], "java", "-Xshare:on", "--version")


def test_java_speaks_utf_8_and_american_english() -> None:
    shown = run(IMAGES["eclipse-temurin"], "bash", "-c", "java -XshowSettings:properties --version 2>&1")
    for line in ("file.encoding = UTF-8", "sun.jnu.encoding = UTF-8", "user.language = en", "user.country = US"):
        assert line in shown


def test_java_image_has_what_the_health_check_needs() -> None:
    script = "command -v grep && { (exec 3<>/dev/tcp/127.0.0.1/8081) 2>&1 || true; }"
    assert "Connection refused" in run(*APP_MACHINE, IMAGES["eclipse-temurin"], "bash", "-c", script)


def test_maven_is_3_9_with_a_java_25_compiler() -> None:
    shown = run(IMAGES["maven"], "bash", "-c", "mvn --batch-mode --version && javac --version")
    assert "Apache Maven 3.9." in shown
    assert "Java version: 25" in shown
    assert "javac 25" in shown
