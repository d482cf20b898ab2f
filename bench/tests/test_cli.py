import pytest

from bench import cli
from bench.errors import ThreadmillError, UsageError


def raising(fault: BaseException) -> int:
    def command() -> None:
        raise fault

    return cli.guarded(command)


def test_exit_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.guarded(lambda: None) == 0
    assert raising(UsageError("there is no variant")) == 2
    assert raising(ThreadmillError("port 8080 is in use", "the log")) == 1
    assert raising(KeyboardInterrupt()) == 130
    told = capsys.readouterr().err
    assert "the log\nerror: port 8080 is in use" in told
