import pytest

from bench.errors import UsageError
from bench.spec import settings


@pytest.mark.parametrize(
    ("text", "size"), [("768m", 768 * 2**20), ("2g", 2**31), ("2GB", 2**31), ("64k", 65536), ("4096", 4096)]
)
def test_sizes_are_read_as_docker_and_the_jvm_write_them(text: str, size: int) -> None:
    assert settings.size(text) == size


@pytest.mark.parametrize("text", ["", "a lot", "1.5g", "-1m", "8x"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="such as 768m or 2g"):
        settings.size(text)
