"""The app that is to be started: its variant, the name of its configuration, and what gives it that.

compose.yaml reads these as variables and keeps them as labels of the container, so that an app that was up can be
brought back as it was.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from bench.results.configuration import STOCK, Configuration
from bench.spec import settings, tunables
from bench.testbed import profiler

LABELS = {
    "VARIANT": "threadmill.variant", "CONFIGURED": "threadmill.configuration", "APP_TUNABLES": "threadmill.tunables",
    "APP_SCHEDULING": "threadmill.scheduling", "APP_SETTINGS": "threadmill.settings",
}  # fmt: skip
"""The label that keeps each variable of compose.yaml."""


@dataclass(frozen=True)
class App:
    """`flags` are the options of the JVM's command line, `scheduling` the kernel's policy under which it is started.
    `profiled`: it has the profiler's volume. `given`: the settings over .env."""

    variant: str
    configuration: str = STOCK
    flags: str = ""
    scheduling: str = tunables.USUAL_POLICY
    profiled: bool = False
    given: Mapping[str, str] = field(default_factory=settings.given, hash=False)

    @classmethod
    def configured(cls, as_asked: Configuration, recording: str = "") -> "App":
        """The app with these settings; recorded under that name from its start on, unless it is empty."""
        flags = tunables.command_line(as_asked.variant, as_asked.settings)
        if recording:
            flags = f"{flags} {profiler.flags(recording)}".strip()
        scheduling = tunables.policy(as_asked.settings)
        return cls(as_asked.variant, as_asked.name, flags, scheduling, bool(recording))

    @classmethod
    def labelled(cls, labels: Mapping[str, str]) -> "App":
        """The one of which a container tells by these labels."""
        variant, configuration, flags, scheduling, given = (labels.get(label, "") for label in LABELS.values())
        return cls(variant, configuration, flags, scheduling, given=json.loads(given or "{}"))

    @property
    def environment(self) -> dict[str, str]:
        """The variables that make it of compose.yaml."""
        what = (self.variant, self.configuration, self.flags, self.scheduling, json.dumps(self.given))
        chosen = dict(zip(LABELS, what, strict=True))
        if self.profiled:
            chosen["COMPOSE_FILE"] = f"{settings.compose_files()}:{profiler.COMPOSE_FILE}"
        return chosen
