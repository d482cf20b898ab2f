"""What the engine says of itself and of the system that it runs on, and why it may not do for measuring."""

import json
from dataclasses import dataclass

from bench.errors import ThreadmillError
from bench.testbed import engine


@dataclass(frozen=True)
class EngineFacts:
    """From `docker info`. Memory in bytes; `cgroup` is 1 or 2; `storage` is the driver of the image store.

    `cpu_caps` and `cpu_sets`: whether its kernel can hold them.
    """

    version: str
    system: str
    kernel: str
    architecture: str
    cores: int
    memory: int
    cgroup: int
    cgroup_driver: str
    storage: str
    rootless: bool
    linux: bool = True
    cpu_caps: bool = True
    cpu_sets: bool = True


def read() -> EngineFacts:
    """Ask the engine."""
    return parse(engine.docker("info", "--format", "{{json .}}"))


def parse(text: str) -> EngineFacts:
    """Read what `docker info --format '{{json .}}'` printed; a ThreadmillError where only the client answered."""
    info = json.loads(text)
    if info.get("ServerErrors"):
        raise ThreadmillError(f"the Docker engine does not answer: {info['ServerErrors'][0]}; start it: host/engine.sh")
    return EngineFacts(
        version=info["ServerVersion"],
        system=info["OperatingSystem"],
        kernel=info["KernelVersion"],
        architecture=info["Architecture"],
        cores=info["NCPU"],
        memory=info["MemTotal"],
        cgroup=int(info.get("CgroupVersion") or 1),
        cgroup_driver=info.get("CgroupDriver", ""),
        storage=info["Driver"],
        rootless="name=rootless" in (info.get("SecurityOptions") or []),
        linux=info.get("OSType", "linux") == "linux",
        cpu_caps=info.get("CpuCfsQuota", True),
        cpu_sets=info.get("CPUSet", True),
    )


def unfit(facts: EngineFacts) -> str | None:
    """Why nothing can be measured on this engine, with the next step; None if it can."""
    if not facts.linux:
        return "this engine runs Windows containers; switch Docker Desktop to Linux containers"
    if facts.rootless:
        return (
            "this Docker engine runs rootless, and there CPU caps and CPU sets do not hold; "
            "use the system's own engine (docker context use default), which host/engine.sh installs as root"
        )
    lacking = [name for name, has in (("CPU caps", facts.cpu_caps), ("CPU sets", facts.cpu_sets)) if not has]
    if lacking:
        return (
            f"{' and '.join(lacking)} do not hold on this engine's kernel ({facts.kernel}), without which no machine "
            "is apart from another; boot a kernel with CONFIG_CFS_BANDWIDTH and CONFIG_CPUSETS"
        )
    return None


def refuse_unfit(facts: EngineFacts) -> None:
    """Raise what `unfit` says."""
    if reason := unfit(facts):
        raise ThreadmillError(reason)
