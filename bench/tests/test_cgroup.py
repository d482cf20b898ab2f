from dataclasses import replace

import pytest

from bench.errors import ThreadmillError
from bench.runner import window
from bench.testbed import cgroup

V2 = """== uptime
1000.50
== cpu.stat
usage_usec 12500000
user_usec 9000000
system_usec 3500000
nr_periods 400
nr_throttled 100
throttled_usec 2500000
== cpu.max
50000 100000
== memory.peak
524288000
== memory.max
805306368
== memory.swap.max
0
== pids.current
231
== cpuset.cpus.effective
0
== compilers
31 (C2 CompilerThre) S 1 1 1 0 -1 4194368 812 0 0 0 250 50 0 0 20 0 87 0 5512 1 2 3
"""

V1 = """== uptime
1000.50
== cpuacct/cpuacct.usage
12500000000
== cpu/cpu.stat
nr_periods 400
nr_throttled 100
throttled_time 2500000000
== cpu/cpu.cfs_quota_us
50000
== cpu/cpu.cfs_period_us
100000
== memory/memory.max_usage_in_bytes
524288000
== memory/memory.limit_in_bytes
805306368
== memory/memory.memsw.limit_in_bytes
805306368
== pids/pids.current
231
== cpuset/cpuset.cpus
0
== compilers
31 (C2 CompilerThre) S 1 1 1 0 -1 4194368 812 0 0 0 250 50 0 0 20 0 87 0 5512 1 2 3
"""


def test_both_versions_tell_the_same() -> None:
    read = cgroup.parse(V2)
    assert read == cgroup.parse(V1)
    assert (read.cpu_seconds, read.throttled_seconds, read.cpu_quota) == (12.5, 2.5, 0.5)
    assert read.compilers == {31: 3.0}
    assert (read.memory_limit, read.swap_limit, read.threads, read.cores) == (768 * 1024 * 1024, 0, 231, "0")


def test_a_machine_without_caps_has_no_limits() -> None:
    v2 = cgroup.parse(V2.replace("50000 100000", "max 100000").replace("805306368", "max"))
    v1 = cgroup.parse(V1.replace("\n50000\n", "\n-1\n").replace("805306368", "9223372036854771712"))
    assert (v2.cpu_quota, v2.memory_limit) == (v1.cpu_quota, v1.memory_limit) == (None, None)


def test_a_kernel_without_peak_or_swap_accounting_leaves_them_open() -> None:
    text = V2.replace("== memory.peak\n524288000\n", "").replace("== memory.swap.max\n0\n", "")
    assert (cgroup.parse(text).memory_peak, cgroup.parse(text).swap_limit) == (None, None)


def test_usage_is_the_difference_of_two_readings_against_the_cap() -> None:
    before = cgroup.parse(V2)
    after = replace(before, at=1020.5, cpu_seconds=22.0, periods=600, throttled_periods=250, throttled_seconds=6.5)
    used = window.usage(before, after, cap=0.5)
    assert (used.seconds, used.cpu_seconds, used.cpu_share) == (20.0, 9.5, 0.95)
    assert (used.throttled_share, used.throttled_seconds) == (0.75, 4.0)


RECORDED_V2 = """== uptime
1000.50
== cpu.stat
usage_usec 73899
user_usec 27213
system_usec 46685
nr_periods 7
nr_throttled 3
throttled_usec 139381
"""
"""A container's cpu.stat under v2: https://github.com/netdata/netdata/issues/12595."""
LATER_KERNEL = """nice_usec 0
core_sched.force_idle_usec 0
nr_bursts 0
burst_usec 0
"""
"""What later kernels add to it, by Linux's Documentation/admin-guide/cgroup-v2.rst and kernel/cgroup/rstat.c."""
OTHERS_V2 = """== cpu.max
50000 100000
== memory.max
805306368
== pids.current
231
"""


def test_a_recorded_cpu_stat_is_read_with_and_without_what_later_kernels_add() -> None:
    read = cgroup.parse(RECORDED_V2 + OTHERS_V2)
    assert (read.cpu_seconds, read.periods, read.throttled_periods) == (0.073899, 7, 3)
    assert read.throttled_seconds == 0.139381
    assert cgroup.parse(RECORDED_V2 + LATER_KERNEL + OTHERS_V2) == read


def test_a_kernel_before_5_19_has_no_memory_peak() -> None:
    assert cgroup.parse(RECORDED_V2 + OTHERS_V2).memory_peak is None


def test_a_container_without_the_cpu_controller_is_told() -> None:
    """As a rootless engine's mostly is: user@.service is given memory and pids alone
    (https://docs.docker.com/engine/security/rootless/#limiting-resources)."""
    text = "== uptime\n1000.50\n== cpu.stat\nusage_usec 1\nuser_usec 1\nsystem_usec 0\n== memory.max\nmax\n"
    with pytest.raises(ThreadmillError, match="no CPU cap can be read"):
        cgroup.parse(text)
