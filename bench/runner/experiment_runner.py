"""The story of an experiment: prepare the machines, run block after block, write every run, leave nothing behind."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from bench import interrupts
from bench.analysis import comparison, compatibility, ladder, parity, two_stage
from bench.errors import EngineSilentError, HostGoneError, ThreadmillError, UsageError
from bench.probes import prometheus
from bench.results import STOCK, Experiment, Plan, Run, Samples, Store, kept_calibration
from bench.results.collection import Collection
from bench.results.store import run_name
from bench.runner import events, k6, profiles, reserved, resumption, run, walltime
from bench.runner.events import Listener
from bench.spec import observers as observing
from bench.spec import schedule
from bench.spec.schedule import ScheduledRun
from bench.testbed import caps, environment, placement, several, tables
from bench.testbed.as_found import AsFound
from bench.testbed.machines import Machines

STRUCK = "{}, run {}: INVALID now by a parity setting; dashboards show the verdict from before"
PILOT = "{}-pilot"
"""The folder of a ladder's pilot, in that of the experiment."""


def conduct(
    machines: Machines, plan: Plan, settings: dict[str, str], listen: Listener, folder: Path | None = None
) -> Store:
    """Carry the plan out. Whatever ends it, every finished run is kept and what this command started is removed.

    Results go to a folder of their own under results/, or to `folder`.
    """
    with session(machines, plan.observers, listen) as start:
        here = environment.describe(machines, settings)
        known, told = compatibility.known_calibration(kept_calibration(), here)
        listen(events.Note(told))
        if why := comparison.out_of_reach(plan, known):
            raise UsageError(why)
        plan = comparison.bounded(plan, known)
        begun = Experiment(plan=plan, environment=here, calibration=known)
        store = carry_out(machines, begun, Store.create(begun, folder), start, listen)
    return _finished(machines, store, listen)


def resume(machines: Machines, store: Store, anyway: bool, listen: Listener) -> Store:
    """Go on with an experiment that was interrupted, as if it had never stopped."""
    begun = store.experiment()
    here = environment.describe(machines, begun.environment.settings)
    images = environment.app_images({one.variant for one in schedule.scheduled(begun.plan)})
    for difference in resumption.check(store, here, images, anyway):
        listen(events.Note(f"not as before: {difference}"))
    with session(machines, begun.plan.observers, listen) as start:
        missing = begun.environment.missing | machines.missing
        there = begun.environment.model_copy(update={"missing": missing})
        again = begun.model_copy(update={"resumed": begun.resumed + 1, "environment": there})
        carry_out(machines, again, store, start, listen)
    return _finished(machines, store, listen)


def conduct_part(
    machines: Machines, whole: Collection[Any], name: str, plan: Plan, settings: dict[str, str], listen: Listener,
    anyway: bool,
) -> Store:  # fmt: skip
    """Begin the experiment of that name in a collection, or go on with it. What is complete is left alone."""
    found = whole.part(name)
    if found is None:
        return conduct(machines, plan, settings, listen, whole.folder / name)
    return found if resumption.complete(found) else resume(machines, found, anyway, listen)


@contextmanager
def session(machines: Machines, observers: bool, listen: Listener) -> Iterator[float]:
    """Everything but the app and the load is up inside; outside, the host is as it was found. Yields when it began."""
    began = time.monotonic()
    machines.check_host()  # before anything of the user's is touched
    found = AsFound.seen(machines)
    try:
        if found.app:
            text = f"{found.app.variant} is up; it makes room for the measurement and is started again afterwards"
            listen(events.Note(text))
            machines.remove(["app"])
        if not observers:
            machines.watch(False)
        listen(events.Note("starting the database" + (" and the observers" if observers else "")))
        machines.up_support(observers)
        yield began
    finally:
        with interrupts.shielded():
            if lost := several.lose_unreachable():
                listen(events.Note(f"{', '.join(lost)}: no longer there; what it still holds the next command removes"))
                found = AsFound({})
            if not lost or placement.several():
                _clean_up(machines, found)


@contextmanager
def keeping_logs(machines: Machines, folder: Path, listen: Listener) -> Iterator[None]:
    """Keep what the machines wrote where something fails inside; the session removes them next."""
    try:
        yield
    except ThreadmillError:
        machines.keep_logs(folder)
        listen(events.Note(f"what the machines wrote is in {folder}"))
        raise


def carry_out(machines: Machines, begun: Experiment, store: Store, start: float, listen: Listener) -> Store:
    """Do the runs that are left, inside a session; `start` is when it began."""
    try:
        with keeping_logs(machines, store.logs, listen):
            if not begun.plan.levels:
                begun = _with_rates(machines, begun, store, listen)
            if begun.plan.objective:
                listen(events.Note(walltime.search(begun.plan)))
            offered = run.offering(begun.plan, begun.plan.configured[0], 0, observed=False)
            if told := reserved.outgrown(offered, begun.plan):
                listen(events.Note(told))
            _run_blocks(machines, begun, store, listen)
            if begun.plan.runs == begun.plan.pilot and (told := two_stage.told(begun.plan, store.runs())):
                listen(events.Note(told))
                begun = begun.model_copy(update={"plan": two_stage.whole(begun.plan, store.runs())})
                store.write_experiment(begun)
                _run_blocks(machines, begun, store, listen)
    except BaseException:
        if store.stands_alone and begun.plan.reset and not begun.plan.arms and not begun.plan.profiled:
            listen(events.Note(f"to go on with it: make bench RESUME={store.folder.name}"))
        raise
    finally:  # an interrupted session counts as well
        wall = (begun.wall_seconds or 0.0) + time.monotonic() - start
        begun = begun.model_copy(update={"wall_seconds": round(wall, 1)})
        store.write_experiment(begun)
    pilot = _pilot(store)
    done = [*(pilot.runs() if pilot else []), *store.runs()]
    listen(events.Note(walltime.breakdown(begun.plan, done, begun.wall_seconds or 0.0)))
    return store


def _pilot(store: Store) -> Store | None:
    """Where the pilot of a ladder is kept; None before it begins, and where rates are named by hand."""
    folder = store.folder / PILOT.format(store.folder.name)
    return Store(folder) if (folder / Store.FILE).is_file() else None


def _with_rates(machines: Machines, begun: Experiment, store: Store, listen: Listener) -> Experiment:
    """The experiment with the rates of its ladder, by a pilot, which is an experiment of its own in the same folder.
    What of the pilot is done is not done again."""
    plan = schedule.ladder_pilot(begun.plan)
    again = begun.model_copy(update={"plan": plan})
    pilot = _pilot(store) or Store.create(again, store.folder / PILOT.format(store.folder.name))
    listen(events.Note(walltime.ladder(plan, begun.plan)))
    _run_blocks(machines, pilot.experiment(), pilot, listen)
    found = ladder.capacity(pilot.runs())
    begun = begun.model_copy(update={"plan": ladder.rated(begun.plan, found)})
    store.write_experiment(begun)
    listen(events.Note(ladder.told(begun.plan, found)))
    return begun


def _run_blocks(machines: Machines, begun: Experiment, store: Store, listen: Listener) -> None:
    plan = begun.plan
    todo = schedule.left(plan, store.runs())
    if not todo:
        return
    took = [sum(finished.seconds.values()) for finished in store.runs()]
    listen(events.RunsPlanned(len(todo), walltime.run_seconds(plan), took, store.folder))
    watched = plan.observers
    say_all = partial(_note, listen)
    with tables.set_up(machines, plan, say_all), profiles.profiler_of(machines, plan) as tool:
        for index, due in enumerate(todo):
            listen(events.RunStarted())
            if watched != schedule.observed(plan, due):
                watched = not watched
                machines.watch(watched)
            if due.arm == schedule.OBSERVED:
                observing.require_all(machines.missing)
            prometheus_url = machines.prometheus_url() if watched else None
            name = f"{due.variant} ({due.configuration})" if plan.mixed else f"{due.variant} {due.arm}".strip()
            say = partial(_say, listen, name)
            recording = ""
            if tool and schedule.recorded(plan, due):
                recording = run_name(due.block, due.variant, due.arm, due.configuration if plan.mixed else "")
                tool.begin(recording)
            found, samples = _conduct(machines, plan, due, store.logs, prometheus_url, say, recording)
            found = found.model_copy(update={"arm": due.arm})
            store.write_run(found, samples)
            if tool and recording and plan.arms:
                profiles.discard(machines, tool, recording)
            elif tool and recording:
                profiles.keep(machines, tool, plan, store, found, say)
            if prometheus_url and not recording:
                prometheus.publish(machines, prometheus_url, begun, store.folder.name, found, say)
            listen(events.RunFinished())
            if due.block not in {later.block for later in todo[index + 1 :]}:
                for judged in parity.judged(store.runs()):
                    store.rewrite_run(judged)
                    if plan.observers:
                        listen(events.Note(STRUCK.format(judged.label, judged.block)))
                if tool and not plan.arms:
                    block = [one for one in store.runs() if one.block == due.block]
                    profiles.differences(tool, store, block, say_all)
                listen(events.BlockFinished(begun, store.runs()))


def _note(listen: Listener, text: str) -> None:
    listen(events.Note(text))


def _say(listen: Listener, run_name: str, text: str) -> None:
    listen(events.Step(run_name, text))


def _conduct(
    machines: Machines,
    plan: Plan,
    due: ScheduledRun,
    logs: Path,
    prometheus_url: str | None,
    say: Callable[[str], None],
    recording: str = "",
) -> tuple[Run, list[Samples]]:
    """One run, recorded under a name where that is not empty. In a trial a configuration that makes it fail is noted,
    and so is a recorder; that stock fails, or that the engine does not answer, is a fault of the host."""
    configured = plan.configuration(due.variant, due.configuration)
    plan = plan.model_copy(update={"profiled": bool(recording)})
    try:
        return run.conduct(machines, plan, due.block, prometheus_url, say, configured, recording)
    except (EngineSilentError, HostGoneError):
        raise
    except ThreadmillError as fault:
        if not recording and (not plan.trial or due.configuration == STOCK):
            raise
        k6.remove()
        machines.keep_logs(logs)
        say(f"failed, and the {'profile' if recording else 'trial'} goes on: {fault} (its log is in {logs})")
        image = environment.app_images([due.variant])[due.variant]
        cpus = caps.for_scenario(machines.caps, plan.needs)
        return run.failed(plan, due.block, configured, image, cpus, str(fault)), []


def _finished(machines: Machines, store: Store, listen: Listener) -> Store:
    done = store.experiment()
    port = machines.dashboards_port() if done.plan.observers else None
    dashboard = prometheus.address(port, done, store.folder.name) if port else ""
    listen(events.ExperimentFinished(store, dashboard))
    return store


def _clean_up(machines: Machines, found: AsFound) -> None:
    """Leave the host as it was found; each step whatever became of those before it."""
    with ExitStack() as last_first:
        last_first.callback(found.restore, machines)
        if "downstream" in found.containers:
            last_first.callback(lambda: machines.restore_caps({"downstream": machines.caps["downstream"].cpus}))
        last_first.callback(k6.remove)
