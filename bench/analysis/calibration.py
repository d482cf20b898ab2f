"""What is known of this host from the last `make calibrate`, and whether it still holds."""

from datetime import timedelta

from bench.analysis import compatibility
from bench.results import Calibration, Environment, kept_calibration

OLD = timedelta(days=30)
ADVICE = "`make calibrate` (about 50 min) finds the load machine's ceiling and the noise floor"


def known(now: Environment) -> tuple[Calibration | None, str]:
    """The calibration that holds for this host and these caps, and what the user should know of it."""
    last = kept_calibration()
    if last is None:
        return None, f"not calibrated yet: {ADVICE}"
    differences = compatibility.host(last.environment, now) + compatibility.figures(last.environment, now)
    day = f"{last.found.measured:%Y-%m-%d}"
    if differences:
        return None, f"the calibration of {day} does not hold here, since {differences[0]}: {ADVICE}"
    told = f"calibrated on {day}: ceiling {last.found.load_ceiling:,.0f} requests/s, noise floor {last.found.noise:.1%}"
    if now.started - last.found.measured > OLD:
        return last.found, f"{told}; that is more than {OLD.days} days ago: {ADVICE}"
    return last.found, told
