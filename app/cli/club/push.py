"""`fupan push`: the logs of a folder to the server of a club."""

import json
import os
import ssl
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from http.client import HTTPException
from typing import Any, BinaryIO, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

import click

from app.cli.commands import argument, command, option
from app.cli.inputs import InputError, WrongUsage, bytes_of, complain, name_of, unread, with_folders
from app.cli.matches.check import exit_status
from app.cli.matches.report_text import summary_text
from app.cli.output import print_lines
from app.cli.words import VERDICT_COLOURS, labelled, verdict_shown, with_commas
from app.text.language import _, current
from app.text.terminal import Style, style_of
from app.web.http.hosts import names_loopback
from engine import __version__

LOOKS_EVERY: Final = 5.0
"""Seconds between two looks into a folder that is watched."""
ASKED_EVERY: Final = 1.0
"""Seconds after which the server is asked for the first time whether it has judged an upload."""
_SLOWEST: Final = 10.0
_UPLOADS: Final = "/api/v1/uploads"
_ATTEMPTS: Final = 8
_LONGEST_WAIT: Final = 300
"""Seconds that the server may ask to wait."""
_LONGEST_PAUSE: Final = 60
_TIMEOUT: Final = 120
_ANSWER_BYTES: Final = 16 * 1024 * 1024
_TOKEN_BYTES: Final = 1024
_OTHERS: Final = 0o077
_AGAIN: Final = frozenset({429, 502, 503, 504})
_UNFINISHED: Final = frozenset({"arriving", "waiting", "running"})


@command()
@argument("folder")
@option("--to", "address", required=True, metavar="URL", help="The server, such as https://club.example")
@option(
    "--token-file",
    required=True,
    metavar="FILE",
    help="A file with a token of the club that has the scope upload. Nobody but its owner should be able to read it.",
)
@option("--watch", is_flag=True, help="Go on and upload each new log once it no longer grows, until Ctrl-C.")
def push(folder: str, address: str, token_file: str, watch: bool) -> int:
    """Upload the logs of a folder to the server of a club, and print the verdict of each match.

    FOLDER is read as fupan import reads it. What was uploaded before does not change, so a run that was stopped can be
    started again. A server that is busy or cannot be reached is asked again for some minutes.

    URL begins with https://, or with http:// if the server is on this machine.

    Exit status: 0 all clean; 1 some illegal, misscored or incomplete; 2 some could not be read or uploaded.
    """
    if not os.path.exists(folder):
        raise WrongUsage(_("{source}: {reason}", source=name_of(folder), reason=unread(FileNotFoundError())))
    pushed = _Pushed(_Server(address, _token(token_file)), style_of(sys.stdout))
    if watch:
        try:
            pushed.watch(folder)
        except KeyboardInterrupt:
            click.echo(err=True)
    else:
        for path, name in with_folders([folder]):
            pushed.take(path, name)
    if pushed.verdicts:
        print_lines([summary_text(pushed.verdicts, pushed.style)], pushed.style)
    return exit_status(pushed.verdicts, pushed.failed)


def _token(path: str) -> str:
    """The token in a file.  Complains if others can read the file; raises WrongUsage if it has no token."""
    with bytes_of(path) as file:
        if os.name == "posix" and os.fstat(file.fileno()).st_mode & _OTHERS:
            complain(_("{file}: others can read the token; chmod 600 keeps it from them", file=name_of(path)))
        token = file.read(_TOKEN_BYTES + 1).decode("utf-8", "replace").strip()
    if not (0 < len(token) <= _TOKEN_BYTES and token.isascii() and token.isprintable() and " " not in token):
        raise WrongUsage(
            _("{file}: this is not a token: the file must contain the token and nothing else", file=name_of(path))
        )
    return token


class _NotTaken(Exception):
    """The server does not take a file: its status and its words."""


class _Unreachable(WrongUsage):
    """The server did not answer, or was busy for too long."""


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect, which would send the token elsewhere."""

    def redirect_request(self, *_arguments: Any, **_named: Any) -> None:
        """None: the answer itself is an error then."""


class _Server:
    """The server of a club."""

    def __init__(self, address: str, token: str) -> None:
        """Raises click.UsageError for an address to which a token must not be sent."""
        parts = urlsplit(address)
        host = parts.hostname or ""
        secure = parts.scheme == "https"
        if not host or parts.username or parts.query or parts.fragment or parts.scheme not in ("http", "https"):
            raise click.UsageError(_("--to is an address such as https://club.example"))
        if not secure and not names_loopback(host):
            raise click.UsageError(
                _("the token would be sent without encryption: --to begins with https:// unless it is this machine")
            )
        self._base: Final = address.rstrip("/")
        self._token: Final = token
        # Another machine must not be handed what is not encrypted.
        handlers = (_NoRedirects(),) if secure else (_NoRedirects(), ProxyHandler({}))
        self._opener: Final[OpenerDirector] = build_opener(*handlers)

    def upload(self, path: str, name: str) -> Mapping[str, Any]:
        """What the server found in a file.  Raises InputError, _NotTaken, WrongUsage and _Unreachable."""
        query = urlencode({"name": name, "lang": current().value})
        try:
            file = open(path, "rb")  # noqa: SIM115 (what the connection raises is not raised by the file)
        except (OSError, ValueError) as error:
            raise InputError(_("{source}: {reason}", source=name, reason=unread(error))) from error
        with file:
            hashed = sha256(query.encode())
            while piece := file.read(1024 * 1024):
                hashed.update(piece)
            headers = {"Content-Type": "application/octet-stream", "Idempotency-Key": hashed.hexdigest()}
            document, location = self._asked("POST", f"{self._base}{_UPLOADS}?{query}", headers, file)
        pause = ASKED_EVERY
        while location is not None:
            where = urljoin(self._base, location)
            if urlsplit(where)[:2] != urlsplit(self._base)[:2]:
                raise WrongUsage(_("the server names another one to ask, {address}", address=where))
            time.sleep(pause)
            pause = min(_SLOWEST, pause * 2)
            document, _none = self._asked("GET", where, {})
            if document.get("state") not in _UNFINISHED:
                return document
        return document

    def _asked(
        self, method: str, address: str, headers: Mapping[str, str], file: BinaryIO | None = None
    ) -> tuple[Mapping[str, Any], str | None]:
        """The answer to a request, and where to ask for the rest of it."""
        for attempt in range(1, _ATTEMPTS + 1):
            wait = min(2 ** (attempt - 1), _LONGEST_PAUSE)
            try:
                return self._sent(method, address, headers, file)
            except HTTPError as error:
                with error:
                    asked = error.headers.get("Retry-After", "")
                    words = _words_of(error)
                    if error.code in (401, 403) or error.code in range(300, 400):
                        raise WrongUsage(_("{address}: refused: {reason}", address=self._base, reason=words)) from None
                    if error.code not in _AGAIN and not (error.code == 409 and asked):
                        raise _NotTaken(words) from None
                    wait = min(int(asked), _LONGEST_WAIT) if asked.isascii() and asked.isdigit() else wait
            except (URLError, HTTPException, OSError) as error:
                reason = error.reason if isinstance(error, URLError) else error
                words = str(reason)
                if isinstance(reason, ssl.SSLCertVerificationError):
                    raise WrongUsage(_("{address}: refused: {reason}", address=self._base, reason=words)) from None
            if attempt < _ATTEMPTS:
                time.sleep(wait)
        raise _Unreachable(_("{address}: it could not be asked: {reason}", address=self._base, reason=words))

    def _sent(
        self, method: str, address: str, headers: Mapping[str, str], file: BinaryIO | None
    ) -> tuple[Mapping[str, Any], str | None]:
        sent = {
            "Authorization": f"Bearer {self._token}",
            "Accept": "application/json",
            "User-Agent": f"fupan/{__version__}",
            **headers,
        }
        if file is not None:
            file.seek(0)
            sent["Content-Length"] = str(os.fstat(file.fileno()).st_size)
        request = Request(address, file, sent, method=method)  # noqa: S310 (http and https alone)
        with self._opener.open(request, timeout=_TIMEOUT) as answer:
            document = _decoded(answer.read(_ANSWER_BYTES))
            if document is None:
                raise _NotTaken(_("the answer is not one of a server of Fupan"))
            return document, answer.headers.get("Location") if answer.status == 202 else None


def _decoded(data: bytes) -> Mapping[str, Any] | None:
    try:
        document = json.loads(data)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None


def _words_of(error: HTTPError) -> str:
    """What the server says of an error, or the name of its status."""
    document = _decoded(error.read(_ANSWER_BYTES)) or {}
    older = document.get("error")
    said = document.get("detail") or (older.get("explanation") if isinstance(older, dict) else None)
    return str(said or f"{error.code} {error.reason}")


class _Pushed:
    """What was uploaded."""

    def __init__(self, server: _Server, style: Style) -> None:
        self._server: Final = server
        self.style: Final = style
        self.verdicts: Final[Counter[str]] = Counter()
        self.failed = False
        """Whether a file could not be read or uploaded."""

    def watch(self, folder: str) -> None:
        """Uploads each file that is the same in two looks, until it is interrupted."""
        before: dict[str, tuple[int, int]] = {}
        done: dict[str, tuple[int, int]] = {}
        while True:
            now = dict(_looked_at(folder))
            try:
                for (path, name), state in now.items():
                    if before.get(path) == state and done.get(path) != state:
                        self.take(path, name)
                        done[path] = state
            except _Unreachable as error:
                complain(error.message)
            before = {path: state for (path, _name), state in now.items()}
            time.sleep(LOOKS_EVERY)

    def take(self, path: str, name: str) -> None:
        """Uploads a file, and prints what the server says of it.  Raises WrongUsage if it takes none."""
        try:
            upload = self._server.upload(path, name)
        except InputError as error:
            self._fail(error.message)
        except _NotTaken as refused:
            self._fail(_("{source}: not taken: {reason}", source=name, reason=str(refused)))
        else:
            self._print(name, upload)

    def _print(self, name: str, upload: Mapping[str, Any]) -> None:
        style = self.style
        if "state" in upload:
            self._print_job(name, upload)
            return
        for match in upload.get("matches", ()):
            verdict = str(match.get("verdict"))
            self.verdicts[verdict] += 1
            state = _("new") if match.get("new") else _("already there")
            shown = verdict_shown(verdict, style) if verdict in VERDICT_COLOURS else style.safe(verdict)
            print_lines([labelled(style.safe(str(match.get("source"))), with_commas([shown, state]))], style)
        for refusal in upload.get("refusals", ()):
            self._fail(_("{source}: not read: {reason}", source=refusal.get("source"), reason=refusal.get("reason")))

    def _print_job(self, name: str, job: Mapping[str, Any]) -> None:
        if job.get("reason"):
            self._fail(_("{source}: not taken: {reason}", source=name, reason=job["reason"]))
        counts: Counter[str] = Counter(job.get("verdicts") or {})
        self.verdicts.update(counts)
        if counts:
            print_lines([labelled(self.style.safe(name), summary_text(counts, self.style))], self.style)
        if job.get("unread"):
            self._fail(_("{source}: {count} not read as a match", source=name, count=f"{job['unread']:,}"))

    def _fail(self, words: str) -> None:
        self.failed = True
        complain(words)


def _looked_at(folder: str) -> Iterator[tuple[tuple[str, str], tuple[int, int]]]:
    """The files of a folder, each with its name and with what changes when it is written; not those that are empty."""
    for path, name in with_folders([folder]):
        try:
            status = os.stat(path)
        except OSError:
            continue
        if status.st_size:
            yield (path, name), (status.st_size, status.st_mtime_ns)
