"""The part of a Docker engine that the lock needs: images, and containers whose names are exclusive."""

from bench.errors import ThreadmillError
from bench.testbed import lock


class LockEngine:
    """Stands in for bench.testbed.engine.docker. Words of faults are the daemon's (moby v28.0.0, daemon/names.go and
    daemon/container.go; those of v20.10.24 are the same)."""

    def __init__(self) -> None:
        self.image = ""
        self.containers: dict[str, str] = {}
        """Id to label; all have the lock's name, so there is one at most."""
        self.made = 0

    def docker(self, *argv: str, stdin: str | None = None, **_: object) -> str:
        match argv:
            case ("images", *_):
                return self.image
            case ("import", *_):
                assert stdin, "an image is made of nothing"
                self.image = "sha256:1\n"
                return self.image
            case ("create", *_):
                return self._create(argv)
            case ("ps", *_):
                return "".join(f"{container} {label}\n" for container, label in self.containers.items())
            case ("rm", container):
                return self._remove(container)
        raise AssertionError(f"the lock asks for {argv}")

    def hold(self, label: str) -> None:
        """Let somebody have the lock."""
        self.made += 1
        self.containers[f"id{self.made}"] = label

    def _create(self, argv: tuple[str, ...]) -> str:
        assert self.image, f"No such image: {lock.IMAGE}"
        assert argv[argv.index("--name") + 1] == lock.NAME
        if self.containers:
            (holding,) = self.containers
            raise _fault(
                f'Conflict. The container name "/{lock.NAME}" is already in use by container "{holding}". '
                "You have to remove (or rename) that container to be able to reuse that name."
            )
        self.hold(argv[argv.index("--label") + 1].removeprefix(f"{lock.LABEL}="))
        return f"id{self.made}\n"

    def _remove(self, container: str) -> str:
        if container not in self.containers:
            raise _fault(f"No such container: {container}")
        del self.containers[container]
        return container


def _fault(words: str) -> ThreadmillError:
    return ThreadmillError(f"`docker ...` failed: {words}", f"Error response from daemon: {words}\n")
