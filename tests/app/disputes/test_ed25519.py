"""Signatures are verified strictly: by sound keys alone, and in one form alone."""

from base64 import b64decode, b64encode
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.disputes.verdicts.ed25519 import holds, is_sound, sign
from engine.verdict.proof.form import Signature
from tests.offenders import for_every

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
PRIVATE = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
MESSAGE = b"fupan-verdict/1\n{}"
Point = tuple[int, int]


def add(one: Point, two: Point) -> Point:
    """The sum of two points of the curve -x² + y² = 1 + d x² y²."""
    (x1, y1), (x2, y2) = one, two
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    return x % P, (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P


def times(factor: int, point: Point) -> Point:
    total: Point = (0, 1)
    while factor:
        if factor & 1:
            total = add(total, point)
        point, factor = add(point, point), factor >> 1
    return total


def with_y(y: int) -> list[Point]:
    """The points with a y."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    return [(x, y), (-x % P, y)] if x * x % P == square else []


def small_points() -> set[Point]:
    """The points whose order is at most 8, found by the arithmetic of the curve."""
    found: set[Point] = set()
    y = 2
    while len(found) < 8:
        for point in with_y(y):
            small = times(ORDER, point)
            found |= {times(factor, small) for factor in range(8)}
        y += 1
    return found


def encoded(x: int, y: int) -> bytes:
    return (y | (x & 1) << 255).to_bytes(32, "little")


def signature(key: bytes, sig: bytes) -> Signature:
    return Signature(alg="Ed25519", key=b64encode(key).decode(), sig=b64encode(sig).decode())


def test_a_signature_holds_for_its_message_and_key_alone() -> None:
    made = sign(PRIVATE, MESSAGE)
    assert holds(made, MESSAGE)
    assert not holds(made, MESSAGE + b" ")
    other = Ed25519PrivateKey.from_private_bytes(b"\x08" * 32).public_key().public_bytes_raw()
    assert not holds(signature(other, b64decode(made.sig)), MESSAGE)


def test_every_bit_of_a_signature_counts() -> None:
    made = sign(PRIVATE, MESSAGE)
    key, sig = b64decode(made.key), b64decode(made.sig)
    for bit in range(512):
        flipped = bytearray(sig)
        flipped[bit // 8] ^= 1 << bit % 8
        assert not holds(signature(key, bytes(flipped)), MESSAGE)


def test_keys_of_small_order_hold_for_nothing() -> None:
    points = small_points()
    assert len(points) == 8
    for x, y in points:
        assert times(8, (x, y)) == (0, 1)
        for sign_bit in (0, 1):
            for value in (y, y + P):
                if value >> 255:
                    continue
                key = (value | sign_bit << 255).to_bytes(32, "little")
                assert not is_sound(key)
                # With the key of order 1, S = 0 and R the neutral point satisfy the equation for every message.
                assert not holds(signature(key, encoded(0, 1) + bytes(32)), MESSAGE)


@for_every("y", range(P, 2**255))
def test_keys_that_are_not_in_canonical_form_hold_for_nothing(y: int) -> None:
    for bit in (0, 1):
        assert not is_sound((y | bit << 255).to_bytes(32, "little"))


def test_a_key_has_32_bytes() -> None:
    assert is_sound(PRIVATE.public_key().public_bytes_raw())
    assert not is_sound(b"")
    assert not is_sound(PRIVATE.public_key().public_bytes_raw()[:-1])


def test_s_is_below_the_order_of_the_group() -> None:
    made = sign(PRIVATE, MESSAGE)
    key, sig = b64decode(made.key), b64decode(made.sig)
    s = int.from_bytes(sig[32:], "little")
    for more in (ORDER, 2 * ORDER):
        assert not holds(signature(key, sig[:32] + (s + more).to_bytes(32, "little")), MESSAGE)


def test_keys_that_are_no_points_hold_for_nothing() -> None:
    off = next(y for y in range(2, 100) if not with_y(y))
    assert not holds(signature(off.to_bytes(32, "little"), sha256(b"").digest() * 2), MESSAGE)
