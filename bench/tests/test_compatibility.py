from typing import Any

import pytest

from bench.analysis import compatibility
from bench.results import Environment
from bench.tests.examples import experiment


def environment() -> Environment:
    here = {"host_memory": 8 * 2**30, "images": {}, "figures": {}}
    return experiment().environment.model_copy(update=here)


def changed(**changes: Any) -> Environment:
    return environment().model_copy(update=changes)


def test_the_same_place_has_no_difference() -> None:
    then = environment()
    assert compatibility.host(then, then) == compatibility.figures(then, then) == compatibility.code(then, then) == []


@pytest.mark.parametrize(("key", "word"), [*compatibility.HARDWARE.items(), *compatibility.SOFTWARE.items()])
def test_another_host_is_named_by_what_differs(key: str, word: str) -> None:
    (found,) = compatibility.host(environment(), changed(**{key: 99}))
    assert str(found) == f"{word} was {getattr(environment(), key)} and is 99"


def test_memory_may_differ_a_little_from_boot_to_boot() -> None:
    memory = environment().host_memory
    assert compatibility.host(environment(), changed(host_memory=memory - memory // 500)) == []
    assert compatibility.host(environment(), changed(host_memory=memory * 2))


def test_a_cap_differs_and_a_port_does_not_matter() -> None:
    then = changed(figures={"APP_CPUS": "0.5", "APP_PORT": "8080"})
    now = changed(figures={"APP_CPUS": "1.0", "APP_PORT": "18080"})
    assert compatibility.figures(then, now) == [("APP_CPUS", "0.5", "1.0")]


def test_results_from_before_a_setting_compare_with_those_that_leave_it_empty() -> None:
    before, empty = changed(figures={}), changed(figures={"APP_JVM_FLAGS": ""})
    assert compatibility.figures(before, empty) == compatibility.figures(empty, before) == []
    given = changed(figures={"APP_JVM_FLAGS": "-XX:+UseCompactObjectHeaders"})
    assert compatibility.figures(empty, given) == [("APP_JVM_FLAGS", None, "-XX:+UseCompactObjectHeaders")]


def test_another_plan_is_named() -> None:
    (found,) = compatibility.plan(changed(), changed(plan="8-cores"))
    assert str(found) == "the plan was none and is 8-cores"
    assert compatibility.plan(changed(plan="8-cores"), changed(plan="8-cores")) == []


def test_commit_changes_and_images_are_code() -> None:
    now = changed(commit="f" * 40, modified=not environment().modified, images={"db": "sha256:" + "1" * 64})
    told = compatibility.code(changed(images={"db": "sha256:" + "0" * 64, "load": "sha256:2"}), now)
    assert [difference.what for difference in told] == ["the commit", "the working tree", "the image of db"]


def test_missing_observers_are_named_where_they_take_cpu() -> None:
    then = environment()
    without = then.model_copy(update={"missing": {"prometheus": "why", "cadvisor": "why", "grafana": "why"}})
    (found,) = compatibility.observers(then, without)
    assert str(found) == "the list of missing observers was none and is Prometheus, cAdvisor"
    assert compatibility.observers(then, then.model_copy(update={"missing": {"grafana": "why"}})) == []
