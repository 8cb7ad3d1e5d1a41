"""The language of a page: what its address asks for, or what was chosen before, or what the browser prefers.

The switch of languages keeps what is chosen.
"""

from contextvars import Token
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Flask, Response, abort, g, redirect, request, url_for
from werkzeug.wrappers import Request

from app.text.language import LANGUAGES
from app.text.language.saying import choose, forget
from app.text.language.templates import translate
from app.text.translations.languages import DEFAULT, Language, language_named
from app.web.http.errors import API
from app.web.http.pages import May, Pages
from app.web.http.security import framable

BLUEPRINT: Final = Pages("language", __name__)
ARGUMENT: Final = "lang"
"""The argument of an address that names a language."""
COOKIE: Final = "lang"
"""The cookie that keeps the language that was chosen."""
_YEAR: Final = 365 * 24 * 3600


def speak(app: Flask) -> None:
    """Answers every request of an application in the language of its reader."""

    @app.before_request
    def begin() -> None:
        g.language_token = choose(_asked())

    @app.after_request
    def keep(response: Response) -> Response:
        if request.path.startswith(API):
            response.vary.add("Accept-Language")
        if response.mimetype == "text/html":
            response.vary.update(("Accept-Language",) if framable() else ("Accept-Language", "Cookie"))
            chosen = language_named(request.args.get(ARGUMENT, ""))
            if chosen is not None and not framable():
                remember(response, chosen)
        return response

    @app.teardown_request
    def end(_: BaseException | None) -> None:
        token: Token[Language] | None = g.pop("language_token", None)
        if token is not None:
            forget(token)

    translate(app.jinja_env)


def _asked() -> Language:
    language = None if framable() or request.path.startswith(API) else language_named(request.cookies.get(COOKIE, ""))
    return asked_by(request, language)


def asked_by(sent: Request, language: Language | None = None) -> Language:
    """The language of the answer to a request; ``language`` is what its reader chose before."""
    first_choice = language_named(sent.args.get(ARGUMENT, "")) or language
    preferred = (named for tag, _quality in sent.accept_languages if (named := language_named(tag)))
    return first_choice or next(preferred, DEFAULT)


def remember(response: Response, language: Language) -> None:
    """Keeps the language that was chosen in a cookie."""
    response.set_cookie(COOKIE, language, max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)


@BLUEPRINT.get("/language/<tag>", may=May.READ, endpoint="choose")
def switch(tag: str) -> Response:
    """Keeps a language for later pages, and goes back to the page that the reader came from."""
    if tag not in LANGUAGES:
        abort(404)
    answer = redirect(_page_before(), 303)
    assert isinstance(answer, Response)
    remember(answer, Language(tag))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _page_before() -> str:
    """The page of this site that the reader comes from, without the language that its address names."""
    before = urlsplit(request.referrer or "")
    if before.netloc != request.host or not before.path.startswith("/") or before.path.startswith("//"):
        return url_for("home.page")
    arguments = [(name, value) for name, value in parse_qsl(before.query, keep_blank_values=True) if name != ARGUMENT]
    return before.path + (f"?{urlencode(arguments)}" if arguments else "")


def varied_response(response: Response) -> Response:
    """An answer whose words are in the language of the reader."""
    response.vary.update(("Accept-Language", "Cookie"))
    return response
