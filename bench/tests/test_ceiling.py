from bench.commands import calibrate
from bench.results import CeilingStep


def step(users: int, per_second: float) -> CeilingStep:
    return CeilingStep(users=users, per_second=per_second, load_cpu=0.9)


def test_the_climb_ends_where_users_add_nothing() -> None:
    steps = calibrate.climb(lambda users: step(users, min(users * 100.0, 4000.0)), lambda _: None)
    assert [found.users for found in steps] == [1, 10, 25, 50, 100]
    assert calibrate.best(steps).per_second == 4000.0


def test_a_climb_without_end_goes_to_the_last_level() -> None:
    steps = calibrate.climb(lambda users: step(users, users * 100.0), lambda _: None)
    assert [found.users for found in steps] == list(calibrate.LEVELS)


def test_the_service_is_warm_when_it_gets_no_faster() -> None:
    rates = iter([1000.0, 2000.0, 3000.0, 3010.0, 9000.0])
    calibrate.warm_up(lambda: step(50, next(rates)), lambda _: None)
    assert next(rates) == 9000.0
