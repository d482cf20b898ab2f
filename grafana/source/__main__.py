"""Write every dashboard's JSON, and the app's targets into Prometheus' configuration."""

from grafana.source import DASHBOARDS, targets
from grafana.source.dashboard import FOLDER

for dashboard in DASHBOARDS:
    (FOLDER / dashboard.file).write_text(dashboard.text())
targets.FILE.write_text(targets.text())
