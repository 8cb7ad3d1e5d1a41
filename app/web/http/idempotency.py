"""`Idempotency-Key`: a request of a program that is sent twice with the same key is done once.

An answer is kept for a day, and of each sender the last 1,000.  It is not kept where the request may succeed when it is
sent again (429, 5xx), nor where it is longer than 256 KiB.
"""

import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import IO, Final, cast

from flask import Flask, Response, g, request
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts.secrets import hash_of
from app.database.opening import transact
from app.database.tables.kept_answers import KeptAnswer, sender_of
from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.errors import API, Refusal
from app.web.http.this_login import this_login, this_visitor

HEADER: Final = "Idempotency-Key"
LASTS: Final = timedelta(hours=24)
MOST: Final = 1_000
"""The most answers that are kept of a sender."""
BODY: Final = 256 * 1024
"""The most bytes of an answer that is kept."""
IN_WORK: Final = timedelta(minutes=5)
"""After this time a request without an answer counts as broken off."""
_KEY: Final = 255
"""Characters of a key at most."""
_RETRY_SECONDS: Final = 2
_MEMORY: Final = 1024 * 1024
_PIECE: Final = 64 * 1024
_BEGUN: Final = "fupan_begun"
_HELD: Final = "fupan_held_body"


@dataclass(frozen=True, slots=True)
class _Begun:
    """A request with a key, whose answer is to be kept."""

    sender: str
    key: str
    at: datetime


def do_once(app: Flask) -> None:
    """Has an application do requests with the same key once.  To be called after all that refuses requests."""

    @app.before_request
    def begin() -> Response | None:
        key = request.headers.get(HEADER)
        if key is None or request.method != "POST" or not request.path.startswith(API) or request.endpoint is None:
            return None
        if not (1 <= len(key) <= _KEY and key.isascii() and key.isprintable()):
            raise Refusal(400, _("An {header} has 1 to {count} printable characters.", header=HEADER, count=_KEY))
        begun = _Begun(_sender(), hash_of(key), datetime.now(UTC))
        asked = _hash_of_request()
        earlier = transact(this_installation().sessions, lambda session: _begin(session, begun, asked))
        if earlier is None:
            setattr(g, _BEGUN, begun)
            return None
        if earlier.request_sha256 != asked:
            raise Refusal(409, _("Another request was sent with this {header} before.", header=HEADER))
        if earlier.status is None:
            raise Refusal(409, _("The request with this {header} is still in work.", header=HEADER), _RETRY_SECONDS)
        return _answer(earlier)

    @app.after_request
    def keep(response: Response) -> Response:
        begun: _Begun | None = g.pop(_BEGUN, None)
        if begun is not None:
            transact(this_installation().sessions, lambda session: _end(session, begun, response))
        return response

    @app.teardown_request
    def close(_fault: BaseException | None) -> None:
        held: IO[bytes] | None = g.pop(_HELD, None)
        if held is not None:
            held.close()


def _sender() -> str:
    login = this_login()
    return sender_of(login.account) if login is not None else this_visitor() or ""


def _hash_of_request() -> str:
    """The hash of the method, the address and the body of the request, which can be read once more after it."""
    hashed = sha256(f"{request.method} {request.full_path}\n{request.content_type}\n".encode())
    held = tempfile.SpooledTemporaryFile(max_size=_MEMORY)  # noqa: SIM115 (the request reads it)
    setattr(g, _HELD, held)
    stream = request.stream
    while piece := stream.read(_PIECE):
        hashed.update(piece)
        held.write(piece)
    held.seek(0)
    request.environ["wsgi.input"] = held
    request.environ["wsgi.input_terminated"] = True
    del request.stream
    return hashed.hexdigest()


def _begin(session: Session, begun: _Begun, asked: str) -> KeptAnswer | None:
    """What is kept under a key; None where nothing was, and the request is noted."""
    session.execute(delete(KeptAnswer).where(col(KeptAnswer.at) <= begun.at - LASTS))
    answer = session.get(KeptAnswer, (begun.sender, begun.key))
    if answer is not None:
        if answer.status is not None or answer.at > begun.at - IN_WORK:
            session.expunge(answer)
            return answer
        session.delete(answer)
        session.flush()
    mine = col(KeptAnswer.sender) == begun.sender
    over = (session.scalar(select(func.count()).select_from(KeptAnswer).where(mine)) or 0) + 1 - MOST
    if over > 0:
        oldest = select(col(KeptAnswer.key_sha256)).where(mine).order_by(col(KeptAnswer.at)).limit(over)
        session.execute(delete(KeptAnswer).where(mine, col(KeptAnswer.key_sha256).in_(oldest)))
    session.add(KeptAnswer(sender=begun.sender, key_sha256=begun.key, request_sha256=asked, at=begun.at))
    return None


def _end(session: Session, begun: _Begun, response: Response) -> None:
    """Keeps the answer to a request, or forgets the request."""
    answer = session.get(KeptAnswer, (begun.sender, begun.key))
    if answer is None or answer.at != begun.at:
        return
    body = b"" if response.is_streamed else response.get_data()
    if response.status_code == 429 or response.status_code >= 500 or response.is_streamed or len(body) > BODY:
        session.delete(answer)
        return
    answer.status, answer.body = response.status_code, body
    answer.content_type, answer.location = response.content_type, response.headers.get("Location")


def _answer(answer: KeptAnswer) -> Response:
    response = Response(answer.body, status=cast(int, answer.status), content_type=answer.content_type)
    if answer.location is not None:
        response.headers["Location"] = answer.location
    return response
