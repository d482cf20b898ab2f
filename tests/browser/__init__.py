"""The dashboards in a real browser, drawn by Grafana or by the viewer that takes its place."""
