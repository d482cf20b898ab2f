"""The concurrency styles that are compared."""

from bench.errors import UsageError

VARIANTS = ("blocking", "virtual-threads", "reactor", "coroutines")
OWN_SQL = ("blocking-jpa",)
"""Blocking with the data access of a published experiment: its statements are not the contract's."""
CONTROLS = ("reactor-jdbc", "coroutines-jdbc")
"""The reactive server stacks over JDBC on virtual threads: they tell what is the server's and what the driver's."""
APART = (*OWN_SQL, *CONTROLS)
"""Not of the comparison. They run where they are named."""

COLOURS = {
    "blocking": "#E69F00", "virtual-threads": "#56B4E9", "reactor": "#009E73", "coroutines": "#CC79A7",
    "blocking-jpa": "#D55E00", "reactor-jdbc": "#0072B2", "coroutines-jdbc": "#F0E442",
}  # fmt: skip
"""One colour for each, in reports and dashboards: M. Okabe and K. Ito, Color Universal Design (2008), told apart with
any colour vision."""

BASELINE = "blocking"
"""The variant that ratios are taken to."""


def parse(text: str) -> list[str]:
    """A comma list of variants, in the order given; all that are compared if the text is empty."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in (*VARIANTS, *APART)]
    if unknown:
        raise UsageError(
            f"there is no variant '{unknown[0]}'; VARIANT is one of: {', '.join(VARIANTS)}; "
            f"or, apart from them: {', '.join(APART)}"
        )
    if len(set(names)) < len(names):
        raise UsageError(f"VARIANT={text} names a variant twice; each runs once per block, RUNS repeats the block")
    return names or list(VARIANTS)
