"""Decimals out of whole numbers."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from app.text.decimals import fixed, root, signed
from tests.offenders import for_every

WHOLE = st.integers(-(10**18), 10**18)
POSITIVE = st.integers(1, 10**18)


@given(WHOLE, POSITIVE, st.integers(0, 6))
def test_a_fraction_is_rounded_to_the_nearest(above: int, below: int, places: int) -> None:
    with localcontext() as context:
        context.prec = 80
        wanted = (Decimal(above) / Decimal(below)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    assert Decimal(fixed(above, below, places)) == wanted


@given(st.integers(0, 10**18), POSITIVE, st.integers(0, 6))
def test_a_root_is_rounded_to_the_nearest(above: int, below: int, places: int) -> None:
    shown = Fraction(root(above, below, places))
    half = Fraction(1, 2 * 10**places)
    assert shown == 0 or (shown - half) ** 2 <= Fraction(above, below)
    assert (shown + half) ** 2 >= Fraction(above, below)


@for_every(
    ("above", "below", "text"),
    [
        (1, 3, "0.333"),
        (-2, 3, "-0.667"),
        (1, 2000, "0.001"),
        (-1, 2000, "-0.001"),
        (-1, 9999, "0.000"),
        (12, 1, "12.000"),
    ],
)
def test_decimals(above: int, below: int, text: str) -> None:
    assert fixed(above, below, 3) == text


def test_signs() -> None:
    assert [signed(text) for text in ("1.50", "-1.50", "0.00", "0", "-3", "1,200")] == [
        "+1.50",
        "−1.50",
        "0.00",
        "0",
        "−3",
        "+1,200",
    ]
