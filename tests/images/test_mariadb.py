"""mariadb: an empty data folder is filled from the environment and the init folder; only then does TCP answer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.testbed.engine import docker
from tests.images.containers import IMAGES, execute, logs, series, started, succeeds, wait_until

IMAGE = IMAGES["mariadb"]
ROOT_PASSWORD = "it's \\ root"
HEALTHY = ("healthcheck.sh", "--connect", "--innodb_initialized")
INIT = {
    "1-table.sql": "CREATE TABLE noted (what varchar(99));\nINSERT INTO noted VALUES ('first');\n",
    "2-sourced.sh": 'mariadb -uroot -p"$MARIADB_ROOT_PASSWORD" "$MARIADB_DATABASE" -e '
    "\"INSERT INTO noted VALUES ('seed $ROWS_AGENTS $NOT_SET')\"\n",
    "3-executed.sh": "#!/bin/bash\nset -eu\n"
    "tcp=$( (exec 3<>/dev/tcp/127.0.0.1/3306) 2>/dev/null && echo open || echo closed)\n"
    "healthy=$(healthcheck.sh --connect --innodb_initialized >/dev/null 2>&1 && echo yes || echo no)\n"
    'mariadb -uroot -p"$MARIADB_ROOT_PASSWORD" shop -e "INSERT INTO noted VALUES (\'$tcp $healthy $(id -un)\')"\n',
    "4-last.sql": "INSERT INTO noted VALUES ('last');\n",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that was started as compose.yaml starts it, and is healthy."""
    init, configuration = tmp_path_factory.mktemp("init"), tmp_path_factory.mktemp("conf.d")
    for name, text in INIT.items():
        (init / name).write_text(text)
    (init / "3-executed.sh").chmod(0o755)
    # the image's own configuration sets the host cache to 0, and has to give way
    (configuration / "server.cnf").write_text("[mariadbd]\nmax_connections=77\nhost-cache-size=50\n")
    for folder in (init, configuration):
        open_to_all(folder)
    with started(
        *("--volume", f"{init}:/docker-entrypoint-initdb.d:ro", "--volume", f"{configuration}:/etc/mysql/conf.d:ro"),
        *("--env", f"MARIADB_ROOT_PASSWORD={ROOT_PASSWORD}", "--env", "MARIADB_DATABASE=shop"),
        *("--env", "MARIADB_USER=clerk", "--env", "MARIADB_PASSWORD=cl'erk", "--env", "ROWS_AGENTS=10"),
        *("--security-opt", "no-new-privileges", IMAGE, "--innodb-buffer-pool-size=64M"),
    ) as container:
        wait_until(lambda: succeeds(container, *HEALTHY), 60, container)
        yield container


def open_to_all(folder: Path) -> None:
    """The server's user is not the one that made the folder."""
    folder.chmod(0o755)
    folder.parent.chmod(0o755)


def ask(server: str, sql: str, user: str = "root", password: str = ROOT_PASSWORD) -> list[str]:
    """The rows of an answer over TCP."""
    client = ("mariadb", "--host=127.0.0.1", "--protocol=tcp", f"--user={user}", f"--password={password}")
    return execute(server, *client, "--batch", "--skip-column-names", "--execute", sql, "shop").splitlines()


def test_version_is_of_the_tags_series(server: str) -> None:
    told = ask(server, "SELECT version()")[0]
    assert told.startswith(series("mariadb")) and "-MariaDB" in told


def test_init_files_run_in_order_on_a_server_without_network(server: str) -> None:
    assert ask(server, "SELECT what FROM noted") == ["first", "seed 10 ", "closed no mysql", "last"]


def test_conf_d_has_the_last_word_and_arguments_count(server: str) -> None:
    shown = ask(server, "SELECT @@max_connections, @@host_cache_size, @@innodb_buffer_pool_size")
    assert shown == [f"77\t50\t{64 << 20}"]


def test_user_owns_the_database_and_nothing_else(server: str) -> None:
    grants = ask(server, "SHOW GRANTS", "clerk", "cl'erk")
    assert [grant.split(" TO ")[0] for grant in grants] == ["GRANT USAGE ON *.*", "GRANT ALL PRIVILEGES ON `shop`.*"]


def test_root_may_come_from_everywhere_and_nobody_without_password(server: str) -> None:
    accounts = ask(server, "SELECT host FROM mysql.user WHERE user = 'root' ORDER BY host")
    assert accounts == ["%", "localhost"]
    assert not succeeds(server, "mariadb", "--user=root", "--execute", "SELECT 1")
    assert not succeeds(server, "mariadb", "--user=root", "--host=127.0.0.1", "--execute", "SELECT 1")


def test_server_listens_on_every_address_and_does_not_run_as_root(server: str) -> None:
    address = docker("inspect", "--format", "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}", server).strip()
    assert succeeds(server, "bash", "-c", f"exec 3<>/dev/tcp/{address}/3306")
    assert docker("top", server, "-o", "pid,uid,comm").split()[-2:] == ["999", "mariadbd"]


def test_client_reset_as_the_harness_does_it(server: str) -> None:
    script = 'mariadb -uroot -p"$MARIADB_ROOT_PASSWORD" --skip-column-names shop'
    counted = docker("exec", "--interactive", server, "sh", "-c", script, stdin="SELECT count(*) FROM noted;\n")
    assert counted == "4\n"


def test_health_check_rejects_what_it_does_not_know(server: str) -> None:
    assert not succeeds(server, "healthcheck.sh", "--no_such_check")
    assert not succeeds(server, "healthcheck.sh")


def test_restart_keeps_the_data_and_does_not_fill_again(server: str) -> None:
    docker("restart", server)
    wait_until(lambda: succeeds(server, *HEALTHY), 60, server)
    assert ask(server, "SELECT count(*) FROM noted") == ["4"]


def test_no_server_without_a_root_password() -> None:
    with started(IMAGE) as container:
        assert docker("wait", container).strip() == "1"
        assert "MARIADB_ROOT_PASSWORD" in logs(container)
