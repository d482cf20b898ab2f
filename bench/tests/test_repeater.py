import threading

from bench.probes.repeater import Repeater


def test_it_acts_until_it_is_stopped() -> None:
    acted: list[int] = []
    twice = threading.Event()

    def act() -> None:
        acted.append(len(acted))
        if len(acted) == 2:
            twice.set()

    repeater = Repeater(act, interval=0.01)
    repeater.start()
    assert twice.wait(timeout=10)
    repeater.stop()
    so_far = len(acted)
    repeater.stop()
    assert len(acted) == so_far


def test_one_that_never_began_may_be_stopped() -> None:
    Repeater(lambda: None, interval=0.01).stop()
