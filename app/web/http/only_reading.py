"""A server that only reads its database: the requests that it refuses, and the forms that its pages leave out."""

import re
from typing import Final

from flask import Flask, request
from jinja2.ext import Extension

from app.matches.thread_share import READS
from app.text.language import _
from app.web.http.errors import ONLY_READ, Refusal
from app.web.http.permissions import changing_nothing

_WRITES_NOTHING: Final = changing_nothing()
_FORM: Final = re.compile(r'<form\b(?:(?!</form>).)*?method="post"(?:(?!</form>).)*</form>', re.DOTALL)


class WithoutForms(Extension):
    """Templates without the forms that write."""

    def preprocess(self, source: str, _name: str | None, _filename: str | None = None) -> str:
        """The source of a template without these forms."""
        return _FORM.sub(lambda form: form[0] if _writes_nothing(form[0]) else "", source)


def only_read(app: Flask) -> None:
    """Refuses every request of an application that may write, with 403, and leaves the forms for them out of pages."""
    app.jinja_env.add_extension(WithoutForms)
    app.jinja_env.globals["only_read_words"] = lambda: _(ONLY_READ)
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False

    @app.before_request
    def refuse_writing() -> None:
        if request.method not in READS and request.endpoint not in _WRITES_NOTHING:
            raise Refusal(403, _(ONLY_READ))


def _writes_nothing(form: str) -> bool:
    return any(f"url_for('{endpoint}'" in form for endpoint in _WRITES_NOTHING)
