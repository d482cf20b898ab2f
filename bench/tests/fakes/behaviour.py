"""What the simulated app, script and load machine are like. The defaults are those of a healthy run."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Behaviour:
    """Milliseconds are per request. `cold` is how many times dearer a request is at first, which decays with
    `warming` seconds of load; `wrong` and `reset` are shares of all requests; `working` is the share of requests for
    which the app does its SQL; `sleep_ms` is what the script waits without saying so; `cut` the share of the window
    after which k6 says that it is over; `uneven` by how much one start of the app differs from the next; `restarts`:
    the app does, as the window ends; `bears`: the users whose requests fit into its heap;
    `watching`: the share by which the observers make a request dearer; `dearer`: by variant, how many times
    the CPU of others a request of it costs; `flags`: by option of the app's command line, the same;
    `fatal`: the options with which the app does not start."""

    app_cpu_ms: float = 0.25
    db_cpu_ms: float = 0.15
    load_cpu_ms: float = 0.1
    hold_ms: float = 2.0
    pool: int = 10
    cold: float = 3.0
    warming: float = 6.0
    wrong: float = 0.0
    reset: float = 0.0
    working: float = 1.0
    sleep_ms: float = 0.0
    cut: float = 1.0
    uneven: float = 0.02
    restarts: bool = False
    bears: int = 10_000
    watching: float = 0.0
    dearer: Mapping[str, float] = field(default_factory=dict)
    flags: Mapping[str, float] = field(default_factory=dict)
    fatal: tuple[str, ...] = ()
