"""The release series that an image's tag asks for, and whether what an image holds is of it. Pure."""

import re


def named(image: str) -> str:
    """The release series that a tag names: the first two numbers of its version, or the one that it has; else ''."""
    found = re.match(r"v?(\d+(?:\.\d+)?)(?![\d])", image.rpartition(":")[2])
    return found[1] if found else ""


def departure(image: str, version: str) -> str:
    """One line if what an image holds is of another series than its tag's; '' if it is not, or not known."""
    wanted, found = named(image), re.search(r" (\d[\d.]*)", version)
    if not wanted or not found or f"{found[1]}.".startswith(f"{wanted}."):
        return ""
    return f"{version}, where {image} is asked for"
