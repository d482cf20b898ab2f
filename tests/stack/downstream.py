"""Downstream's own metrics, read inside its machine: its ports are not published."""

import time

from bench.testbed.machines import Machines
from tests.stack.scrape import PATH, Scrape
from tests.stack.session import END, Session

_READ = f"""
while read -r _; do
  exec 3<>/dev/tcp/127.0.0.1/8081
  printf 'GET {PATH} HTTP/1.0\\r\\n\\r\\n' >&3
  cat <&3
  printf '\\n{END}\\n'
done
"""


class Downstream(Session):
    """What downstream counts: calls and connections, as seen from their far end."""

    def __init__(self, machines: Machines) -> None:
        super().__init__(machines, "downstream", _READ)

    def scrape(self) -> Scrape:
        """All metrics now."""
        begun = time.monotonic()
        text = "\n".join(self.ask("metrics"))
        return Scrape(time.monotonic() - begun, text)

    def count(self, name: str) -> int:
        """The value of `threadmill_downstream_<name>`, such as open_streams."""
        return counted(self.scrape(), name)


def counted(scrape: Scrape, name: str) -> int:
    """The value of `threadmill_downstream_<name>` in a scrape."""
    values = scrape.values(f"threadmill_downstream_{name}")
    assert values, f"downstream has no metric '{name}':\n{scrape.text[:300]}"
    return int(values[0])
