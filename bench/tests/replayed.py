"""Invented results for every experiment of a replay, by the arithmetic that predicts them."""

from bench.analysis import limiter
from bench.results import Experiment, Latency, LoadSummary, Plan, Store, TimelineRow, Window
from bench.studies.store import StudyStore
from bench.tests import examples

LOOPS, IO_POOL = 4, 64
CPU_PER_SECOND = 3000.0
"""Requests a second that the app's CPU allows."""


def fill(store: StudyStore) -> None:
    """Results for every piece, as if all had been measured; one run of each variant."""
    for piece in store.planned:
        plan = piece.asked.plan
        experiment = Experiment(plan=plan, environment=examples.experiment().environment)
        found = Store.create(experiment, store.folder / piece.name)
        workers = int(piece.asked.caps.get("APP_WORKER_THREADS", "200"))
        for variant in plan.blocks[0]:
            windows = [_window(plan, variant, level, workers) for level in plan.levels]
            run = examples.run(variant, 0).model_copy(update={"windows": windows})
            found.write_run(run, [examples.samples() for _ in windows])


def _window(plan: Plan, variant: str, level: int, workers: int) -> Window:
    wait = (plan.wait_ms or 10) / 1000
    threads = _threads(plan, variant, workers)
    asked = level / (wait + _thinking(plan)) if plan.model == "closed" else float(level)
    allowed = min(threads / wait if threads else CPU_PER_SECOND, CPU_PER_SECOND)
    load = _load(plan, level, min(asked, allowed), asked, wait)
    tomcat = variant in ("blocking", "blocking-jpa")
    app = examples.app_use(
        requests_per_second=load.requests / plan.duration, workers=workers if tomcat else None,
        workers_busy=min(asked * wait, float(workers)) if threads and tomcat else None, pool_busy=None,
    )  # fmt: skip
    rate = load.requests / plan.duration
    used = examples.use(cpu_share=min(rate / CPU_PER_SECOND, 0.99), throttled_share=0.0)
    use = {"app": used, "load": examples.use(cpu_share=0.2, throttled_share=0.0)}
    found = limiter.predict(plan, variant, load, app, use, None if tomcat else LOOPS)
    return examples.window(
        level=level, load=load, use=use, app=app, ceilings=found, limiter=limiter.find(load, app, use, found)
    )


def _threads(plan: Plan, variant: str, workers: int) -> int | None:
    """That a request holds one of while it waits; None where it holds none."""
    waiting = plan.options.get("WAITING", "default")
    if variant in ("blocking", "blocking-jpa") and plan.options.get("RELAY") != "flux":
        return workers
    return {"sleep-on-event-loop": LOOPS, "sleep-on-io-pool": IO_POOL}.get(waiting)


def _thinking(plan: Plan) -> float:
    least, _, most = plan.options.get("THINK", "0").partition("-")
    return (int(least) + int(most or least)) / 2000


def _load(plan: Plan, level: int, rate: float, asked: float, wait: float) -> LoadSummary:
    good = round(rate * plan.duration)
    failed = round((asked - rate) * plan.duration) if plan.model == "open" else 0
    ms = 1000 * (wait if rate >= asked else max(level / rate - _thinking(plan), wait))
    varies = plan.scenario == "person-ramp"
    return examples.summary(
        scenario=plan.scenario, model=plan.model, vus=level if plan.model == "closed" else None,
        rate=level if plan.model == "open" else None, window_seconds=plan.duration, requests=good + failed, good=good,
        failed=failed, failures={"response-timeout": failed}, think_ms=1000 * _thinking(plan),
        latency_ms=Latency(mean=ms, p50=ms, p90=1.01 * ms, p95=1.02 * ms, p99=1.03 * ms, max=1.1 * ms),
        timeline=_ramp(plan, level, rate) if varies else None,
    )  # fmt: skip


def _ramp(plan: Plan, level: int, most: float) -> list[TimelineRow]:
    """A fiftieth of the level to the level; what is not answered in its time is answered afterwards."""
    rows, backlog = [], 0.0
    for at in range(0, plan.duration, 5):
        offered = 5 * level * (0.02 + 0.98 * (at + 2.5) / plan.duration)
        good = min(backlog + offered, 5 * most)
        backlog += offered - good
        rows.append(
            TimelineRow(at=at, offered=round(offered), good=round(good), failed=0, p95_ms=1000 + backlog / most)
        )
    return [*rows, TimelineRow(at=plan.duration, offered=0, good=round(backlog), failed=0, p95_ms=9000.0)]
