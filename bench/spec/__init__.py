"""What is asked for: parity settings, tunables and configurations, as data and as pure functions.

It knows nothing of containers, runs or reports.
"""
