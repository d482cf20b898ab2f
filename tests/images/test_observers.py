"""prometheus, mysqld-exporter and cadvisor: their flags, their users, and the series that the harness reads."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from bench.paths import ROOT
from bench.testbed.engine import config, docker
from tests.images.containers import IMAGES, execute, network, run, series, started, succeeds, version, wait_until

NOBODY = "65534"
LABELS = {
    "com.docker.compose.service": "app",
    "threadmill.machine": "app",
    "threadmill.variant": "reactor",
    "threadmill.other": "not-asked-for",
}
SERIES = {
    *("container_cpu_usage_seconds_total", "container_cpu_cfs_periods_total"),
    *("container_cpu_cfs_throttled_periods_total", "container_cpu_cfs_throttled_seconds_total"),
    *("container_memory_working_set_bytes", "container_spec_memory_limit_bytes", "container_spec_cpu_quota"),
    *("container_threads", "container_processes", "container_network_receive_bytes_total"),
}
COLLECTED = ("mysql_up", "mysql_exporter_", "mysql_global_status_")
"""How the exporter's series begin: of the server it reads the status alone, for each question is asked of db's cap."""


def page(container: str, address: str) -> str:
    """A page as the health checks of compose.yaml get it."""
    return execute(container, "wget", "-q", "-O", "-", address)


@pytest.mark.parametrize(
    ("folder", "program"),
    [("prometheus", "prometheus"), ("prometheus", "promtool"), ("mysqld-exporter", "mysqld_exporter")],
)
def test_version_is_of_the_tags_series_and_user_is_nobody(folder: str, program: str) -> None:
    assert f"version {series(folder)}" in run(
        "--entrypoint", "sh", IMAGES[folder], "-c", f"/bin/{program} --version 2>&1"
    )
    assert run("--entrypoint", "id", IMAGES[folder], "-u").strip() == NOBODY


@pytest.fixture(scope="module")
def prometheus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A Prometheus with the flags of compose.yaml and a configuration of its own, and its network."""
    configuration = tmp_path_factory.mktemp("prometheus") / "prometheus.yaml"
    configuration.write_text("global: {scrape_interval: 1s}\nstorage: {tsdb: {out_of_order_time_window: 32d}}\n")
    place = f"{configuration}:/etc/prometheus/prometheus.yaml:ro"
    with (
        network() as net,
        started(
            *("--network", net, "--network-alias", "prometheus", "--volume", place, "--volume", "/prometheus"),
            *(IMAGES["prometheus"], *config()["services"]["prometheus"]["command"]),
        ) as container,
    ):
        wait_until(
            lambda: succeeds(container, "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9090/-/ready"), 30, container
        )
        yield container, net


def query(prometheus: str, text: str) -> list[str]:
    """The values of an instant query."""
    answer = json.loads(page(prometheus, f"http://127.0.0.1:9090/api/v1/query?query={quote(text)}"))
    return [row["value"][1] if "value" in row else row["histogram"][1]["count"] for row in answer["data"]["result"]]


def test_prometheus_reads_its_configuration_and_writes_its_volume(prometheus: tuple[str, str]) -> None:
    container, _ = prometheus
    status = json.loads(page(container, "http://127.0.0.1:9090/api/v1/status/config"))
    assert "scrape_interval: 1s" in status["data"]["yaml"]
    assert succeeds(container, "test", "-d", "/prometheus/wal")


def promtool(*argv: str) -> str:
    """What promtool says of this project's configuration and rules, which stand where compose.yaml puts them."""
    files = f"--volume={ROOT}/prometheus:/etc/prometheus:ro"
    tests = f"--volume={Path(__file__).parent}/rules.test.yaml:/rules.test.yaml:ro"
    return run(files, tests, "--entrypoint", "/bin/promtool", IMAGES["prometheus"], *argv)


def test_this_projects_configuration_and_rules_are_sound() -> None:
    told = promtool("check", "config", "--lint-fatal", "/etc/prometheus/prometheus.yaml")
    assert "1 rule files found" in told and "10 rules found" in told


def test_the_recording_rules_give_the_right_figures() -> None:
    assert "SUCCESS" in promtool("test", "rules", "/rules.test.yaml")


def test_promtool_writes_samples_of_the_past(prometheus: tuple[str, str]) -> None:
    container, _ = prometheus
    docker(
        *("exec", "--interactive", container, "promtool", "push", "metrics", "http://localhost:9090/api/v1/write"),
        stdin=f'pushed{{a="b"}} 7 {(time.time_ns() // 10**9 - 31 * 86400) * 1000}\n',
    )
    assert query(container, "last_over_time(pushed[32d])") == ["7"]


def test_prometheus_takes_native_histograms_that_k6_writes(prometheus: tuple[str, str], tmp_path: Path) -> None:
    container, net = prometheus
    tmp_path.chmod(0o755)
    (tmp_path / "trend.ts").write_text(
        "import { Trend } from 'k6/metrics';\nconst waited = new Trend('waited', true);\n"
        "export const options = { iterations: 5 };\nexport default function () { waited.add(7); }\n"
    )
    settings = config()["services"]["load"]["environment"]
    environment = [f"--env={name}={value}" for name, value in settings.items() if name.startswith("K6_PROMETHEUS_RW_")]
    run(
        *("--network", net, *environment, "--volume", f"{tmp_path}:/k6:ro", IMAGES["k6"]),
        *("run", "--quiet", "--no-usage-report", "--out", "experimental-prometheus-rw", "/k6/trend.ts"),
    )
    wait_until(lambda: query(container, "k6_waited_seconds") == ["5"], 10, container)


def test_mysqld_exporter_reads_a_server_with_the_options_of_compose() -> None:
    with (
        network() as net,
        started(
            *("--network", net, "--network-alias", "db", "--env", "MARIADB_ROOT_PASSWORD=root"),
            *("--env", "MARIADB_USER=exporter", "--env", "MARIADB_PASSWORD=secret", IMAGES["mariadb"]),
        ) as db,
    ):
        wait_until(lambda: succeeds(db, "healthcheck.sh", "--connect", "--innodb_initialized"), 60, db)
        options = config()["services"]["mysqld-exporter"]["command"]
        with started(
            *("--network", net, "--env", "MYSQLD_EXPORTER_PASSWORD=secret", IMAGES["mysqld-exporter"], *options)
        ) as exporter:
            local = "http://127.0.0.1:9104"
            wait_until(lambda: succeeds(exporter, "wget", "-q", "-O", "/dev/null", f"{local}/"), 10, exporter)
            metrics = page(exporter, f"{local}/metrics").splitlines()
            assert "mysql_up 1" in metrics
            assert any(line.startswith("mysql_global_status_questions ") for line in metrics)
            assert [line for line in metrics if line.startswith("mysql_") and not line.startswith(COLLECTED)] == []


def test_cadvisor_is_its_version() -> None:
    assert f"v{version('cadvisor')}" in run(IMAGES["cadvisor"], "--version")


def test_cadvisor_serves_the_series_of_a_capped_machine_with_the_labels_asked_for() -> None:
    labels = [f"--label={name}={value}" for name, value in LABELS.items()]
    with (
        started(*labels, "--cpus=0.1", "--memory=64m", IMAGES["debian"], "sh", "-c", "while :; do :; done") as machine,
        started(
            *("--pid=host", "--volume=/:/rootfs:ro", "--volume=/var/run:/var/run:ro", "--volume=/sys:/sys:ro"),
            *("--volume=/var/lib/docker:/var/lib/docker:ro", IMAGES["cadvisor"]),
            *("--port=8081", "--docker_only=true", "--housekeeping_interval=1s", "--store_container_labels=false"),
            "--whitelisted_container_labels=com.docker.compose.service,threadmill.machine,threadmill.variant",
            "--enable_metrics=cpu,memory,network,process",
        ) as cadvisor,
    ):
        local = "http://127.0.0.1:8081"
        wait_until(lambda: succeeds(cadvisor, "wget", "-q", "-O", "/dev/null", f"{local}/healthz"), 20, cadvisor)

        def rows() -> dict[str, str]:
            lines = page(cadvisor, f"{local}/metrics").splitlines()
            return {line.split("{")[0]: line for line in lines if machine in line}

        wait_until(lambda: rows().keys() >= SERIES, 20, cadvisor)
        found = rows()
        for name in ("com_docker_compose_service", "threadmill_machine", "threadmill_variant"):
            assert f'container_label_{name}="{LABELS[name.replace("_", ".")]}"' in found["container_threads"]
        assert "not-asked-for" not in found["container_threads"]
        assert value(found["container_spec_cpu_quota"]) == 10_000
        assert value(found["container_spec_memory_limit_bytes"]) == 64 << 20
        wait_until(lambda: value(rows()["container_cpu_cfs_throttled_periods_total"]) > 0, 10, cadvisor)
        assert docker("inspect", "--format", "{{.State.Running}}", cadvisor).strip() == "true"


def value(row: str) -> float:
    """The value of a line in Prometheus' text format, which may have a time after it."""
    return float(row.rpartition("}")[2].split()[0])
