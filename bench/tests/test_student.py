"""Student's t, against the NIST/SEMATECH e-Handbook's table (section 1.3.6.7.2)."""

import pytest

from bench.analysis import student

TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 15: 2.131, 16: 2.120, 20: 2.086, 30: 2.042,
         60: 2.000, 100: 1.984}  # fmt: skip


@pytest.mark.parametrize(("degrees", "expected"), TABLE.items())
def test_quantiles_are_those_of_the_table(degrees: int, expected: float) -> None:
    assert student.quantile(degrees) == pytest.approx(expected, abs=0.0006)


def test_other_confidences() -> None:
    assert student.quantile(10, 0.99) == pytest.approx(3.169, abs=0.0006)
    assert student.quantile(3, 0.90) == pytest.approx(2.353, abs=0.0006)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 17, 40])
def test_a_p_value_undoes_a_quantile(degrees: int) -> None:
    assert student.two_sided(student.quantile(degrees), degrees) == pytest.approx(0.05)
    assert student.two_sided(-student.quantile(degrees), degrees) == pytest.approx(0.05)


def test_the_ends() -> None:
    assert student.two_sided(0.0, 5) == 1.0
    assert student.two_sided(float("inf"), 5) == 0.0
    assert student.two_sided(1e9, 4) == 0.0
