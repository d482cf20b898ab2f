"""The variables of an experiment at a share of its published size. Pure functions."""

from collections.abc import Mapping, Sequence

from bench.errors import UsageError

LEAST = 1


def scaled(variables: Mapping[str, str], scale: float, of: Sequence[str], figures: Mapping[str, str]) -> dict[str, str]:
    """`variables` with those named in `of` multiplied by `scale`, rounded, at least 1.

    Users or rate and worker threads scale together, so threads / time and users / time keep their places on the axis.
    A figure of .env that the experiment leaves alone, such as the worker threads, is taken from `figures`.
    """
    sizes = {name: value for name, value in {**figures, **variables}.items() if name in of}
    times = {name: ",".join(str(level(int(part), scale)) for part in value.split(",")) for name, value in sizes.items()}
    return {**variables, **times}


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
