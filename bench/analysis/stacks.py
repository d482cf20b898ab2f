"""Reading collapsed stacks of images/profiler/Window.java: one line a stack, the thread first. Pure functions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

TYPE = re.compile(r"_\[[0-9a-z]+\]$")
"""What the profiler may write behind a frame: whether it was interpreted, compiled or inlined."""
THREAD = re.compile(r"^\[(?P<name>.*?)(?: tid=\d+)?\]$")


@dataclass(frozen=True)
class Stack:
    """One line of a recording: frames from the root to the innermost, and what they weigh."""

    thread: str
    frames: tuple[str, ...]
    weight: int


@dataclass(frozen=True)
class Recording:
    """Collapsed stacks. `broken` are lines that are none, such as the last of a file that was cut off."""

    stacks: Sequence[Stack]
    broken: int = 0


def parse(text: str) -> Recording:
    """Collapsed stacks: `frame;frame;frame weight` on each line, the thread's name as the first frame."""
    stacks, broken = [], 0
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        path, _, weight = line.rpartition(" ")
        # a last line without its end may have lost digits of its weight
        if not path or not weight.isdigit() or number == len(lines) - 1:
            broken += 1
            continue
        frames = path.split(";")
        thread = THREAD.match(frames[0])
        name = thread["name"] if thread else ""
        stacks.append(Stack(name, tuple(frames[1:] if thread else frames), int(weight)))
    return Recording(stacks, broken)


def method(frame: str) -> str:
    """A frame as Java writes it: with dots, without what the profiler adds."""
    return TYPE.sub("", frame).replace("/", ".")
