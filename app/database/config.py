"""The settings of an installation, and the place of its data."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final, Self

from app.database.drafts import draft_beside
from app.text.language import _
from engine.record import bounds

DATABASE_FILE: Final = "fupan.sqlite3"
KEPT_SECRET: Final = "secret-key"  # noqa: S105 (the name of the file)
_SECRET_BYTES: Final = 32
_MOST_BYTES: Final = 2**50
_MOST_PROXIES: Final = 10
_MOST_REQUESTS: Final = 1_000_000
_MOST_RULING_VOTES: Final = 2
_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"0", "false", "no", "off", ""})


class Mode(StrEnum):
    """Whom a server is for."""

    ALONE = "alone"
    """One person, who may do everything."""
    CLUB = "club"
    """The people who have accounts, and guests."""


class ConfigError(Exception):
    """A setting that is not valid: its name and the reason."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """The settings of one installation; `from_environment` reads them from variables named FUPAN_…"""

    database_url: str
    secret_key: str = field(repr=False)
    mode: Mode = Mode.ALONE
    upload_bytes: int = bounds.UPLOAD_BYTES
    """The most bytes of one request, and so of an upload before it is unpacked."""
    form_bytes: int = 1024 * 1024
    """The most bytes of the fields of a form that are not files."""
    form_parts: int = 200
    """The most fields and files of a form; a form with the options of a game has nearly a hundred."""
    database_bytes: int = 64 * 1024**3
    """The most bytes of the database in use up to which visitors may add files."""
    secure_cookies: bool = False
    """Whether the session cookie is sent only over HTTPS; it should be set if the site uses HTTPS."""
    trusted_hosts: tuple[str, ...] = ()
    """The host names that requests may have; empty for any.  One that begins with a dot covers all that end with it."""
    trusted_proxies: int = 0
    """The number of proxies that hand requests on: what so many of them say in `X-Forwarded-…` headers is believed."""
    insecure: bool = False
    """Whether a club's server may answer others though its cookies are sent without HTTPS."""
    trust_visitors: bool = False
    """Whether the server answers other machines too, and lets every visitor do everything."""
    open_statistics: bool = False
    """Whether guests of a club may read statistics, ratings, events and people, as its members may."""
    hide_minors: bool = True
    """Whether guests of a club see seats and numbers in the place of minors' names."""
    ruling_votes: int = 1
    """How many arbiters of a club, each with their own account, have to agree on a ruling."""
    read_only: bool = False
    """Whether the server only reads the database, and refuses every request that could write to it."""
    archive: Path | None = None
    """The folder of an archive whose statistics pages show in place of those of the database."""
    api_requests: int = 600
    """The most requests of programs that a club answers in a minute: of a token, and twice as many of a sender."""
    api_counts: str = "memory://"
    """Where these are counted, as Flask-Limiter names it: by default each process counts its own."""
    decoded_matches: int = 32
    """The most matches that a process keeps decoded, for pages that replay them."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, *, kept_key: bool = True) -> Self:
        """The settings of the environment.  Makes the data folder if a setting needs it.

        Without ``kept_key`` a secret key that is not set is made for this process alone, and is not stored: for all
        but the server, and for a server that only reads.

        FUPAN_DATABASE_URL (default: SQLite in the data folder), FUPAN_SECRET_KEY (default: made once and stored in the
        data folder), FUPAN_DATA (default: `fupan` in the user's data folder), FUPAN_UPLOAD_BYTES, FUPAN_DATABASE_BYTES,
        FUPAN_SECURE_COOKIES, FUPAN_TRUSTED_HOSTS (separated by commas), FUPAN_TRUSTED_PROXIES, FUPAN_ARCHIVE,
        FUPAN_MODE (default: ``alone``), FUPAN_API_REQUESTS, FUPAN_OPEN_STATISTICS, FUPAN_HIDE_MINORS (default: true),
        FUPAN_RULING_VOTES.

        Raises ConfigError for a setting that is not valid.
        """
        settings = os.environ if environment is None else environment
        if (mode := settings.get("FUPAN_MODE") or Mode.ALONE) not in set(Mode):
            raise ConfigError(
                _(
                    "{name} is {value}: one of these is wanted: {modes}",
                    name="FUPAN_MODE",
                    value=repr(mode),
                    modes=", ".join(Mode),
                )
            )
        folder = data_folder(settings)
        if not settings.get("FUPAN_DATABASE_URL"):
            _make_private(folder)
        return cls(
            database_url=database_url(settings),
            mode=Mode(mode),
            secret_key=settings.get("FUPAN_SECRET_KEY")
            or (kept_secret(folder) if kept_key else secrets.token_hex(_SECRET_BYTES)),
            upload_bytes=_count(settings, "FUPAN_UPLOAD_BYTES", bounds.UPLOAD_BYTES),
            database_bytes=_count(settings, "FUPAN_DATABASE_BYTES", cls.database_bytes, _MOST_BYTES),
            api_requests=_count(settings, "FUPAN_API_REQUESTS", cls.api_requests, _MOST_REQUESTS),
            secure_cookies=_flag(settings, "FUPAN_SECURE_COOKIES"),
            open_statistics=_flag(settings, "FUPAN_OPEN_STATISTICS"),
            hide_minors=_flag(settings, "FUPAN_HIDE_MINORS", unset="true"),
            ruling_votes=_count(settings, "FUPAN_RULING_VOTES", 1, _MOST_RULING_VOTES),
            trusted_proxies=_count(settings, "FUPAN_TRUSTED_PROXIES", 0, _MOST_PROXIES, least=0),
            archive=Path(named).absolute() if (named := settings.get("FUPAN_ARCHIVE")) else None,
            trusted_hosts=tuple(
                host.strip() for host in settings.get("FUPAN_TRUSTED_HOSTS", "").split(",") if host.strip()
            ),
        )

    @property
    def alone(self) -> bool:
        """Whether the server answers the person at its own machine and nobody else."""
        return self.mode is Mode.ALONE and not (self.trust_visitors or self.read_only)


def database_url(environment: Mapping[str, str]) -> str:
    """The URL of the database: FUPAN_DATABASE_URL, else that of the SQLite file in the data folder."""
    return environment.get("FUPAN_DATABASE_URL") or f"sqlite:///{data_folder(environment) / DATABASE_FILE}"


def data_folder(environment: Mapping[str, str]) -> Path:
    """The folder for the data of an installation: FUPAN_DATA, else `fupan` in the user's data folder (XDG)."""
    named = environment.get("FUPAN_DATA")
    if named:
        return Path(named).expanduser().absolute()
    base = environment.get("XDG_DATA_HOME")
    return (Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share") / "fupan"


def kept_secret(folder: Path) -> str:
    """The random key in a folder, which only its owner can read.  Makes it if it does not exist.

    Two processes that start at the same time get the same key, because the file is never visible in part.
    """
    path = folder / KEPT_SECRET
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with draft_beside(path) as draft:
            draft.stream.write(secrets.token_hex(_SECRET_BYTES).encode())
            draft.flush()
            with suppress(FileExistsError):
                os.link(draft.path, path)
    secret = path.read_text(encoding="ascii").strip()
    if len(secret) < _SECRET_BYTES:
        raise ConfigError(_("{file} holds no secret key; remove it to have one made", file=path))
    return secret


def _make_private(folder: Path) -> None:
    """Makes the data folder.  Other people lose the right to read the database in it, which earlier versions gave."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / DATABASE_FILE
    for path in (file, *(folder / (DATABASE_FILE + ending) for ending in ("-wal", "-shm"))):
        with suppress(OSError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def _count(
    settings: Mapping[str, str], name: str, default: int, most: int = bounds.UPLOAD_BYTES, *, least: int = 1
) -> int:
    text = settings.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise ConfigError(
            _(
                "{name} is {value}: a whole number from {least} to {most} is wanted",
                name=name,
                value=repr(text),
                least=least,
                most=most,
            )
        )
    return int(text)


def _flag(settings: Mapping[str, str], name: str, unset: str = "") -> bool:
    text = settings.get(name, unset).strip().lower()
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise ConfigError(_("{name} is {value}: true or false is wanted", name=name, value=repr(text)))
