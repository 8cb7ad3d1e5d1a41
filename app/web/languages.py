"""The switch of languages."""

from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Blueprint, Response, abort, redirect, request, url_for

from app.text.language import LANGUAGES, Language
from app.web.http.language import ARGUMENT, remember

BLUEPRINT: Final = Blueprint("languages", __name__)


@BLUEPRINT.get("/language/<tag>")
def choose(tag: str) -> Response:
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
