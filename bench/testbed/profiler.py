"""The profiler: JDK Flight Recorder in the app's own JVM, a volume that it writes to, and a container that reads it.

docs/profiling.md says why it is this one. The app is started with `flags`; nothing has to be attached to it, and its
image is the one that is measured.
"""

import json
import re
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from bench.errors import ThreadmillError
from bench.testbed import engine, placement

IMAGE = "threadmill/profiler:dev"
VOLUME = CONTAINER = "threadmill-profiler"
COMPOSE_FILE = "compose.profiled.yaml"
"""What Compose reads, too, when it makes the app of a profiled run."""
NAME, EVENT = "JDK Flight Recorder", "jdk.CPUTimeSample"
INTERVAL_NS = 2_000_000
"""CPU time between two samples of a thread: the throttle of jdk.CPUTimeSample in images/profiler/profile.jfc."""
STACK_DEPTH = 512
"""Frames of a stack; a reactive one has more than the usual 64."""
READING_WITHIN = 300.0
"""Seconds that reading a recording, or drawing it, may take."""
BUFFER_KIB = 8
"""A thread's allocation buffer, fixed. An object can be sampled when it begins a buffer, or once for each that it would
fill. A large one that fits counts as its neighbours': of 50 KiB a request 21 to 27 were found in buffers that the JVM
sized."""
_RECORDINGS = "/profiler/recordings"
_CONVERTER = "/profiler/jfr-converter.jar"


def flags(name: str) -> str:
    """The JVM's options that record it from its start on. Its repository would else be in /tmp, which is memory.
    Buffers have a fixed size, so that large objects are counted in full."""
    folder = _folder(name)
    return (
        f"-XX:FlightRecorderOptions:repository={folder}/repository,stackdepth={STACK_DEPTH} "
        f"-XX:StartFlightRecording:settings=/profiler/profile.jfc,filename={folder}/profile.jfr,dumponexit=true "
        f"-XX:TLABSize={BUFFER_KIB}k -XX:-ResizeTLAB"
    )


def added(flag: str) -> bool:
    """Whether a flag of the JVM is one of `flags`: no measured app has them, and they name the run that is recorded."""
    return flag.partition("=")[0] in {own.partition("=")[0] for own in flags("").split()}


class Profiler(AbstractContextManager["Profiler"]):
    """A fresh volume and the container that reads it; leaving it removes both. `cores` are those of the load machine:
    it works when no load is on."""

    def __init__(self, cores: str) -> None:
        self._cores = cores

    def __enter__(self) -> "Profiler":
        remove()
        _docker("volume", "create", VOLUME)
        _docker(
            "run", "--detach", "--name", CONTAINER, "--volume", f"{VOLUME}:/profiler", "--network", "none",
            "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--cpuset-cpus", self._cores,
            "--memory", "1g", IMAGE, "sleep", "infinity",
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        remove()

    def begin(self, name: str) -> None:
        """Make room for a recording: the JVM makes no folder for it."""
        self._run("mkdir", "-p", _folder(name))

    def cut(self, name: str, from_ms: int, to_ms: int) -> dict[str, Any]:
        """Collapse the stacks of a window (milliseconds since the epoch) of a recording that has ended; its counts.

        Of a JVM that was killed, what it had written until then is read.
        """
        program = ("java", "-Xmx512m", "-cp", "/profiler", "Window")
        told = self._run(*program, _folder(name), str(from_ms), str(to_ms), str(INTERVAL_NS))
        counts: dict[str, Any] = json.loads(engine.last_line(told))
        self._run("rm", "-rf", f"{_folder(name)}/repository")  # what a kill left is in the recording now
        return counts

    def draw(self, name: str, kind: str, title: str) -> None:
        """A flame graph of collapsed stacks, as one page."""
        folder = _folder(name)
        self._convert("--title", title, f"{folder}/{kind}.collapsed", f"{folder}/flame-{kind}.html")

    def differ(self, base: str, other: str, title: str) -> str:
        """The page of a differential flame graph of collapsed stacks: what `other` has more or less than `base`."""
        files = [f"{_RECORDINGS}/{name}" for name in ("base.collapsed", "other.collapsed", "diff.html")]
        for file, text in zip(files, (base, other), strict=False):
            self._run("sh", "-c", f"cat > {file}", stdin=text)
        self._convert("--title", title, "--diff", *files)
        return self._run("cat", files[-1])

    def fetch(self, name: str, folder: Path) -> None:
        """Copy a recording, and what was made of it, to a folder of the host."""
        folder.mkdir(parents=True, exist_ok=True)
        _docker("cp", f"{CONTAINER}:{_folder(name)}/.", str(folder), timeout=READING_WITHIN)

    def forget(self, name: str) -> None:
        """Remove a recording that is not wanted."""
        self._run("rm", "-rf", _folder(name))

    def _convert(self, *argv: str) -> None:
        self._run("java", "-Xmx512m", "-jar", _CONVERTER, *argv)

    def _run(self, *argv: str, stdin: str | None = None) -> str:
        return _docker("exec", "--interactive", CONTAINER, *argv, stdin=stdin, timeout=READING_WITHIN)


def remove() -> None:
    """Remove container and volume, if they are there. An app that has the volume must be gone before."""
    engine.discard(CONTAINER, placement.of("app"))
    if VOLUME in _docker("volume", "ls", "--quiet", "--filter", f"name={VOLUME}").split():
        _docker("volume", "rm", VOLUME)


def _docker(*argv: str, **how: Any) -> str:
    """A call to the app's engine, since the volume is there."""
    return engine.docker(*argv, at=placement.of("app"), **how)


def stop(container: str, within: int = 60) -> None:
    """Let the app end by itself, which closes its recording; one that does not is killed after so many seconds."""
    _docker("stop", "-t", str(within), container, timeout=within + engine.PATIENCE)


def refusals(log: str) -> list[str]:
    """What the JVM says of its recorder in its log, where it refuses or cannot do something."""
    found = re.findall(r"\[(?:warning|error)\]\[jfr[^\]]*\] ?(.*)", log)
    return list(dict.fromkeys(line.strip() for line in found if line.strip()))


def reason(fault: ThreadmillError) -> str:
    """Why something could not be done, in one line."""
    return engine.last_line(fault.logs) if fault.logs else str(fault)


def _folder(name: str) -> str:
    """Of a recording, on the volume. A configuration's name may hold signs that mean something to the JVM's options."""
    return f"{_RECORDINGS}/{re.sub(r'[^A-Za-z0-9.-]', '_', name)}"
