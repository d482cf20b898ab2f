"""The source of Grafana's dashboards: short Python instead of long JSON. `make dashboards` writes the JSON."""

from grafana.source import live_run, machines, side_by_side

DASHBOARDS = (side_by_side.DASHBOARD, live_run.DASHBOARD, machines.DASHBOARD)
