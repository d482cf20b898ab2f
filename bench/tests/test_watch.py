import threading

from bench.probes.watch import Watch


def test_it_reads_until_it_is_left_and_keeps_no_reading_that_is_none() -> None:
    asked: list[int] = []
    often = threading.Event()

    def read() -> int | None:
        asked.append(len(asked))
        if len(asked) == 4:
            often.set()
        return None if len(asked) % 2 else len(asked)

    with Watch(read, interval=0.01) as watch:
        watch.start()
        assert often.wait(timeout=10)
    so_far = len(asked)
    found = watch.stop()
    assert len(asked) == so_far and found == [number for number in range(1, so_far + 1) if number % 2 == 0]


def test_a_first_reading_stands_in_place_of_one_at_once() -> None:
    watch = Watch(lambda: 2, interval=60)
    watch.start(first=1)
    assert watch.stop() == [1]


def test_one_that_never_began_may_be_stopped() -> None:
    with Watch(lambda: 1, interval=0.01) as watch:
        pass
    assert watch.stop() == []
