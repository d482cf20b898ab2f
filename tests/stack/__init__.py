"""Black-box tests of the running stack: `python -m pytest tests/stack`, or one variant with `-k reactor`.

Each variant is started once and all of its tests run before the next one's. A database is reset at that start.
"""
