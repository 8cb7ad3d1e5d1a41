"""Matches for programs: their list, each with its report, what its log has, and changes to it."""

from datetime import date, datetime
from typing import Annotated, Final

from flask import request
from msgspec import Meta, Struct
from msgspec.structs import replace

from app.database.opening import transact
from app.disputes.cases.in_force import in_force
from app.disputes.match_rows import ListRow, MatchRows
from app.judging.comparison import PresetComparison
from app.judging.judged import report_in
from app.judging.recorded_values import RecordedValues, recorded_of
from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.judging.rules_of_match.words import chosen_title
from app.judging.score_proof import MatchScore, match_score_of
from app.matches import store
from app.matches.computed.obtaining import obtain
from app.matches.computed.results import too_long_to_compare
from app.matches.computed.wanted import ComputationKind, wanted_of
from app.matches.installation import this_installation
from app.matches.listing import MatchRow
from app.matches.store import ListPlace, MatchFilter, ReportInStore, StoredMatch
from app.matches.trials import make_own
from app.matches.uploads import acts, names
from app.matches.uploads.acts import DeletedThings
from app.matches.uploads.deletion import CannotDelete
from app.matches.uploads.file_names import download_name
from app.text.language import _, current, marked
from app.text.language.reports import put_report
from app.web.api.operations import File, WrittenJson, cursor_of, operation, place_of
from app.web.http.computing import ComputationStatus
from app.web.http.errors import Refusal
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.pages import May, Of
from app.web.http.this_login import this_visitor
from app.web.parts.judged_match import judged_match
from app.web.parts.open_match import decoded_match, no_match, open_match, rules_trial, stored_match, without_log
from engine.verdict.recorded_sheet.sheet import sheet_of
from engine.verdict.stored_report import StoredReport
from engine.verdict.totals_proof import totals_entries

_SUBJECT: Final = "matches"
_HANDS: Final = 200
"""Hands of one answer."""
_NOT_AGAIN: Final = marked("This match could not be read, or its log is not kept: it cannot be judged again.")


class MatchesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which matches are listed."""

    game: str | None = None
    player: str | None = None
    """The key of a person, or a whole name, in any case."""
    verdict: str | None = None
    since: date | None = None
    """A day by the table's clock; with ``until`` both days are included."""
    until: date | None = None
    text: str | None = None
    """A part of the title, the id, the event, the file or a player's name."""
    cursor: str = ""


class Matches(Struct, frozen=True):
    """A page of matches, the newest upload first; of a range of days, the last played first."""

    matches: tuple[MatchRow, ...]
    next: str | None
    """The ``cursor`` of the page after this one; null on the last one."""


class MatchFacts(Struct, frozen=True):
    """A match."""

    match: MatchRow
    sha256: str
    """Of the bytes as they came."""
    position: int
    """Which match of these bytes it is, from 0."""
    format: str
    engine: str
    """The version that judged it."""
    digest: str
    rules: str | None
    """The rules that were chosen for it, in words; null where those apply that its log claims."""
    log_erased_at: datetime | None
    """When its log was erased: it is judged no more."""


class Renaming(Struct, frozen=True, forbid_unknown_fields=True):
    """What a match and its players are to be called; an empty text is again what the log has."""

    title: str | None = None
    names: dict[str, str] = {}
    """By seat."""


class ChosenRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that are to apply to a match."""

    rules: str
    """``claim`` for those that its log claims, a preset, or ``house:`` and a name."""
    options: dict[str, str] = {}


class KeptReports(Struct, frozen=True):
    """The reports that are kept of a match, the newest first."""

    reports: tuple[ReportInStore, ...]


class HandsOfMatchAsked(Struct, frozen=True):
    """Which hands of a match are given."""

    first: Annotated[int, Meta(ge=1, le=10**6)] = 1
    """The number of the first, from 1; at most 200 are given at once."""


class HandsOfMatch(Struct, frozen=True):
    """Hands of a match, in order."""

    rows: tuple[ListRow, ...]
    next: int | None
    """The ``first`` of those that follow; null where these are the last."""


@operation(
    "GET",
    "/matches",
    may=May.READ,
    subject=_SUBJECT,
    gives=Matches,
    query=MatchesAsked,
    examples={"verdict": "illegal"},
)
def matches(query: MatchesAsked) -> Matches:
    """Lists matches."""
    wanted = MatchFilter(query.game, query.player, query.verdict, query.since, query.until, query.text)
    with this_installation().sessions() as session:
        page = store.matches(session, wanted, before=ListPlace.read(place_of(query.cursor)))
    return Matches(page.items, cursor_of(page.older))


@operation("GET", "/matches/<int:match>", may=May.READ, of=Of.MATCH, subject=_SUBJECT, gives=MatchFacts, errors=(404,))
def match(match: int) -> MatchFacts:
    """Gives a match."""
    return facts_of(stored_match(match))


@operation(
    "PATCH",
    "/matches/<int:match>",
    may=May.RECORD,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives=MatchFacts,
    body=Renaming,
    errors=(404,),
    examples={"body": {"title": "Final"}},
)
def rename(match: int, body: Renaming) -> MatchFacts:
    """Renames a match and its players."""
    try:
        done = transact(
            this_installation().sessions, lambda session: names.rename(session, match, body.title, body.names)
        )
    except names.UnfitName as unfit:
        raise Refusal(400, str(unfit)) from None
    if not done:
        raise no_match(match)
    return facts_of(stored_match(match))


@operation(
    "DELETE",
    "/matches/<int:match>",
    may=May.MANAGE,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives=DeletedThings,
    errors=(404, 409),
)
def delete_match(match: int) -> DeletedThings:
    """Deletes a match."""
    try:
        deleted = acts.delete_match(this_installation().sessions, match)
    except CannotDelete as reason:
        raise Refusal(409, str(reason)) from None
    if deleted is None:
        raise no_match(match)
    return deleted


@operation(
    "PUT",
    "/matches/<int:match>/rules",
    may=May.RECORD,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives=MatchFacts,
    body=ChosenRules,
    errors=(404,),
    examples={"body": {"rules": "claim"}},
)
def choose_rules(match: int, body: ChosenRules) -> MatchFacts:
    """Chooses the rules under which a match is judged from now on."""
    stored, decoded = decoded_match(match, _(_NOT_AGAIN))
    try:
        make_own(this_installation(), stored, decoded, {**body.options, "rules": body.rules})
    except RulesRefused as refused:
        raise Refusal(400, _("Nothing was changed: {reason}", reason=refusal_sentence(refused))) from None
    return facts_of(stored_match(match))


@operation(
    "GET",
    "/matches/<int:match>/report",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: StoredReport, 202: ComputationStatus},
    rules=True,
    errors=(404,),
)
def report(match: int) -> WrittenJson:
    """Gives the report of a match: the line that ``fupan check --json`` prints, without its end.

    With ``?lang=`` its sentences are in that language, else in English.
    """
    fupan = this_installation()
    stored = stored_match(match)
    asked = {name: text for name, text in request.args.items() if name != LANGUAGE}
    if not asked:
        return report_written(stored.report_json)
    decoded = fupan.decoded.get(stored)
    if decoded is None:
        raise without_log(stored, _(_NOT_AGAIN))
    try:
        return report_written(rules_trial(fupan, stored, decoded, asked).stored.report_json)
    except RulesRefused as refused:
        raise Refusal(400, refusal_sentence(refused)) from None


@operation(
    "GET", "/matches/<int:match>/reports", may=May.READ, of=Of.MATCH, subject=_SUBJECT, gives=KeptReports, errors=(404,)
)
def kept_reports(match: int) -> KeptReports:
    """Lists the reports that are kept of a match, under whichever rules."""
    stored_match(match)
    with this_installation().sessions() as session:
        return KeptReports(tuple(store.judgements(session, match)))


@operation(
    "GET",
    "/matches/<int:match>/reports/<int:number>",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives=StoredReport,
    errors=(404,),
)
def kept_report(match: int, number: int) -> WrittenJson:
    """Gives a report that is kept of a match."""
    with this_installation().sessions() as session:
        data = store.kept_report(session, match, number)
    if data is None:
        raise Refusal(404, _("There is no such report of match {number}.", number=match))
    return report_written(data)


@operation(
    "GET", "/matches/<int:match>/log", may=May.READ, of=Of.MATCH, subject=_SUBJECT, gives=File, errors=(403, 404, 410)
)
def log(match: int) -> File:
    """Gives the bytes of a match as they came."""
    with this_installation().sessions() as session:
        data, source = store.raw(session, match), store.source(session, match)
        erased = data is not None and store.has_erased_name(session, match)
        hidden = data is not None and store.has_hidden_name(session, match)
        stored = store.match(session, match) if data is None else None
    if data is None:
        otherwise = _("There is no such match, or its bytes were too many to be kept.")
        raise Refusal(404, otherwise) if stored is None else without_log(stored, otherwise)
    if erased:
        raise Refusal(410, _("A player's name in this log was erased, so the log as it came is given to nobody."))
    if hidden:
        raise Refusal(403, _("This log has the name of a minor, so it is given to members of the club alone."))
    return File(data, download_name(source or "", f"match-{match}.log"))


@operation(
    "GET",
    "/matches/<int:match>/recorded",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: RecordedValues, 202: ComputationStatus},
    rules=True,
    errors=(404,),
)
def recorded(match: int) -> RecordedValues:
    """Compares every recorded value of a match with the derived one."""
    judged = judged_match(match)
    return recorded_of(judged.match, judged.stored.report)


@operation(
    "GET",
    "/matches/<int:match>/hands",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: HandsOfMatch, 202: ComputationStatus},
    query=HandsOfMatchAsked,
    rules=True,
    errors=(404,),
)
def hands_of_match(match: int, query: HandsOfMatchAsked) -> HandsOfMatch:
    """Lists the hands of a match as the sheet on its page: scores and totals, recorded and computed."""
    judged = judged_match(match)
    stored_report = judged.stored.report
    with this_installation().sessions() as session:
        ruled = () if judged.trial else in_force(session, match)
    rows = MatchRows(judged.match, stored_report, sheet_of(judged.match, stored_report), ruled)
    last = min(query.first + _HANDS - 1, len(stored_report.hands))
    following = last + 1 if last < len(stored_report.hands) else None
    return HandsOfMatch(tuple(rows.rows(query.first, last)), following)


@operation(
    "GET",
    "/matches/<int:match>/score",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: MatchScore, 202: ComputationStatus},
    rules=True,
    errors=(404,),
)
def score(match: int) -> MatchScore:
    """Proves the totals of a match, hand by hand: what ``fupan score --json`` prints, without the proofs of hands."""
    opened = open_match(match, (), what=marked("The totals cannot be computed"), otherwise=marked("it has no totals"))
    stored_report = opened.stored.report
    return match_score_of(stored_report, totals_entries(opened.match, stored_report))


@operation(
    "GET",
    "/matches/<int:match>/compare",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: PresetComparison, 202: ComputationStatus},
    errors=(400, 404),
)
def compare(match: int) -> PresetComparison:
    """Gives a match under every preset of its game: the line that ``fupan check --compare --json`` prints."""
    opened = open_match(
        match, (), what=marked("The presets cannot be compared"), otherwise=marked("there is nothing to compare")
    )
    if too_long_to_compare(opened.match):
        raise Refusal(
            400, _("This match is too long to be compared here. In a terminal, fupan check --compare does it.")
        )
    wanted = wanted_of(ComputationKind.COMPARISON, opened.rules, opened.stored, opened.match)
    (comparison,) = obtain(this_installation(), opened.stored, wanted, visitor=this_visitor())
    if comparison is None:
        raise Refusal(500, _("This match could not be compared."))
    # The log is named as in the report, which leaves out names that are hidden from who asks.
    preset_comparison: PresetComparison = replace(comparison, log=opened.stored.report.log)
    return preset_comparison


def facts_of(stored: StoredMatch) -> MatchFacts:
    """A match as programs see it."""
    return MatchFacts(
        stored.row,
        stored.sha256,
        stored.position,
        stored.format,
        stored.engine,
        stored.digest,
        None if stored.chosen is None else chosen_title(stored.chosen),
        stored.erased_at,
    )


def report_written(data: bytes) -> WrittenJson:
    """A report as the engine wrote it; its sentences are in the language that the address names."""
    if LANGUAGE not in request.args:
        return WrittenJson(data)
    return WrittenJson(put_report(report_in(data), current()).as_json())
