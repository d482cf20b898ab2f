from bench.runner import run
from bench.runner.offer import Offer
from bench.tests import examples

OFFER = Offer("passthrough-message", "blocking", "open", None, 450, 6, 20, 1, options={"THINK": "1000-2000"})


def test_warming_up_is_closed_load_without_thinking_and_outlasts_its_limit() -> None:
    warming = run.warming(OFFER, examples.plan(warmup_limit=120))
    assert (warming.model, warming.vus, warming.rate, warming.duration) == ("closed", 12, None, 180)
    assert (warming.options["THINK"], warming.options["RAMP"]) == ("0", "0")


def test_where_requests_wait_more_users_keep_the_app_busy() -> None:
    assert run.warming(OFFER, examples.plan(wait_ms=300.0)).vus == 200
