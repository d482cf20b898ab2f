"""Where things are."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"
TEMPLATES = ROOT / "bench" / "report" / "templates"
CACHE = ROOT / ".cache"
