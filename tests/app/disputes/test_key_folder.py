"""Keys of an issuer: private files, and what is handed out of them."""

import os
import stat
import subprocess
from pathlib import Path
from shutil import which

import pytest

from app.disputes.verdicts.ed25519 import holds
from app.disputes.verdicts.key_folder import KeyRefused, folder_of, key_named, keys_in, make_key, retire, signature_by
from app.disputes.verdicts.public_keys import KeyUnreadable, as_pem, fingerprint, read_pem
from tests.offenders import for_every
from tests.signed_verdicts import BODY


def test_a_key_signs_and_its_file_is_the_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "keys"
    key = make_key(folder)
    assert key.name == "key-1"
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert holds(signature_by(folder, key, BODY), BODY.signed())
    assert key_named(folder, "key-1") == key_named(folder, None) == key
    assert make_key(folder).name == "key-2"


def test_keys_are_listed_with_from_and_until(tmp_path: Path) -> None:
    assert keys_in(tmp_path / "none") == []
    first, second = make_key(tmp_path, "first"), make_key(tmp_path, "second")
    assert {key.name: (key.since <= "9999", key.until) for key in keys_in(tmp_path)} == {
        "first": (True, None),
        "second": (True, None),
    }
    retired = retire(tmp_path, "first")
    assert retired.until is not None
    assert retired.public == first.public
    assert key_named(tmp_path, None) == second
    assert b'"private":null' in (tmp_path / "first.key").read_bytes()
    with pytest.raises(KeyRefused, match="retired since"):
        signature_by(tmp_path, retired, BODY)
    with pytest.raises(KeyRefused, match="retired since"):
        retire(tmp_path, "first")


def test_what_cannot_be_a_key_is_refused_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(KeyRefused, match="no key in use"):
        key_named(tmp_path, None)
    with pytest.raises(KeyRefused, match="there is no key"):
        key_named(tmp_path, "other")
    for name in ("", "../x", "a/b", "-a", "ä", "x" * 65):
        with pytest.raises(KeyRefused, match="the name of a key"):
            make_key(tmp_path, name)
    make_key(tmp_path, "one")
    with pytest.raises(KeyRefused, match="already"):
        make_key(tmp_path, "one")
    os.chmod(tmp_path / "one.key", 0o644)
    with pytest.raises(KeyRefused, match="chmod 600"):
        keys_in(tmp_path)
    (tmp_path / "one.key").write_text("{}")
    os.chmod(tmp_path / "one.key", 0o600)
    with pytest.raises(KeyRefused, match="not the file of a key"):
        keys_in(tmp_path)


def test_the_folder_is_named_by_the_option_the_variable_or_the_configuration(tmp_path: Path) -> None:
    environment = {"FUPAN_KEYS": str(tmp_path / "a"), "XDG_CONFIG_HOME": str(tmp_path / "b")}
    assert folder_of(environment, str(tmp_path / "c")) == tmp_path / "c"
    assert folder_of(environment) == tmp_path / "a"
    assert folder_of({"XDG_CONFIG_HOME": str(tmp_path / "b")}) == tmp_path / "b" / "fupan" / "keys"
    assert folder_of({}) == Path.home() / ".config" / "fupan" / "keys"


def test_a_public_key_is_pem_subject_public_key_info(tmp_path: Path) -> None:
    key = make_key(tmp_path).public
    pem = as_pem(key)
    assert pem.startswith(b"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA")
    assert read_pem(pem) == key
    assert read_pem(b"a comment\n" + pem.replace(b"\n", b"\r\n")) == key


def test_a_file_with_two_keys_is_refused(tmp_path: Path) -> None:
    first, second = (as_pem(make_key(tmp_path, name).public) for name in ("one", "two"))
    private = b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
    for both in (first + second, first + first, first + private, private + first, first + b"-----BEGIN PUBLIC KEY"):
        with pytest.raises(KeyUnreadable, match="more than one block"):
            read_pem(both)
    assert read_pem(b"From: Li Wei\n\n" + first + b"\nthe key of the club\n") == read_pem(first)


def test_the_fingerprint_is_that_of_other_tools(tmp_path: Path) -> None:
    key = make_key(tmp_path).public
    if which("openssl") is None:
        pytest.skip("openssl is not there")
    command = ["openssl", "pkey", "-pubin", "-outform", "DER"]
    der = subprocess.run(command, input=as_pem(key), capture_output=True, check=True).stdout
    shown = subprocess.run(["sha256sum"], input=der, capture_output=True, check=True).stdout.decode().split()[0]
    assert fingerprint(key).replace(" ", "") == shown


@for_every(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n",
        b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
        b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n",
        b" " * 70_000,
    ],
)
def test_what_is_no_public_key_is_refused(text: bytes) -> None:
    with pytest.raises(KeyUnreadable):
        read_pem(text)


def test_a_key_of_another_kind_is_refused() -> None:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    pem = X25519PrivateKey.generate().public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    with pytest.raises(KeyUnreadable, match="another kind"):
        read_pem(pem)
