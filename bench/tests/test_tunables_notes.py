"""The lines under the ratios: what the tunables were, and how much a search found each to matter."""

from pathlib import Path

import pytest

from bench.report import tunables
from bench.report.conclusion import answer
from bench.report.rows import Row, rows
from bench.results import PER_CPU_SECOND, Configuration, Run, Store
from bench.tests import both

LOOPS = "4 + 4 event loops (HTTP + R2DBC)"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return both.write(tmp_path)


def notes(store: Store, keep: tuple[str, ...] = ("stock", "tuned")) -> list[str]:
    runs = [run for run in store.runs() if run.configuration in keep]
    return tunables.notes(rows([run.model_copy(update={"mixed": len(keep) > 1}) for run in runs], 0))


def of(lines: list[str], row: str) -> str:
    (line,) = (line for line in lines if line.startswith(f"{row}: "))
    return line


def test_a_tuned_row_names_every_kept_setting_and_what_stock_does(store: Store) -> None:
    assert of(notes(store), "coroutines (tuned)") == (
        "coroutines (tuned): 1 event loop, shared with R2DBC, epoll transport, adaptive allocator; "
        "the search kept eventLoops.http=1, eventLoops.shared=true; "
        f"stock's {LOOPS} gave 0.67 [0.65, 0.68] times its goodput in the search; "
        "here it gave 1.50 [1.50, 1.50] times its stock (1.50 [1.50, 1.50] at equal speed of the cores)"
    )


def test_both_configurations_of_one_variant_are_compared_with_no_other_style(store: Store) -> None:
    """With a search of blocking alone the answer said that 1 run of each tells no interval, of three."""
    runs = [run for run in store.runs() if run.variant == "blocking"]
    first, second, *_ = answer(store.experiment(), runs)
    assert first == "Only blocking was measured, so it is compared with no other style."
    assert "blocking (tuned) 1.02 [1.02, 1.02] times" in second


def test_what_it_gave_is_told_at_an_equal_speed_of_the_cores_as_well(store: Store) -> None:
    runs = [run.model_copy(update={"mixed": True}) for run in store.runs()]
    for number, run in enumerate(runs):
        taken = {"work_ms": 0.2 if run.configuration == "tuned" else 0.25}
        runs[number] = run.model_copy(update={"windows": [run.windows[0].model_copy(update=taken)]})
    assert of(tunables.notes(rows(runs, 0)), "coroutines (tuned)").endswith(
        "1.50 [1.50, 1.50] times its stock (1.20 [1.20, 1.20] at equal speed of the cores)"
    )


def test_a_proposal_that_a_search_did_not_keep_is_not_called_kept(store: Store) -> None:
    """The report of its confirmation said that the search kept one event loop, and found nothing better than stock."""
    runs = []
    for run in store.runs():
        assert run.configured and run.configured.search
        refused = run.configured.search.model_copy(update={"over_stock": None})
        runs.append(run.model_copy(update={"configured": run.configured.model_copy(update={"search": refused})}))
    told = of(tunables.notes(rows([run.model_copy(update={"mixed": True}) for run in runs], 0)), "coroutines (tuned)")
    assert "the search proposed, and did not keep, eventLoops.http=1, eventLoops.shared=true; the search found" in told


def test_a_stock_row_beside_its_tuned_row_is_short(store: Store) -> None:
    found = of(notes(store), "coroutines (stock)")
    assert found == f"coroutines (stock): {LOOPS}, epoll transport, adaptive allocator"


def test_leak_detection_is_named_where_it_is_not_nettys_default() -> None:
    assert tunables.phrases({"netty.leakDetection": "simple"}) == []
    assert tunables.phrases({"netty.leakDetection": "disabled"}) == ["leak detection disabled"]


def test_switches_are_named_where_they_are_not_at_their_default() -> None:
    assert tunables.phrases({"netty.bufferChecks": True, "virtualThreads.tracked": True}) == []
    assert tunables.phrases({"netty.bufferChecks": False}) == ["no checks of buffers"]
    assert tunables.phrases({"virtualThreads.tracked": False}) == ["virtual threads untracked"]
    assert tunables.phrases({"virtualThreads.requests": 10, "answerLimit": "watchdog"}) == [
        "10 requests at once", "watchdog instead of a socket timeout",
    ]  # fmt: skip
    assert tunables.phrases({"answerLimit": "socket"}) == []


def test_a_stock_row_alone_says_what_tuned_does(store: Store) -> None:
    assert of(notes(store, ("stock",)), "coroutines") == (
        f"coroutines: stock, {LOOPS}, epoll transport, adaptive allocator; "
        "tuned's 1 event loop, shared with R2DBC gave 1.50 [1.47, 1.53] times its goodput in the search"
    )


def test_the_search_is_named_once(store: Store) -> None:
    told = [line for line in notes(store) if both.HOST in line]
    assert told == [f"the search was make tune on {both.HOST}; factors are ratios of goodput"]


def test_how_little_the_searches_could_have_missed_is_told_of_the_least_sharp_one(store: Store) -> None:
    given = rows([run for run in store.runs() if run.configuration == "tuned"], 0)

    def seeing(row: Row, resolution: float | None) -> Row:
        assert row.configured and row.configured.search
        search = row.configured.search.model_copy(update={"resolution": resolution})
        return Row(**{**vars(row), "configured": row.configured.model_copy(update={"search": search})})

    assert not [line for line in tunables.notes(given) if "missed" in line], "an older search does not know"
    told = tunables.notes([seeing(row, value) for row, value in zip(given, (None, 0.02, 0.034, 0.02), strict=True)])
    assert told[-1] == "a setting that gives less than 3.4% may have been missed"


def test_a_factor_of_the_cpu_is_named_as_one(store: Store) -> None:
    def by_cpu(run: Run) -> Run:
        assert run.configured and run.configured.search and run.configured.search.over_stock
        factor = run.configured.search.over_stock.model_copy(update={"of": PER_CPU_SECOND})
        search = run.configured.search.model_copy(update={"over_stock": factor})
        return run.model_copy(update={"configured": run.configured.model_copy(update={"search": search})})

    told = tunables.notes(rows([by_cpu(run) for run in store.runs() if run.configuration == "stock"], 0))
    assert of(told, "coroutines (stock)").endswith("times its good requests per CPU-second in the search")
    assert told[-1].endswith("factors are ratios of good requests per CPU-second")


def test_searches_on_several_hosts_are_told_apart(store: Store) -> None:
    def moved(row: Row) -> Row:
        assert row.configured and row.configured.search
        search = row.configured.search.model_copy(
            update={"host": "another CPU", "differences": ["APP_CPUS is 1, not 2"]}
        )
        return Row(**{**vars(row), "configured": row.configured.model_copy(update={"search": search})})

    given = rows([run for run in store.runs() if run.configuration == "tuned"], 0)
    last = tunables.notes([*given[:-1], moved(given[-1])])[-1]
    assert last.startswith(
        "the search of coroutines (tuned) was make tune on another CPU, under other limits (APP_CPUS"
    )


def test_what_was_never_searched_says_so(store: Store) -> None:
    given = rows(store.runs(), 0)[0]
    row = Row(**{**vars(given), "configured": Configuration(variant="blocking", name="stock")})
    assert tunables.notes([row]) == [
        "blocking (stock): 200 worker threads; never searched on this kind of load, so better settings may exist"
    ]


def test_a_search_that_is_older_than_a_tunable_says_so(store: Store) -> None:
    def searched(row: Row, *since: str) -> Row:
        assert row.configured and row.configured.search
        attested = row.windows[1].attestation.app["tunables"]
        then = {key: value for key, value in attested.items() if key not in since}
        search = row.configured.search.model_copy(update={"stock": then})
        return Row(**{**vars(row), "configured": row.configured.model_copy(update={"search": search})})

    given = [row for row in rows(store.runs(), 0) if row.style in ("reactor", "coroutines")]
    assert tunables.newer([searched(row) for row in given]) == []
    (said,) = tunables.newer([searched(row, "eventLoops.shared") for row in given])
    assert said.startswith(
        "The search of reactor and coroutines is older than eventLoops.shared, which it could not try"
    )


def test_settings_that_were_found_on_another_processor_are_told(store: Store) -> None:
    begun = store.experiment()
    there, here = (begun.environment.model_copy(update={"host_cpu": cpu}) for cpu in ("a CPU", "another CPU"))
    assert tunables.searched_elsewhere(begun.plan, there) == []
    (said,) = tunables.searched_elsewhere(begun.plan, here)
    assert said == (
        f"The tuned settings were found on {both.HOST}, and this host is another CPU under the scheduler "
        f"{here.scheduler}: others may be the best here (make tune)."
    )
    under = {"EEVDF": "6.18.44", "CFS": "6.1.0"}
    for there_s, kernel in under.items():
        searched = [
            one.model_copy(update={"search": one.search and one.search.model_copy(update={"scheduler": there_s})})
            for one in begun.plan.configured
        ]
        plan = begun.plan.model_copy(update={"configured": searched})
        for release in under.values():
            told = tunables.searched_elsewhere(plan, there.model_copy(update={"kernel": release}))
            assert bool(told) == (release != kernel)
    stock = begun.plan.model_copy(update={"configured": [one for one in begun.plan.configured if one.name == "stock"]})
    assert tunables.searched_elsewhere(stock, here) == []
