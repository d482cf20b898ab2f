from bench import telemetry

SCRAPE = """# TYPE http_server_requests_seconds summary
http_server_requests_seconds_count{error="none",method="POST",status="201",uri="/agents"} 120
http_server_requests_seconds_count{error="none",method="GET",status="200",uri="/agents"} 30
http_server_requests_seconds_sum{error="none",method="POST",status="201",uri="/agents"} 1.5
http_server_requests_seconds_max{error="none",method="POST",status="201",uri="/agents"} 0.5
jvm_compilation_time_ms_total{compiler="HotSpot 64-Bit Tiered Compilers"} 2500.0
"""


def test_requests_are_summed_over_every_call() -> None:
    found = telemetry.parse_app(SCRAPE)
    assert (found.requests, found.compile_seconds) == (150.0, 2.5)


def test_an_idle_app_has_answered_nothing() -> None:
    assert telemetry.parse_app("") == telemetry.AppReading(0.0, 0.0)
