"""The certificates that this host was given, as behind a TLS-inspecting proxy. None is ever committed."""

from pathlib import Path

from bench.paths import CACHE

FOLDER = Path("/usr/local/share/ca-certificates")
BUNDLE = CACHE / "host-certificates.pem"


def added(folder: Path = FOLDER) -> bytes:
    """What the administrator added to the distribution's own certificates; empty on most hosts."""
    return b"".join(path.read_bytes().rstrip() + b"\n" for path in sorted(folder.rglob("*.crt")))


def certificates_bundle(folder: Path = FOLDER, bundle: Path = BUNDLE) -> Path | None:
    """One file with them all, for a build secret; None if there are none."""
    text = added(folder)
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
