"""What the machines themselves counted in a window: the ground truth beside the load machine's word."""

from bench.results.record import Record


class MachineUse(Record):
    """What one machine used in a window, from its cgroup. Shares are of its cap, or of its periods for throttling."""

    seconds: float
    cpu_seconds: float
    cpu_share: float
    throttled_share: float
    throttled_seconds: float
    memory_peak: int | None
    memory_limit: int | None


class AppUse(Record):
    """What the app counted. Means over the window's samples; None where a variant has no such thing.

    `requests_per_second` by the app's own counter; `compiling` is how many of its compilers had a method in hand on
    average, `compiler_share` the part of the app's CPU cap that they took (None in results older than this count);
    `in_flight` requests that a handler works on; workers are Tomcat's threads; the pool is that of database
    connections; threads are the most seen, `threads` as the operating system counts them, `virtual_threads` as the app
    does. `collector_seconds` is the CPU of the threads that collect garbage. `allocated_per_second` are bytes of the
    heap, `paused` the share of the time in which the garbage collector stopped the app; these three are None in older
    results. All but the CPU of threads and their number are None, too, where the app answered fewer than two scrapes.
    """

    requests_per_second: float | None = None
    compiling: float | None = None
    compiler_share: float | None = None
    collector_seconds: float | None = None
    in_flight: float | None = None
    workers_busy: float | None = None
    workers: int | None = None
    pool_busy: float | None = None
    pool_waiting: float | None = None
    pool_size: int | None = None
    allocated_per_second: float | None = None
    paused: float | None = None
    threads: int
    virtual_threads: int | None = None


class DatabaseUse(Record):
    """Statements a second by the database's own counters, less the harness's own."""

    selects: float
    inserts: float
    updates: float
    deletes: float

    @property
    def statements(self) -> float:
        """All four, a second."""
        return self.selects + self.inserts + self.updates + self.deletes


class AppSample(Record):
    """The app's own figures at second `at` of a window; rates, CPU in cores and compilers at
    work since the sample before."""

    at: float
    requests_per_second: float
    cpu: float
    compiling: float
    in_flight: float | None
    platform_threads: float
    virtual_threads: float | None
    workers_busy: float | None
    pool_busy: float | None
    pool_waiting: float | None
    heap_bytes: float


class LoadSample(Record):
    """What the users saw at second `at` of a window, from Prometheus; a moving window of a few seconds."""

    at: float
    good_per_second: float | None
    failed_per_second: float | None
    p50_ms: float | None
    p95_ms: float | None


class Samples(Record):
    """How one window went. `load` is empty where no observer ran; `unobserved` says why it is where one did."""

    app: list[AppSample]
    load: list[LoadSample]
    unobserved: str | None = None
