"""Faults that a user can act on. Each message names the cause and the next step, in one line."""


class ThreadmillError(Exception):
    """A fault that ends the command with exit status 1 and its message, without a stack trace.

    `logs` holds the lines of a machine's log that matter, if there are any; they are shown above the message.
    """

    def __init__(self, message: str, logs: str = "") -> None:
        super().__init__(message)
        self.logs = logs


class EngineSilentError(ThreadmillError):
    """The Docker engine did not answer a call in time."""


class HostGoneError(ThreadmillError):
    """One of several hosts no longer answers."""


class MachineGoneError(ThreadmillError):
    """A machine ended while it was needed."""


class UsageError(ThreadmillError, ValueError):
    """The command line asks for something that does not exist; exit status 2.

    As a ValueError it may be raised where a model checks a key, and is then told with the key.
    """
