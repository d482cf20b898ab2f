from bench.probes import actuator, sampler
from bench.probes.sampler import Timed

SCRAPE = """# TYPE http_server_requests_seconds summary
http_server_requests_seconds_count{error="none",method="POST",status="201",uri="/agents"} 120
http_server_requests_seconds_count{error="none",method="GET",status="200",uri="/agents"} 30
http_server_requests_seconds_sum{error="none",method="POST",status="201",uri="/agents"} 1.5
http_server_requests_seconds_max{error="none",method="POST",status="201",uri="/agents"} 0.5
jvm_compilation_time_ms_total{compiler="HotSpot 64-Bit Tiered Compilers"} 2500.0
"""


def test_requests_are_summed_over_every_call() -> None:
    found = actuator.parse_app(SCRAPE)
    assert (found.requests, found.compile_seconds) == (150.0, 2.5)


TOMCAT = """tomcat_threads_busy_threads{name="http-nio-8080"} 187.0
tomcat_threads_config_max_threads{name="http-nio-8080"} 200.0
hikaricp_connections_active{pool="HikariPool-1"} 9.0
hikaricp_connections_pending{pool="HikariPool-1"} 31.0
hikaricp_connections_max{pool="HikariPool-1"} 10.0
http_server_requests_active_seconds_count{method="POST"} 41
jvm_memory_used_bytes{area="heap",id="Eden Space"} 1.0E7
jvm_memory_used_bytes{area="heap",id="Tenured Gen"} 2.0E7
jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.0E7
"""


def test_tomcats_workers_and_hikaris_connections_are_read() -> None:
    found = actuator.parse_app(TOMCAT)
    assert (found.workers_busy, found.workers, found.in_flight) == (187.0, 200.0, 41.0)
    assert (found.pool_busy, found.pool_waiting, found.pool_size) == (9.0, 31.0, 10.0)
    assert found.heap_bytes == 3.0e7
    assert found.virtual_threads is None


def test_workers_are_none_where_virtual_threads_do_the_work() -> None:
    found = actuator.parse_app('tomcat_threads_busy_threads{name="h"} -1.0\nthreadmill_virtual_threads_live 51.0\n')
    assert (found.workers_busy, found.virtual_threads) == (None, 51.0)


def test_the_pool_of_the_reactive_variants_counts_as_the_other_does() -> None:
    found = actuator.parse_app('r2dbc_pool_acquired_connections{name="c"} 7.0\nr2dbc_pool_pending_connections 3.0\n')
    assert (found.pool_busy, found.pool_waiting) == (7.0, 3.0)


def test_an_idle_app_has_answered_nothing() -> None:
    found = actuator.parse_app("")
    assert (found.requests, found.pool_busy, found.in_flight) == (0.0, None, None)


def test_requests_that_nobody_works_on_are_not_in_flight() -> None:
    found = actuator.parse_app(TOMCAT)
    assert actuator.less(found, 30.0).in_flight == 11.0
    assert actuator.less(found, 50.0).in_flight == 0.0
    assert actuator.less(actuator.parse_app(""), 5.0).in_flight is None


def test_what_lies_in_eden_is_allocated_though_no_collection_has_counted_it_yet() -> None:
    counter = "jvm_gc_memory_allocated_bytes_total {}\n"
    eden = 'jvm_memory_used_bytes{{area="heap",id="Eden Space"}} {}\n'
    paused = 'jvm_gc_pause_seconds_sum{{action="end of minor GC",cause="Allocation Failure",gc="Copy"}} {}\n'
    texts = [(counter + eden + paused).format(*given) for given in ((1e9, 8e7, 3.0), (1e9 + 3e8, 2e7, 3.05))]
    readings = [Timed(10.0 * at, actuator.parse_app(text)) for at, text in enumerate(texts)]
    use = sampler.app_use(readings, 30, None)
    assert (use.allocated_per_second, use.paused) == (2.4e7, 0.005)
    uncounted = Timed(10.0, actuator.parse_app((counter + eden + paused).format(1e9, 1e7, 3.0)))
    assert sampler.app_use([readings[0], uncounted], 30, None).allocated_per_second is None
    assert sampler.app_use([Timed(at, actuator.parse_app("")) for at in (0.0, 1.0)], 30, None).paused is None
