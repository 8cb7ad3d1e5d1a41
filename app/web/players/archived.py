"""What an archive has of a match."""

from typing import Final

from flask import render_template
from sqlalchemy import select

from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.parts.statistics_words import archived

BLUEPRINT: Final = Pages("archived", __name__, url_prefix="/archive")


@BLUEPRINT.get("/matches/<int:identity>", may=May.FOLLOW)
def match(identity: int) -> str:
    """What the index of an archive has of a match."""
    if not archived():
        raise Refusal(404, _("These pages show no archive."))
    from app.players.archive.columns import VERDICTS

    with this_installation().statistics() as session:
        row = session.execute(select(VERDICTS).where(VERDICTS.c.match == identity)).mappings().first()
    if row is None:
        raise Refusal(404, _("There is no match {number} in the archive.", number=identity))
    return render_template("players/archived.html", match=row)
