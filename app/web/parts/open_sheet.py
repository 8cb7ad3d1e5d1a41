"""A score sheet that an address names, and the match that it becomes."""

from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Final

import msgspec
from sqlalchemy.orm import Session

from app.database.opening import transact
from app.judging.rules_of_match.asked import NOTHING_ASKED, MatchRules
from app.judging.rules_of_match.refusal import RulesRefused, in_words
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation
from app.matches.uploads import names
from app.sheets.sheet import drafts
from app.sheets.sheet.drafts import SheetChanged, SheetDraft, dated_title
from app.sheets.sheet.rules import asked_of, rules_of_sheet
from app.sheets.sheet.sheet import SheetRefused, match_of
from app.sheets.sheet.standing import judged_sheet
from app.text.language import _, marked
from app.web.http.errors import Refusal
from engine.logs import write_match
from engine.record.match import Match, MatchInfo, MatchResult, given_value
from engine.rulebook.options import RulesUnknown

CHANGED: Final = marked(
    "The sheet was changed elsewhere in the meantime, so what you tapped was not taken. This is the sheet as it is now."
)


def found_sheet(fupan: Installation, identity: int) -> SheetDraft:
    """The sheet of a number.  Raises Refusal if there is none."""
    with fupan.sessions() as session:
        draft = drafts.find(session, identity)
    if draft is None:
        raise Refusal(404, _("There is no score sheet {identity}.", identity=identity))
    return draft


def finish(fupan: Installation, draft: SheetDraft, version: int | None, *, stopped: bool) -> int:
    """Makes a sheet a match, and returns its number; ``stopped`` says that the table stopped by the clock.

    Raises SheetChanged where the sheet has another version by now, SheetRefused where it is not a whole match, and
    Refusal where its rules are not known.
    """
    rules = rules_there(draft)
    if draft.version != version:
        raise SheetChanged
    hands = len(draft.filling.kept.rows)
    if not hands:
        raise SheetRefused(_("no hand is written down yet"))
    if len(judged_sheet(draft.filling, fupan.checker).match.hands) < hands:
        raise SheetRefused(_("hand {hands} is begun and not finished. Go on with it, or take it out", hands=hands))
    asked = asked_of(rules) if draft.house else NOTHING_ASKED
    log = BytesIO(write_match(_finished(draft, stopped=stopped)))
    (result,) = ingest(fupan.sessions, fupan.checker, log, f"sheet-{draft.id}.json", asked=asked)
    transact(fupan.sessions, partial(_become, draft=draft, match=result))
    return result.id


def _become(session: Session, draft: SheetDraft, match: IngestResult) -> None:
    drafts.become(session, draft.id, draft.version, match.id)
    info = draft.filling.kept.info
    if match.new and info is not None and given_value(info.id) not in (None, title := dated_title(draft)):
        names.rename(session, match.id, title, {})


def _finished(draft: SheetDraft, *, stopped: bool) -> Match:
    """The match that a sheet becomes: it has an id, and says where the table stopped by the clock."""
    sheet = draft.filling.kept
    info = sheet.info or MatchInfo()
    if not given_value(info.id):
        info = msgspec.structs.replace(info, id=dated_title(draft))
    ending = sheet.ending or MatchResult()
    if stopped:
        ending = msgspec.structs.replace(ending, ended="time")
    return match_of(replace(sheet, info=info, ending=ending))


def rules_there(draft: SheetDraft) -> MatchRules:
    try:
        return rules_of_sheet(draft.filling.sheet, draft.house)
    except (RulesUnknown, RulesRefused) as unknown:
        raise Refusal(
            422,
            _(
                "Score sheet {id} cannot be gone on with, since its rules are not known: {reason}.",
                id=draft.id,
                reason=why_unknown(unknown),
            ),
        ) from None


def why_unknown(unknown: RulesUnknown | RulesRefused) -> str:
    return in_words(unknown) if isinstance(unknown, RulesUnknown) else str(unknown)
