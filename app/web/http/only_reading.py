"""A server that only reads its database: the requests that it refuses, and the forms that its pages leave out."""

import re
from typing import Final, cast

from flask import Flask, request
from flask.templating import Environment
from jinja2.ext import Extension

from app.matches.thread_share import READS
from app.text.language import _
from app.web.http.errors import ONLY_READ, Refusal
from app.web.http.permissions import changes_nothing

_FORM: Final = re.compile(r'<form\b(?:(?!</form>).)*?method="post"(?:(?!</form>).)*</form>', re.DOTALL)
_ENDPOINT: Final = re.compile(r"url_for\('([\w.]+)'")


class WithoutForms(Extension):
    """Templates without the forms that write."""

    def preprocess(self, source: str, _name: str | None, _filename: str | None = None) -> str:
        """The source of a template without these forms."""
        app = cast(Environment, self.environment).app

        def kept(form: re.Match[str]) -> str:
            return form[0] if any(changes_nothing(app, endpoint) for endpoint in _ENDPOINT.findall(form[0])) else ""

        return _FORM.sub(kept, source)


def only_read(app: Flask) -> None:
    """Refuses every request of an application that may write, with 403, and leaves the forms for them out of pages."""
    app.jinja_env.add_extension(WithoutForms)
    app.jinja_env.globals["only_read_words"] = lambda: _(ONLY_READ)
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False

    @app.before_request
    def refuse_writing() -> None:
        if request.method not in READS and not changes_nothing(app, request.endpoint):
            raise Refusal(403, _(ONLY_READ))
