"""The settings of the scenarios themselves; k6/README.md explains them."""

OPTIONS = ("RAMP", "THINK", "TIMEOUT", "DELAY", "WAITING", "RELAY", "CALL", "MAX_VUS")
WHOLE_NUMBERS = ("RAMP", "TIMEOUT", "DELAY", "MAX_VUS")
