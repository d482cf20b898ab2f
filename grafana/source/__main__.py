"""Write every dashboard's JSON."""

from grafana.source import DASHBOARDS
from grafana.source.dashboard import FOLDER

for dashboard in DASHBOARDS:
    (FOLDER / dashboard.file).write_text(dashboard.text())
