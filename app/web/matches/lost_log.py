"""Why a page that needs the log of a match cannot be made."""

from app.matches.store import StoredMatch
from app.text.language import _
from app.web.http.errors import Refusal


def without_log(stored: StoredMatch, otherwise: str) -> Refusal:
    """The refusal that says when a log was erased; of a log that was not, it says ``otherwise``."""
    if stored.erased_at is None:
        return Refusal(404, otherwise)
    date = stored.erased_at.date().isoformat()
    return Refusal(404, _("The log of this match was erased on {date}. The match is judged no more.", date=date))
