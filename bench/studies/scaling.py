"""An experiment at a share of its published size. Pure functions."""

from collections.abc import Mapping, Sequence

from bench.errors import UsageError
from bench.spec.experiment import LOAD, VARIABLES, ExperimentSpec

LEAST = 1


def scaled(spec: ExperimentSpec, scale: float, of: Sequence[str], settings: Mapping[str, str]) -> ExperimentSpec:
    """`spec` with the variables named in `of` multiplied by `scale`, rounded, at least 1.

    Users or rate and worker threads scale together, so threads / time and users / time keep their places on the axis.
    A setting of .env that the experiment leaves alone, such as the worker threads, is taken from `settings`.
    """

    def sized(values: Mapping[str, str]) -> dict[str, str]:
        return {name: str(level(int(text), scale)) if name in of else text for name, text in values.items()}

    loads = {key: spec.named[key] for key in LOAD if key in spec.named and VARIABLES[key].name in of}
    known = {name: settings[name] for name in of if name in settings}
    return spec.changed(
        **{key: [level(one, scale) for one in levels] for key, levels in loads.items()},
        options=sized(spec.options),
        caps=sized({**known, **spec.caps}),
    )


def level(published: int, scale: float) -> int:
    """One published level at that scale."""
    return max(round(published * scale), LEAST)


def share(text: str, default: float) -> float:
    """SCALE as given, or the default; a UsageError if it is no share of the published size."""
    if not text:
        return default
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not 0 < scale <= 1:
        raise UsageError(f"SCALE={text} is no share of the published size: a number above 0 and up to 1, such as 0.2")
    return scale
