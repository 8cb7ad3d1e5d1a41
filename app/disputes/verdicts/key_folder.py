"""The private keys of an issuer: a folder outside the database, a file for each key that only its owner can read."""

import os
import re
import stat
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.database.drafts import draft_beside
from app.disputes.verdicts.ed25519 import sign
from app.text.language import _
from app.text.moments import moment
from engine.verdict.proof.form import Body, Signature

FOLDER: Final = "FUPAN_KEYS"
"""The variable that names the folder."""
LONGEST: Final = 64
SUFFIX: Final = ".key"
_NAME: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{0,{LONGEST - 1}}}")
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class KeyRefused(ValueError):
    """A key cannot be made, found or used.  The text says why."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of an issuer.  Times are moments as verdicts write them."""

    name: str
    public: bytes
    since: str
    until: str | None
    """When it was retired; None while it is in use."""


class _Kept(msgspec.Struct, forbid_unknown_fields=True, rename={"since": "from"}):
    """The file of a key."""

    alg: str
    since: str
    until: str | None
    public: str
    private: str | None
    """None once the key is retired."""


def folder_of(environment: Mapping[str, str], named: str | None = None) -> Path:
    """The folder of keys: ``named``, else FUPAN_KEYS, else `fupan/keys` in the user's configuration folder (XDG)."""
    chosen = named or environment.get(FOLDER)
    if chosen:
        return Path(chosen).expanduser().absolute()
    base = environment.get("XDG_CONFIG_HOME")
    return (Path(base) if base and Path(base).is_absolute() else Path.home() / ".config") / "fupan" / "keys"


def make_key(folder: Path, name: str | None = None) -> Key:
    """Makes a key in a folder.  Without a name it is the first of key-1, key-2, … that is free.

    Raises KeyRefused for a name that is taken or has other characters, and OSError if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if name is None:
        number = 1
        while (folder / f"key-{number}{SUFFIX}").exists():
            number += 1
        name = f"key-{number}"
    path = _path(folder, name)
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    key_file = _Kept(
        alg="Ed25519", since=moment(), until=None, public=_text(public), private=_text(private.private_bytes_raw())
    )
    with _written(path, key_file) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:
            raise KeyRefused(_("there is a key {name} already", name=name)) from None
    return Key(name, public, key_file.since, None)


def retire(folder: Path, name: str) -> Key:
    """Retires a key: from now on it is not in use.  Its private part is removed; its public part remains.

    Raises KeyRefused if it is not there, or is retired.
    """
    key_file = _read(_path(folder, name))
    if key_file.until is not None:
        raise KeyRefused(_("the key {name} is retired since {moment}", name=name, moment=key_file.until))
    key_file.until, key_file.private = moment(), None
    path = _path(folder, name)
    with _written(path, key_file) as draft:
        os.replace(draft, path)
    return _key(name, key_file)


def keys_in(folder: Path) -> list[Key]:
    """The keys of a folder, the oldest first; none where there is no such folder.  Raises KeyRefused."""
    if not folder.is_dir():
        return []
    keys = [_key(path.stem, _read(path)) for path in folder.iterdir() if path.suffix == SUFFIX]
    return sorted(keys, key=lambda key: (key.since, key.name))


def key_named(folder: Path, name: str | None) -> Key:
    """The key with a name; without one, the newest that is in use.  Raises KeyRefused."""
    if name is not None:
        return _key(name, _read(_path(folder, name)))
    in_use = [key for key in keys_in(folder) if key.until is None]
    if not in_use:
        raise KeyRefused(_("there is no key in use in {folder}; fupan keys new makes one", folder=folder))
    return in_use[-1]


def files_of_keys(folder: Path) -> dict[str, bytes]:
    """What is in the files of the keys of a folder, by their names, for a backup.  Raises KeyRefused."""
    return {key.name: _path(folder, key.name).read_bytes() for key in keys_in(folder)}


def put_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Puts the files of keys from a backup into a folder.  One that is there already stays as it is.

    Raises KeyRefused for a file that is not that of a key, and OSError if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name, text in files.items():
        path = _path(folder, name)
        with _written(path, _decoded(path, text)) as draft, suppress(FileExistsError):
            os.link(draft, path)


def signature_by(folder: Path, key: Key, body: Body) -> Signature:
    """The signature of a body by a key of a folder.  Raises KeyRefused if the key is retired or not there."""
    key_file = _read(_path(folder, key.name))
    if key_file.private is None:
        raise KeyRefused(
            _(
                "the key {name} is retired since {moment}; it signs nothing any more",
                name=key.name,
                moment=key_file.until,
            )
        )
    return sign(Ed25519PrivateKey.from_private_bytes(b64decode(key_file.private)), body.signed())


def _path(folder: Path, name: str) -> Path:
    if _NAME.fullmatch(name) is None:
        raise KeyRefused(
            _(
                "the name of a key has 1 to {count} of A-Z, a-z, 0-9, - and _, and begins with no - or _",
                count=LONGEST,
            )
        )
    return folder / f"{name}{SUFFIX}"


def _read(path: Path) -> _Kept:
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read()
    except FileNotFoundError:
        raise KeyRefused(
            _("there is no key {name} in {folder}; fupan keys list shows them", name=path.stem, folder=path.parent)
        ) from None
    except OSError as error:
        raise KeyRefused(_("{path} cannot be read ({reason})", path=path, reason=_(error.strerror or ""))) from None
    if os.name == "posix" and mode & _OTHERS:
        raise KeyRefused(_("others than its owner may read {path}; chmod 600 mends that", path=path))
    return _decoded(path, text)


def _decoded(path: Path, text: bytes) -> _Kept:
    try:
        key_file = msgspec.json.decode(text, type=_Kept)
        sound = len(b64decode(key_file.public)) == 32 and len(b64decode(key_file.private or key_file.public)) == 32
    except ValueError:
        sound = False
    if not sound:
        raise KeyRefused(_("{path} is not the file of a key", path=path))
    return key_file


def _key(name: str, key_file: _Kept) -> Key:
    return Key(name, b64decode(key_file.public), key_file.since, key_file.until)


@contextmanager
def _written(path: Path, key_file: _Kept) -> Iterator[Path]:
    """A new file with a key, beside the place of it, which only its owner can read.  It is complete on the disk."""
    with draft_beside(path) as draft:
        draft.stream.write(msgspec.json.encode(key_file) + b"\n")
        draft.flush()
        yield draft.path


def _text(key: bytes) -> str:
    return b64encode(key).decode()
