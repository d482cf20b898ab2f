"""What the engine says of itself and of the system that it runs on, and why it may not do for measuring."""

import json

from pydantic import BaseModel, Field

from bench.errors import ThreadmillError
from bench.testbed import engine


class EngineFacts(BaseModel):
    """From `docker info`. Memory in bytes; `cgroup` is 1 or 2; `storage` is the driver of the image store.

    `cpu_caps` and `cpu_sets`: whether its kernel can hold them.
    """

    version: str = Field("", alias="ServerVersion")
    system: str = Field("", alias="OperatingSystem")
    kernel: str = Field("", alias="KernelVersion")
    architecture: str = Field("", alias="Architecture")
    cores: int = Field(alias="NCPU")
    memory: int = Field(alias="MemTotal")
    cgroup: int = Field(1, alias="CgroupVersion")
    cgroup_driver: str = Field("", alias="CgroupDriver")
    storage: str = Field("", alias="Driver")
    security: list[str] | None = Field(None, alias="SecurityOptions")
    kind: str = Field("linux", alias="OSType")
    cpu_caps: bool = Field(True, alias="CpuCfsQuota")
    cpu_sets: bool = Field(True, alias="CPUSet")


def read() -> EngineFacts:
    """Ask the engine."""
    return parse(engine.docker("info", "--format", "{{json .}}"))


def parse(text: str) -> EngineFacts:
    """Read what `docker info --format '{{json .}}'` printed; a ThreadmillError where only the client answered."""
    info = json.loads(text)
    if info.get("ServerErrors"):
        raise ThreadmillError(f"the Docker engine does not answer: {info['ServerErrors'][0]}; start it: host/engine.sh")
    return EngineFacts.model_validate({name: value for name, value in info.items() if value != ""})


def unfit(facts: EngineFacts) -> str | None:
    """Why nothing can be measured on this engine, with the next step; None if it can."""
    if facts.kind != "linux":
        return "this engine runs Windows containers; switch Docker Desktop to Linux containers"
    if "name=rootless" in (facts.security or []):
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
