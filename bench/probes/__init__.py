"""What is read of the machines while they run: the app, the host's cores, Prometheus, and what the stack says it is."""
