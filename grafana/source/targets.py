"""The app as Prometheus' targets: one for each variant, by the name that it has on the machines' network."""

import re

from bench.paths import ROOT
from bench.spec.variants import RECORDS

FILE = ROOT / "prometheus" / "prometheus.yaml"
_APPS = re.compile(r'( +- targets: \["[\w-]+:8081"]\n +labels: { machine: app, variant: [\w-]+ }\n)+')


def text() -> str:
    """Prometheus' configuration, with these targets in place of those that it holds."""
    lines = (
        f'      - targets: ["{name}:8081"]\n        labels: {{ machine: app, variant: {name} }}\n' for name in RECORDS
    )
    return _APPS.sub("".join(lines), FILE.read_text())
