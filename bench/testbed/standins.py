"""The recipes under images/: what each stand-in replaces, what it is built on, and the hash of its contents.

A build is handed the certificates that this host was given, as behind a TLS-inspecting proxy. None is ever committed.
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from bench.errors import ThreadmillError
from bench.paths import CACHE, ROOT

FOLDER = ROOT / "images"

LABEL = "threadmill.standin"
"""The image label that holds the hash; an official image has none."""
CERTIFICATES = Path("/usr/local/share/ca-certificates")
BUNDLE = CACHE / "host-certificates.pem"


@dataclass(frozen=True)
class Standin:
    """One folder under images/. `takes` is the usual time of its build, `bases` the images in its FROM lines."""

    image: str
    folder: Path
    takes: str
    bases: tuple[str, ...]
    hash: str

    @property
    def ours(self) -> bool:
        """Whether it has a name of this project's own, so that no registry is asked for it."""
        return self.image.startswith("threadmill/")

    @property
    def title(self) -> str:
        """What is built, in words."""
        return f"the image {self.image}" if self.ours else f"the stand-in for {self.image}"

    @property
    def seconds(self) -> float:
        """`takes` as a number."""
        number, unit = self.takes.split()
        return float(number) * {"s": 1, "min": 60}[unit]

    @property
    def script(self) -> Path | None:
        """The program that builds it, where that is no Dockerfile."""
        script = self.folder / "build.sh"
        return script if script.exists() else None


def catalogue(folder: Path = FOLDER, trusted: bytes | None = None) -> dict[str, Standin]:
    """Every stand-in, by the image that it replaces. `trusted`: the certificates that a base takes over."""
    trusted = certificates() if trusted is None else trusted
    sources = {}
    for source in sorted([*folder.glob("*/Dockerfile"), *folder.glob("*/build.sh")]):
        header = dict(re.findall(r"^# (image|takes): (.+)$", source.read_text(), re.MULTILINE))
        missing = {"image", "takes"} - header.keys()
        if missing:
            raise ThreadmillError(f"{source}: its header lacks the line '# {min(missing)}: ...'; add it")
        sources[header["image"]] = (source, header["takes"])

    known: dict[str, Standin] = {}

    def read(image: str) -> Standin:
        if image not in known:
            source, takes = sources[image]
            bases = tuple(base for base in _from_lines(source) if base in sources)
            # a base that changes, or the certificates in it, makes a new stand-in of everything that is built on it
            inherited = "".join(read(base).hash for base in bases).encode() if bases else trusted
            known[image] = Standin(image, source.parent, takes, bases, _hash(source.parent, inherited))
        return known[image]

    return {image: read(image) for image in sources}


def certificates(folder: Path = CERTIFICATES) -> bytes:
    """What the administrator added to the distribution's own certificates; empty on most hosts."""
    return b"".join(path.read_bytes().rstrip() + b"\n" for path in sorted(folder.rglob("*.crt")))


def certificates_bundle(folder: Path = CERTIFICATES, bundle: Path = BUNDLE) -> Path | None:
    """One file with them all, for a build secret; None if there are none."""
    text = certificates(folder)
    if not text:
        bundle.unlink(missing_ok=True)
        return None
    if not bundle.exists() or bundle.read_bytes() != text:
        bundle.parent.mkdir(parents=True, exist_ok=True)
        bundle.write_bytes(text)
    return bundle


def build_command(*argv: str) -> list[str]:
    """The command that builds an image, whose recipe may take the bundle as a secret."""
    bundle = certificates_bundle()
    secret = ["--secret", f"id=host-certificates,src={bundle}"] if bundle else []
    return ["docker", "build", "--progress=plain", *secret, *argv]


def _from_lines(source: Path) -> list[str]:
    return list(dict.fromkeys(re.findall(r"^FROM (\S+)", source.read_text(), re.MULTILINE)))


def _hash(folder: Path, inherited: bytes) -> str:
    digest = hashlib.sha256(inherited)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        mode = "x" if path.stat().st_mode & 0o100 else "-"
        body = path.read_bytes()
        digest.update(f"\n{path.relative_to(folder)} {mode} {len(body)}\n".encode() + body)
    return digest.hexdigest()[:16]
