"""What is kept of somebody with an account and of the person tied to it: a page, and a file with all of it."""

from typing import Final

from flask import Response, make_response, render_template, stream_with_context
from werkzeug.exceptions import NotFound

from app.matches.installation import this_installation
from app.players.personal.kept_data import as_file, kept_parts
from app.players.personal.whose import Whose, of_account
from app.text.moments import moment
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import this_login

BLUEPRINT: Final = Pages("own_data", __name__)


@BLUEPRINT.get("/account/data", may=May.TAKE_PART, of=Of.ACCOUNT)
def page() -> Response:
    """How much is kept, and the first rows of each kind."""
    with this_installation().sessions() as session:
        parts = kept_parts(session, _me())
    answer = make_response(
        render_template(
            "club/data.html",
            parts=[part for part in parts if part.count],
            without=[part.title for part in parts if not part.count],
        )
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@BLUEPRINT.get("/account/data.json", may=May.TAKE_PART, of=Of.ACCOUNT)
def file() -> Response:
    """All of it, as one document."""
    pieces = as_file(this_installation().sessions, _me(), moment())
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"', "Cache-Control": "no-store"}
    return Response(stream_with_context(pieces), content_type="application/json", headers=headers)


def _me() -> Whose:
    me = this_login()
    if me is None:
        raise NotFound
    with this_installation().sessions() as session:
        return of_account(session, me.account)
