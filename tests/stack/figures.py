"""The terms that a variant runs on, read back from its process, its kernel limits and the database."""

from tests.stack import limits
from tests.stack.database import Database
from tests.stack.scrape import scrape
from tests.stack.stack import APP_USER, Stack

POOL = {"HikariCP": "hikaricp_connections_max", "r2dbc-pool": "r2dbc_pool_max_allocated_connections"}
"""The gauge of the pool's size, by the pool."""


def read_figures(stack: Stack) -> dict[str, object]:
    """Each figure by its name; sizes in bytes."""
    seen = scrape(stack.management)
    assert not seen.fault, seen.fault
    container = stack.machines.container_id("app")
    kernel = limits.parse(stack.machines.exec("app", "sh", "-c", limits.READ, "sh", container, "1"))
    with Database(stack.machines) as database:
        connections = database.connections_of(APP_USER)
    return {
        "memory pools": seen.series("jvm_memory_max_bytes"),  # their names tell the collector
        "JVM": seen.series("jvm_info"),
        "processors": seen.total("system_cpu_count"),
        "open files": seen.total("process_files_max_files"),
        "database pool": seen.total(POOL[stack.record.pool]),
        "connections that the database sees": connections,
        "kernel limits": kernel,
        "start": stack.machines.exec("app", "sh", "-c", "tr '\\0' ' ' < /proc/1/cmdline"),
    }
