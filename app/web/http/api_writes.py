"""Who may use the addresses for programs: programs, and pages of this site.

A token is enough, because a browser sends none of itself.  Anything else must not come from a page of another site, and
what a login of a browser writes needs the token of this site's forms, in the header `X-CSRFToken`.
"""

from urllib.parse import urlsplit

from flask import Flask, request
from flask_wtf.csrf import CSRFError, CSRFProtect, validate_csrf  # type: ignore[import-untyped]
from wtforms import ValidationError  # type: ignore[import-untyped]

from app.matches.thread_share import READS
from app.text.language import _
from app.web.http.errors import API, Refusal
from app.web.http.this_login import shows_token, this_login


def protect_api(app: Flask, csrf: CSRFProtect) -> None:
    """Protects the addresses for programs in this way, in place of the protection of forms.

    To be called after the application has all its addresses.
    """
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(API):
            csrf.exempt(app.view_functions[rule.endpoint])

    @app.before_request
    def refuse() -> None:
        if not request.path.startswith(API) or shows_token():
            return
        writes = request.method not in READS
        site, origin = request.headers.get("Sec-Fetch-Site", "none"), request.headers.get("Origin")
        if (origin is not None and urlsplit(origin).netloc != request.host) or (
            writes and site not in ("none", "same-origin")
        ):
            raise Refusal(403, _("A page of another site may not use these addresses."))
        if writes and this_login() is not None and app.config.get("WTF_CSRF_ENABLED", True):
            try:
                validate_csrf(request.headers.get("X-CSRFToken"))
            except ValidationError as refused:
                raise CSRFError(*refused.args) from None
