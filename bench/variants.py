"""The concurrency styles that are compared."""

from bench.errors import UsageError

VARIANTS = ("blocking", "virtual-threads", "reactor", "coroutines")

COLOURS = {"blocking": "#E69F00", "virtual-threads": "#56B4E9", "reactor": "#009E73", "coroutines": "#CC79A7"}
"""One colour for each, everywhere: from Okabe and Ito's palette, which the colour-blind can tell apart too."""

BASELINE = "blocking"
"""The variant that ratios are taken to."""


def parse(text: str) -> list[str]:
    """A comma list of variants, in the order given; all of them if the text is empty."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in VARIANTS]
    if unknown:
        raise UsageError(f"there is no variant '{unknown[0]}'; VARIANT is one of: {', '.join(VARIANTS)}")
    if len(set(names)) < len(names):
        raise UsageError(f"VARIANT={text} names a variant twice; each runs once per block, RUNS repeats the block")
    return names or list(VARIANTS)
