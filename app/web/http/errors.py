"""The answers to errors: a page, or for programs a problem as RFC 9457 describes it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from flask import Flask, Response, current_app, render_template, request
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]
from sqlalchemy.exc import DBAPIError, TimeoutError
from werkzeug.exceptions import HTTPException, InternalServerError, RequestEntityTooLarge, SecurityError

from app.database.packing import BytesDamaged
from app.database.trouble import TroubleKind, kind_of
from app.matches.thread_share import RETRY_SECONDS, Busy
from app.text.language import DEFAULT, _, current, marked
from app.web.http.security import framable

API: Final = "/api/v1/"
"""How the addresses for programs begin."""
PROBLEM: Final = "application/problem+json"

_EXPLANATIONS: Final[Mapping[int, str]] = MappingProxyType(
    {
        400: marked("The request could not be understood."),
        403: marked("This request may not be made from there."),
        404: marked("There is nothing at this address. What was here may never have been uploaded."),
        405: marked("This address does not take requests of this kind."),
        410: marked("What was at this address has been deleted."),
        413: marked("The request is larger than this server takes."),
        503: marked("The server is busy with other uploads. Send this once more in a few seconds."),
        500: marked("Something failed on the server. It has been logged; trying again does no harm."),
    }
)
_TITLES: Final[Mapping[int, str]] = MappingProxyType(
    {
        400: marked("Bad request"),
        401: marked("Not known"),
        403: marked("Not permitted"),
        404: marked("Not found"),
        405: marked("Method not allowed"),
        409: marked("Conflict"),
        410: marked("Gone"),
        413: marked("Too large"),
        422: marked("Cannot be used"),
        429: marked("Too many requests"),
        500: marked("Server error"),
        501: marked("Not available here"),
        507: marked("No space left"),
        503: marked("Not available now"),
    }
)
_CODES: Final[Mapping[int, str]] = MappingProxyType(
    {
        400: "bad-request",
        401: "token-not-valid",
        403: "not-permitted",
        404: "not-found",
        405: "method-not-allowed",
        409: "conflict",
        410: "gone",
        413: "too-large",
        422: "cannot-be-used",
        429: "too-many-requests",
        500: "failed",
        501: "not-available-here",
        507: "no-space",
        503: "not-available-now",
    }
)
_NO_HOST: Final = marked("This server does not answer to that name.")
_FAILED: Final = marked("The request failed")
_CSRF: Final = marked(
    "The form did not carry a valid token: it was open for too long, or cookies are switched off, or it was sent from "
    "another site. Go back, load the page again, and send it once more."
)
_BUSY: Final = marked("The server is computing for other requests. Send this once more in a few seconds.")
_DATABASE: Final = marked(
    "The database could not be used. What it said has been logged; in a terminal, fupan doctor says what is wrong."
)


_AWAY: Final = marked("The database cannot be reached at the moment. Send this once more in a minute.")
_FULL: Final = marked(
    "There is no space left for the database, so what was sent could not be stored. Those who run this server have to "
    "make room on its disk; then send this once more."
)
_READ_ONLY: Final = marked(
    "The database can be read but not written at the moment, and this has to write to it. Those who run this server "
    "find the reason in its log."
)
_DAMAGED: Final = marked(
    "The database is damaged, and what this needs of it cannot be read. What it said has been logged; in a terminal, "
    "fupan doctor says what is damaged. Those who run this server have to restore a copy of it."
)
ONLY_READ: Final = marked(
    "These pages can only be read: the server was started with fupan serve --read-only. Nothing can be uploaded, "
    "written, ruled, renamed or deleted here."
)
AWAY_SECONDS: Final = 30
"""How long a visitor is asked to wait while the database cannot be reached."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request is not answered as it asks."""

    type: str = "about:blank"
    """What kind of problem it is: the status says it."""
    code: str
    """What kind of problem it is, in a word that does not depend on the language."""
    title: str
    """The status in words."""
    status: int
    detail: str
    """What is wrong, and what can be done about it."""


def problem_of(status: int, detail: str, code: str = "") -> Problem:
    """A problem in the language of the reader; ``code`` is its code, if the status says too little."""
    title = _(_TITLES.get(status, _FAILED))
    return Problem(code=code or _CODES.get(status, "failed"), title=title, status=status, detail=detail)


def problem_at(status: int) -> bytes:
    """A problem with a known status and nothing else, as it is sent."""
    return msgspec.json.encode(problem_of(status, _usual(status)))


def unexplained_answer(path: str, status: int) -> tuple[str, bytes]:
    """What is answered at an address where no more is known than the status: its type, and a problem or a sentence."""
    if path.startswith(API):
        return PROBLEM, problem_at(status)
    return "text/plain; charset=utf-8", f"{_usual(status)}\n".encode()


class Refusal(HTTPException):
    """An answer with an HTTP error status and its own explanation."""

    def __init__(
        self,
        status: int,
        explanation: str,
        retry_after: int | None = None,
        title: str = "",
        *,
        bearer: str | None = None,
        problem: str = "",
    ) -> None:
        """``retry_after`` is the number of seconds after which the request may be sent again.

        Where the status says too little, ``title`` is what the page is called, and ``problem`` the code for programs.
        ``bearer`` is what `WWW-Authenticate` says of the token that was shown.
        """
        super().__init__(explanation)
        self.code = status
        self.explanation: Final = explanation
        self.title: Final = title
        self.problem: Final = problem
        self._added: Final = [
            *([] if retry_after is None else [("Retry-After", str(retry_after))]),
            *([] if bearer is None else [("WWW-Authenticate", f"Bearer {bearer}")]),
        ]

    def get_headers(self, *arguments: Any) -> list[tuple[str, str]]:
        """The headers of the answer."""
        return [*super().get_headers(*arguments), *self._added]


def explain_errors(app: Flask) -> None:
    """Answers every HTTP error of an application, and every exception (as 500), with an explanation."""
    app.register_error_handler(HTTPException, _answer)


def _answer(error: HTTPException) -> Response:
    cause = error.original_exception if isinstance(error, InternalServerError) else None
    if isinstance(cause, (DBAPIError, TimeoutError)):
        error = _refusal_of(kind_of(cause))
    elif isinstance(cause, BytesDamaged):
        error = _refusal_of(TroubleKind.DAMAGED)
    status = error.code or 500
    title = error.name
    if request.path.startswith(API):
        problem = problem_of(status, _explanation(error, status), error.problem if isinstance(error, Refusal) else "")
        answer = Response(msgspec.json.encode(problem), mimetype=PROBLEM)
    elif isinstance(error, SecurityError):
        # The host of the request is not trusted, so no address can be made, and no page either.
        answer = Response(_(_NO_HOST) + "\n", mimetype="text/plain")
    else:
        answer = current_app.make_response(
            render_template(
                "replay/embed/error.html" if framable() else "errors/error.html",
                status=status,
                title=(isinstance(error, Refusal) and error.title) or _title(title, status),
                explanation=_explanation(error, status),
            )
        )
    answer.status_code = status
    for name, value in error.get_headers(request.environ):
        if name.lower() not in ("content-type", "content-length"):
            answer.headers[name] = value
    return answer


def _title(name: str, status: int) -> str:
    """The name of an error in the language of the reader; for Chinese one of a few, since HTTP has English names."""
    if current() is DEFAULT:
        return name
    return _(_TITLES.get(status, _FAILED))


def _explanation(error: HTTPException, status: int) -> str:
    if isinstance(error, CSRFError):
        return _(_CSRF)
    if isinstance(error, Refusal):
        return error.explanation
    if isinstance(error, Busy):
        return _(_BUSY)
    if isinstance(error, SecurityError):
        return _(_NO_HOST)
    if isinstance(error, RequestEntityTooLarge):
        return _too_large()
    return _usual(status)


def _usual(status: int) -> str:
    return _(_EXPLANATIONS.get(status, marked("The request could not be answered.")))


def _refusal_of(kind: TroubleKind) -> Refusal:
    """The answer to a request at which the database failed."""
    match kind:
        case TroubleKind.AWAY:
            return Refusal(503, _(_AWAY), AWAY_SECONDS)
        case TroubleKind.BUSY:
            return Refusal(503, _(_EXPLANATIONS[503]), RETRY_SECONDS)
        case TroubleKind.FULL:
            return Refusal(507, _(_FULL))
        case TroubleKind.READ_ONLY if current_app.extensions["fupan"].config.read_only:
            return Refusal(403, _(ONLY_READ))
        case TroubleKind.READ_ONLY:
            return Refusal(503, _(_READ_ONLY))
        case TroubleKind.DAMAGED:
            return Refusal(500, _(_DAMAGED))
        case TroubleKind.OTHER:
            return Refusal(500, _(_DATABASE))


def _too_large() -> str:
    """Which bound on requests was exceeded: that on all bytes, or one of those on forms."""
    most: int = current_app.config["MAX_CONTENT_LENGTH"]
    length = request.content_length
    if length is None or length > most:
        return _(
            "The upload is larger than this server takes: {most} at most, as it is sent. Send it packed or in parts, "
            "or use fupan import in a terminal.",
            most=size_words(most),
        )
    parts, field = current_app.config["MAX_FORM_PARTS"], current_app.config["MAX_FORM_MEMORY_SIZE"]
    return _(
        "The form has more files and fields than this server takes, which is {parts}, or a field of more than {size} "
        "that is not a file. Send fewer files at once.",
        parts=parts,
        size=size_words(field),
    )


def size_words(number: int) -> str:
    """A bound in bytes, as people read it: 256 MiB."""
    return f"{number // 2**20} MiB" if number >= 2**20 else f"{number // 2**10} KiB"
