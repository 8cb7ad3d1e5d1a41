"""Public keys as they are handed out: PEM SubjectPublicKeyInfo, and the fingerprint that people compare."""

from hashlib import sha256
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from app.text.language import _

PEM_BYTES: Final = 64 * 1024
"""The most bytes of a file with a key."""
_BEGINNING: Final = b"-----BEGIN PUBLIC KEY-----"
_BLOCK: Final = b"-----BEGIN "
_HEADER: Final = bytes.fromhex("302a300506032b6570032100")
"""What comes before the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo (RFC 8410)."""
_GROUP: Final = 4


class KeyUnreadable(ValueError):
    """A file is not a public key.  The text says why."""


def read_pem(text: bytes) -> bytes:
    """The 32 bytes of the Ed25519 key in a PEM file, which has this key alone.  Raises KeyUnreadable."""
    if len(text) > PEM_BYTES:
        raise KeyUnreadable(_("a file of more than {count} bytes is not a public key", count=f"{PEM_BYTES:,}"))
    if _BEGINNING not in text:
        raise KeyUnreadable(_("not a public key in PEM: the line {line} is missing", line=_BEGINNING.decode()))
    if text.count(_BLOCK) > 1:
        raise KeyUnreadable(_("more than one block in PEM: give each key in a file of its own"))
    try:
        key = load_pem_public_key(text)
    except (ValueError, UnsupportedAlgorithm):
        raise KeyUnreadable(_("not a public key in PEM: what it holds cannot be read")) from None
    if not isinstance(key, Ed25519PublicKey):
        raise KeyUnreadable(_("a public key of another kind; verdicts are signed with Ed25519"))
    return key.public_bytes_raw()


def as_pem(key: bytes) -> bytes:
    """A key of 32 bytes as a PEM file."""
    return Ed25519PublicKey.from_public_bytes(key).public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def fingerprint(key: bytes) -> str:
    """The SHA-256 of the SubjectPublicKeyInfo (DER) of a key of 32 bytes, in groups of four hexadecimal digits.

    ``openssl pkey -pubin -in FILE -outform DER | sha256sum`` prints the same digits.
    """
    digits = sha256(_HEADER + key).hexdigest()
    return " ".join(digits[at : at + _GROUP] for at in range(0, len(digits), _GROUP))
