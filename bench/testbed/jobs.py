"""Jobs that need one another, several at a time: each begins as soon as what it needs is done and a place is free."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from graphlib import TopologicalSorter
from threading import Event

from bench.errors import ThreadmillError

AT_ONCE = 3
"""On a host of 2 cores, two compile while a third downloads. More would need more memory than the machines do."""


@dataclass(frozen=True)
class Job:
    """One piece of work.

    `run` is given an event that is set when the job has to stop: it then ends what it has started, and raises. `needs`
    are the names of the jobs before it; a name that no job has counts as done. `seconds` is how long it usually takes.
    An `optional` job may fail, unless one that is not optional needs it.
    """

    name: str
    run: Callable[[Event], object]
    needs: frozenset[str] = frozenset()
    seconds: float = 0.0
    optional: bool = False


def perform(jobs: Sequence[Job], say: Callable[[str], None]) -> dict[str, ThreadmillError]:
    """Do all jobs; the faults of the optional ones that failed or could not begin, by name.

    A fault of an essential job, or an interruption, stops all others and is raised once they have ended.
    """
    progress = _Progress(jobs, say)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            while progress.graph.is_active():
                progress.begin(pool)
                progress.settle()
        except BaseException:
            progress.stop()
            raise
    return progress.faults


class _Progress:
    """What is done, what runs, and what could begin."""

    def __init__(self, jobs: Sequence[Job], say: Callable[[str], None]) -> None:
        self.say = say
        self.jobs = {job.name: job for job in jobs}
        self.rank = {name: index for index, name in enumerate(order(jobs))}
        self.vital = essential(jobs)
        self.graph = TopologicalSorter(_needs(jobs))
        self.graph.prepare()
        self.ready: list[str] = []
        self.running: dict[Future[object], str] = {}
        self.faults: dict[str, ThreadmillError] = {}
        self.stopping = Event()

    def begin(self, pool: Executor) -> None:
        """Fill the free places with the first of those that are ready. What needs a failed job fails like that one."""
        self.ready = sorted([*self.ready, *self.graph.get_ready()], key=self.rank.__getitem__)
        while self.ready and len(self.running) < AT_ONCE:
            job = self.jobs[self.ready.pop(0)]
            if lacking := job.needs & self.faults.keys():
                self.faults[job.name] = self.faults[min(lacking)]
                self.graph.done(job.name)
            else:
                self.running[pool.submit(job.run, self.stopping)] = job.name

    def settle(self) -> None:
        """Wait until a job has ended. Raises its fault, unless it can be done without."""
        for ended in wait(self.running, return_when=FIRST_COMPLETED).done:
            name = self.running.pop(ended)
            fault = ended.exception()
            if isinstance(fault, ThreadmillError) and name not in self.vital:
                self.say(f"{fault}; going on without it")
                self.faults[name] = fault
            elif fault:
                raise fault
            self.graph.done(name)

    def stop(self) -> None:
        """Ask every job that runs to stop."""
        self.stopping.set()
        if self.running:
            self.say(f"stopping: {', '.join(self.running.values())}")


def order(jobs: Sequence[Job]) -> list[str]:
    """The names as they should begin: the essential first, then those from which it takes longest to the last job."""
    needs = _needs(jobs)
    seconds = {job.name: job.seconds for job in jobs}
    left = dict(seconds)
    for name in reversed(list(TopologicalSorter(needs).static_order())):
        for need in needs[name]:
            left[need] = max(left[need], seconds[need] + left[name])
    vital = essential(jobs)
    return sorted(left, key=lambda name: (name not in vital, -left[name]))


def essential(jobs: Sequence[Job]) -> set[str]:
    """The jobs that are not optional, and all that they need."""
    needs = _needs(jobs)
    found = {job.name for job in jobs if not job.optional}
    while more := {need for name in found for need in needs[name]} - found:
        found |= more
    return found


def _needs(jobs: Sequence[Job]) -> Mapping[str, frozenset[str]]:
    names = {job.name for job in jobs}
    return {job.name: job.needs & names for job in jobs}
