"""Cores of known hosts, as /sys/devices/system tells them, for tests of plans. Each names what it was modelled on: of
most, `lscpu` was published and not the files themselves, which the kernel writes alike.

`python -m bench.tests.topologies` writes the files of plans/ anew; test_proposal.py compares.
"""

from bench.spec import plans, settings
from bench.testbed import topology
from bench.testbed.proposal import propose

KEPT = (2, 8, 16)
"""The hosts that plans/ has files for, by their cores, each with one hardware thread."""


def files(siblings: list[str], nodes: list[str]) -> dict[str, str]:
    """The files of a host, from the hardware threads of each core and the CPUs of each NUMA node."""
    found = {f"node/node{number}/cpulist": f"{cpus}\n" for number, cpus in enumerate(nodes)}
    for threads in siblings:
        for cpu in threads.split(","):
            found[f"cpu/cpu{cpu}/topology/thread_siblings_list"] = f"{threads}\n"
            found[f"cpu/cpu{cpu}/topology/core_cpus_list"] = f"{threads}\n"
    return found


def singles(cores: int) -> list[str]:
    """Cores with one thread each."""
    return [str(cpu) for cpu in range(cores)]


def pairs(cores: int) -> list[str]:
    """Cores whose second threads are numbered after all first ones, as Linux mostly finds them."""
    return [f"{cpu},{cpu + cores}" for cpu in range(cores)]


RECORDED = {
    # a rented KVM guest on a Xeon (family 6, model 207): read on it
    "2": files(singles(2), ["0-1"]),
    # a Dell Latitude E4310 (i5 M 560): util-linux, tests/expected/lscpu/lscpu-x86_64-dell_e4310
    "2 with threads": files(pairs(2), ["0-3"]),
    # a virtual machine of 2 vCPUs that are the threads of one core, such as AWS m5.large: AWS, "Optimizing CPU options"
    "1 with threads": files(pairs(1), ["0-1"]),
    # a desktop i7-6700: einverne.github.io/post/2017/01/lscpu-show-cpu-info.html (siblings as Linux numbers them)
    "4 with threads": files(pairs(4), ["0-7"]),
    # AWS m6g.2xlarge (Graviton 2, each vCPU is a core): AWS, "Optimizing CPU options"
    "8": files(singles(8), ["0-7"]),
    # AWS m5.4xlarge (16 vCPUs, two a core): the same
    "8 with threads": files(pairs(8), ["0-15"]),
    # AWS m6g.4xlarge: the same
    "16": files(singles(16), ["0-15"]),
    # AWS m5.8xlarge: the same
    "16 with threads": files(pairs(16), ["0-31"]),
    # two Xeon E5-2640 v2: whosemario.github.io/2016/05/20/lscpu-cmd, NUMA node0 CPU(s): 0-7,16-23
    "2 nodes of 8 with threads": files(pairs(16), ["0-7,16-23", "8-15,24-31"]),
    # a Dell PowerEdge R710, nodes interleaved: util-linux, tests/expected/lscpu/lscpu-x86_64-dellr710
    "2 nodes of 4 with threads": files(pairs(8), ["0,2,4,6,8,10,12,14", "1,3,5,7,9,11,13,15"]),
}

if __name__ == "__main__":
    for cores in KEPT:
        if found := propose(topology.parse(RECORDED[str(cores)]), settings.defaults()):
            (plans.FOLDER / f"{cores}-cores.env").write_text(found.text)
