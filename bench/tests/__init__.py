"""Unit tests of the harness, on simulated machines: no engine is needed."""
