"""The language of a page: what its address asks for, or what was chosen before, or what the browser prefers."""

from contextvars import Token
from typing import Any, Final

from flask import Flask, Response, g, request
from jinja2 import Environment, pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup

from app.text.language.catalogues import words
from app.text.language.current import choose, current, forget
from app.text.language.saying import _ as translated
from app.text.language.saying import said, value_said
from app.text.translations.languages import DEFAULT, LANGUAGES, Language, language_named
from app.web.http.framing import framable

ARGUMENT: Final = "lang"
"""The argument of an address that names a language."""
COOKIE: Final = "lang"
"""The cookie that keeps the language that was chosen."""
_YEAR: Final = 365 * 24 * 3600
_API: Final = "/api/"


def speak(app: Flask) -> None:
    """Answers every request of an application in the language of its reader."""

    @app.before_request
    def begin() -> None:
        g.language_token = choose(_asked())

    @app.after_request
    def keep(response: Response) -> Response:
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


def translate(environment: Environment) -> None:
    """Gives templates their texts in the language of the reader.

    ``_``, ``_c`` and ``_n`` take what is written in the template itself, which may have elements of HTML.  A text from
    elsewhere goes through the filter ``translated``, so that it is escaped.
    """
    environment.finalize = _shown
    environment.filters["translated"] = translated
    environment.globals.update(
        {"_": _in_page, "_c": _in_context, "_n": _counted_in_page, "language": current, "languages": LANGUAGES}
    )


def _asked() -> Language:
    """The language of a request.  Answers for programs are in English unless the address names a language."""
    named = language_named(request.args.get(ARGUMENT, ""))
    if named is not None or request.path.startswith(_API):
        return named or DEFAULT
    kept = None if framable() else language_named(request.cookies.get(COOKIE, ""))
    if kept is not None:
        return kept
    return next((found for tag, _quality in request.accept_languages if (found := language_named(tag))), DEFAULT)


def remember(response: Response, language: Language) -> None:
    """Keeps the language that was chosen in a cookie."""
    response.set_cookie(COOKIE, language, max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)


def _shown(value: Any) -> Any:
    return said(value) if isinstance(value, str) else value


@pass_eval_context
def _in_page(context: EvalContext, template: str, /, **values: object) -> str:
    """A text in the language of the reader.  Values are escaped; the template may have elements of HTML."""
    return _filled(context, words(current()).of("", template), values)


@pass_eval_context
def _in_context(evaluation: EvalContext, context: str, template: str, /, **values: object) -> str:
    """A text that means something else in another context, in the language of the reader."""
    return _filled(evaluation, words(current()).of(context, template), values)


@pass_eval_context
def _counted_in_page(context: EvalContext, one: str, many: str, count: int, /, **values: object) -> str:
    """A text about a number of things; ``{count}`` is the number with thousands separators."""
    return _filled(context, words(current()).counted(one, many, count), {"count": f"{count:,}"} | values)


def _filled(context: EvalContext, template: str, values: dict[str, object]) -> str:
    put = {name: value_said(value) for name, value in values.items()}
    if context.autoescape:
        return Markup(template).format(**put) if put else Markup(template)  # noqa: S704
    return template.format(**put) if put else template
