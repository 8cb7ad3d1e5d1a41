"""Ed25519 signatures of verdicts, verified strictly."""

from base64 import b64decode, b64encode
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.verdict.proof.form import Signature

_FIELD: Final = 2**255 - 19
"""The prime of the curve's field."""
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The order of the group that signatures are computed in."""
_EIGHTH: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
"""The y of two of the four points of order 8; that of the others is its negative."""
_SMALL: Final = frozenset({0, 1, _FIELD - 1, _EIGHTH, _FIELD - _EIGHTH})
"""The y of the points whose order is at most 8.  Under such a key, a signature of one message can hold for others."""
_KEY_BYTES: Final = 32


def is_sound(key: bytes) -> bool:
    """Whether a public key is in canonical form and not of small order.  Under any other key, no signature holds."""
    if len(key) != _KEY_BYTES:
        return False
    y = int.from_bytes(key, "little") & (2**255 - 1)
    return y < _FIELD and y not in _SMALL


def sign(private: Ed25519PrivateKey, message: bytes) -> Signature:
    """The signature of a message."""
    key = private.public_key().public_bytes_raw()
    return Signature(alg="Ed25519", key=b64encode(key).decode(), sig=b64encode(private.sign(message)).decode())


def holds(signature: Signature, message: bytes) -> bool:
    """Whether a signature is one of a message, by a sound key, with an S below the order of the group."""
    key, sig = key_of(signature), b64decode(signature.sig)
    if not is_sound(key) or int.from_bytes(sig[_KEY_BYTES:], "little") >= _ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(sig, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def key_of(signature: Signature) -> bytes:
    """The public key of a signature: 32 bytes."""
    return b64decode(signature.key)
