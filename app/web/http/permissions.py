"""Who may do what: for every address and method the permission that is needed, and what it is needed for.

What is not in the table is refused.  Whoever may not do something that he may see is answered 403 with the roles that
may; what he may not see answers 404, as if it did not exist.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from flask import Flask, current_app, request
from werkzeug.exceptions import NotFound

from app.accounts.roles import Role
from app.accounts.tokens import ByToken, Scope
from app.matches.installation import this_installation
from app.text.language import _, marked
from app.web.http.errors import Refusal
from app.web.http.this_login import is_club, shows_token, this_login

_KEPT: Final = "fupan-permissions"


class May(StrEnum):
    """A permission."""

    READ = "read"
    """Read what is public: rules, books, public matches and their verdicts; check a verdict."""
    FOLLOW = "follow"
    """Read what is the club's: disputes, sheets, the search of hands."""
    COUNT = "count"
    """Read statistics, ratings, events and people.  A club may open them to guests."""
    TAKE_PART = "take part"
    """Upload and write logs, take notes, play on by hand, dispute and comment; have an account."""
    RECORD = "record"
    """Fill sheets, rename, join and split, choose rules, see all uploads."""
    RULE = "rule"
    """Take up disputes, rule, sign verdicts, make house rules."""
    MANAGE = "manage"
    """Delete, undo and erase; invite, give roles."""


class Of(StrEnum):
    """What a permission is needed for: what an address names."""

    CLUB = "club"
    """The installation: the address names nothing else."""
    MATCH = "match"
    DISPUTE = "dispute"
    VERDICT = "verdict"
    PERSON = "person"
    SHEET = "sheet"
    DRAFT = "draft"
    HOUSE = "house rules"
    SEARCH = "saved search"
    PRESENTATION = "presentation"
    COMPUTATION = "computation"
    JOB = "job"
    UPLOAD = "upload"
    REFUSAL = "refusal"
    DELETION = "deletion"
    ACCOUNT = "account"
    """People of a club; a server for one person has none."""


LEAST: Final[Mapping[May, Role]] = MappingProxyType(
    {
        May.READ: Role.GUEST,
        May.FOLLOW: Role.MEMBER,
        May.COUNT: Role.MEMBER,
        May.TAKE_PART: Role.MEMBER,
        May.RECORD: Role.RECORDER,
        May.RULE: Role.ARBITER,
        May.MANAGE: Role.ADMIN,
    }
)
"""The smallest role that has a permission."""
SCOPES: Final[Mapping[May, Scope]] = MappingProxyType(
    {
        May.READ: Scope.READ,
        May.FOLLOW: Scope.READ,
        May.COUNT: Scope.READ,
        May.TAKE_PART: Scope.UPLOAD,
        May.RECORD: Scope.UPLOAD,
        May.RULE: Scope.RULE,
        May.MANAGE: Scope.ADMIN,
    }
)
"""The scope that a token needs for what needs a permission."""
SEEN_BY: Final[Mapping[Of, Role]] = MappingProxyType(
    {
        Of.CLUB: Role.GUEST,
        Of.MATCH: Role.GUEST,
        Of.DISPUTE: Role.MEMBER,
        Of.VERDICT: Role.GUEST,
        Of.PERSON: Role.MEMBER,
        Of.SHEET: Role.MEMBER,
        Of.DRAFT: Role.MEMBER,
        Of.HOUSE: Role.GUEST,
        Of.SEARCH: Role.MEMBER,
        Of.PRESENTATION: Role.GUEST,
        Of.COMPUTATION: Role.GUEST,
        Of.JOB: Role.MEMBER,
        Of.UPLOAD: Role.RECORDER,
        Of.REFUSAL: Role.MEMBER,
        Of.DELETION: Role.ADMIN,
        Of.ACCOUNT: Role.GUEST,
    }
)
"""The smallest role that sees some of these."""
_WHO: Final[Mapping[Role, str]] = MappingProxyType(
    {
        Role.MEMBER: marked("Members of the club may do this."),
        Role.RECORDER: marked("Recorders, arbiters and admins of the club may do this."),
        Role.ARBITER: marked("Arbiters and admins of the club may do this."),
        Role.ADMIN: marked("Admins of the club may do this."),
    }
)
_SEEING: Final = (May.READ, May.FOLLOW, May.COUNT)
_METHODS: Final = ("GET", "POST", "PATCH", "DELETE")
TABLE: Final[Mapping[tuple[str, str], tuple[May, Of]]] = MappingProxyType(
    {
        ("api.answer_to_proposal", "POST"): (May.RULE, Of.DISPUTE),
        ("api.appeal", "POST"): (May.TAKE_PART, Of.DISPUTE),
        ("api.ask_for_review", "POST"): (May.TAKE_PART, Of.MATCH),
        ("api.begin_sheet", "POST"): (May.RECORD, Of.CLUB),
        ("api.check", "POST"): (May.TAKE_PART, Of.CLUB),
        ("api.choose_rules", "PUT"): (May.RECORD, Of.MATCH),
        ("api.close", "POST"): (May.RULE, Of.DISPUTE),
        ("api.comment_on", "POST"): (May.TAKE_PART, Of.DISPUTE),
        ("api.computation", "GET"): (May.READ, Of.COMPUTATION),
        ("api.delete_match", "DELETE"): (May.MANAGE, Of.MATCH),
        ("api.delete_refusal", "DELETE"): (May.MANAGE, Of.REFUSAL),
        ("api.delete_upload", "DELETE"): (May.MANAGE, Of.UPLOAD),
        ("api.document", "GET"): (May.READ, Of.CLUB),
        ("api.drop_sheet", "DELETE"): (May.RECORD, Of.SHEET),
        ("api.finding", "GET"): (May.READ, Of.CLUB),
        ("api.findings", "GET"): (May.READ, Of.CLUB),
        ("api.finish_sheet", "POST"): (May.RECORD, Of.SHEET),
        ("api.found_hands", "GET"): (May.FOLLOW, Of.CLUB),
        ("api.frames", "GET"): (May.READ, Of.MATCH),
        ("api.game", "GET"): (May.READ, Of.CLUB),
        ("api.games", "GET"): (May.READ, Of.CLUB),
        ("api.glossary", "GET"): (May.READ, Of.CLUB),
        ("api.hand", "GET"): (May.READ, Of.MATCH),
        ("api.hand_score", "GET"): (May.READ, Of.MATCH),
        ("api.job", "GET"): (May.TAKE_PART, Of.JOB),
        ("api.kept_report", "GET"): (May.READ, Of.MATCH),
        ("api.kept_reports", "GET"): (May.READ, Of.MATCH),
        ("api.listed_disputes", "GET"): (May.FOLLOW, Of.CLUB),
        ("api.listed_people", "GET"): (May.COUNT, Of.CLUB),
        ("api.listed_refusals", "GET"): (May.RECORD, Of.CLUB),
        ("api.listed_rulings", "GET"): (May.FOLLOW, Of.CLUB),
        ("api.listed_sheets", "GET"): (May.FOLLOW, Of.CLUB),
        ("api.listed_verdicts", "GET"): (May.READ, Of.CLUB),
        ("api.log", "GET"): (May.READ, Of.MATCH),
        ("api.match", "GET"): (May.READ, Of.MATCH),
        ("api.match_review", "GET"): (May.READ, Of.MATCH),
        ("api.matches", "GET"): (May.READ, Of.CLUB),
        ("api.one_dispute", "GET"): (May.FOLLOW, Of.DISPUTE),
        ("api.one_sheet", "GET"): (May.FOLLOW, Of.SHEET),
        ("api.open_dispute", "POST"): (May.TAKE_PART, Of.MATCH),
        ("api.person", "GET"): (May.COUNT, Of.PERSON),
        ("api.plays", "GET"): (May.READ, Of.MATCH),
        ("api.ratings", "GET"): (May.COUNT, Of.CLUB),
        ("api.recorded", "GET"): (May.READ, Of.MATCH),
        ("api.recorded_hand", "GET"): (May.READ, Of.MATCH),
        ("api.refusal_log", "GET"): (May.TAKE_PART, Of.REFUSAL),
        ("api.refusal_report", "GET"): (May.TAKE_PART, Of.REFUSAL),
        ("api.rename", "PATCH"): (May.RECORD, Of.MATCH),
        ("api.report", "GET"): (May.READ, Of.MATCH),
        ("api.review", "POST"): (May.RULE, Of.DISPUTE),
        ("api.rule", "GET"): (May.READ, Of.CLUB),
        ("api.rule_on", "POST"): (May.RULE, Of.DISPUTE),
        ("api.rules", "GET"): (May.READ, Of.CLUB),
        ("api.score", "GET"): (May.READ, Of.MATCH),
        ("api.season_standings", "GET"): (May.COUNT, Of.CLUB),
        ("api.seasons", "GET"): (May.COUNT, Of.CLUB),
        ("api.statistics", "GET"): (May.COUNT, Of.PERSON),
        ("api.tap", "POST"): (May.RECORD, Of.SHEET),
        ("api.undo", "POST"): (May.MANAGE, Of.DELETION),
        ("api.upload", "POST"): (May.TAKE_PART, Of.CLUB),
        ("api.verdict_file", "GET"): (May.READ, Of.VERDICT),
        ("api_page.page", "GET"): (May.READ, Of.CLUB),
        ("archived.match", "GET"): (May.FOLLOW, Of.CLUB),
        ("arrange.page", "GET"): (May.READ, Of.CLUB),
        ("assets.sheet", "GET"): (May.READ, Of.CLUB),
        ("book.example", "GET"): (May.READ, Of.CLUB),
        ("book.example_drawing", "GET"): (May.READ, Of.CLUB),
        ("book.page", "GET"): (May.READ, Of.CLUB),
        ("book.presets", "GET"): (May.READ, Of.CLUB),
        ("club_members.invite", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("club_members.listed", "GET"): (May.MANAGE, Of.ACCOUNT),
        ("club_members.recover", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("club_members.remove", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("club_members.set_role", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("compare_records.merge", "POST"): (May.TAKE_PART, Of.CLUB),
        ("compare_records.page", "GET"): (May.FOLLOW, Of.CLUB),
        ("comparison.compare", "GET"): (May.READ, Of.MATCH),
        ("computing.robots", "GET"): (May.READ, Of.CLUB),
        ("deleted.listed", "GET"): (May.MANAGE, Of.CLUB),
        ("deleted.undo", "POST"): (May.MANAGE, Of.DELETION),
        ("disputes.act_as", "POST"): (May.TAKE_PART, Of.DISPUTE),
        ("disputes.answer_proposal", "POST"): (May.RULE, Of.DISPUTE),
        ("disputes.appeal", "POST"): (May.TAKE_PART, Of.DISPUTE),
        ("disputes.close", "POST"): (May.RULE, Of.DISPUTE),
        ("disputes.comment", "POST"): (May.TAKE_PART, Of.DISPUTE),
        ("disputes.evidence", "POST"): (May.TAKE_PART, Of.DISPUTE),
        ("disputes.form", "GET"): (May.TAKE_PART, Of.MATCH),
        ("disputes.listed", "GET"): (May.FOLLOW, Of.CLUB),
        ("disputes.open_one", "POST"): (May.TAKE_PART, Of.MATCH),
        ("disputes.page", "GET"): (May.FOLLOW, Of.DISPUTE),
        ("disputes.review", "POST"): (May.RULE, Of.DISPUTE),
        ("disputes.rule_on", "POST"): (May.RULE, Of.DISPUTE),
        ("disputes.shown", "GET"): (May.FOLLOW, Of.DISPUTE),
        ("drawings.png", "GET"): (May.READ, Of.MATCH),
        ("drawings.svg", "GET"): (May.READ, Of.MATCH),
        ("embed.hand", "GET"): (May.READ, Of.MATCH),
        ("embed.table", "GET"): (May.READ, Of.MATCH),
        ("erasing.erase", "POST"): (May.MANAGE, Of.MATCH),
        ("erasing.page", "GET"): (May.MANAGE, Of.MATCH),
        ("erasing_people.account_form", "GET"): (May.MANAGE, Of.ACCOUNT),
        ("erasing_people.erase_account", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("erasing_people.erase_own", "POST"): (May.TAKE_PART, Of.ACCOUNT),
        ("erasing_people.erase_person", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("erasing_people.own_form", "GET"): (May.TAKE_PART, Of.ACCOUNT),
        ("erasing_people.person_form", "GET"): (May.MANAGE, Of.ACCOUNT),
        ("events.file", "GET"): (May.COUNT, Of.CLUB),
        ("events.listed", "GET"): (May.COUNT, Of.CLUB),
        ("events.show", "GET"): (May.COUNT, Of.CLUB),
        ("evidence.compare", "GET"): (May.FOLLOW, Of.DISPUTE),
        ("glossary.page", "GET"): (May.READ, Of.CLUB),
        ("hall.begin", "POST"): (May.TAKE_PART, Of.MATCH),
        ("hall.display", "GET"): (May.READ, Of.PRESENTATION),
        ("hall.form", "GET"): (May.TAKE_PART, Of.MATCH),
        ("hall.fragment", "GET"): (May.READ, Of.PRESENTATION),
        ("hall.present", "POST"): (May.TAKE_PART, Of.PRESENTATION),
        ("hall.presenter", "GET"): (May.TAKE_PART, Of.PRESENTATION),
        ("hall.state", "GET"): (May.READ, Of.PRESENTATION),
        ("hand_search.as_csv", "GET"): (May.FOLLOW, Of.CLUB),
        ("hand_search.as_json", "GET"): (May.FOLLOW, Of.CLUB),
        ("hand_search.as_logs", "GET"): (May.FOLLOW, Of.CLUB),
        ("hand_search.delete", "POST"): (May.MANAGE, Of.SEARCH),
        ("hand_search.form", "GET"): (May.FOLLOW, Of.CLUB),
        ("hand_search.listed", "GET"): (May.FOLLOW, Of.CLUB),
        ("hand_search.save", "POST"): (May.TAKE_PART, Of.CLUB),
        ("health.metrics", "GET"): (May.MANAGE, Of.ACCOUNT),
        ("health.process", "GET"): (May.READ, Of.CLUB),
        ("health.ready", "GET"): (May.READ, Of.CLUB),
        ("help.page", "GET"): (May.READ, Of.CLUB),
        ("help.topic", "GET"): (May.READ, Of.CLUB),
        ("home.page", "GET"): (May.READ, Of.CLUB),
        ("house_rules.add", "POST"): (May.RULE, Of.CLUB),
        ("house_rules.change", "GET"): (May.RULE, Of.HOUSE),
        ("house_rules.keep_change", "POST"): (May.RULE, Of.HOUSE),
        ("house_rules.listed", "GET"): (May.READ, Of.CLUB),
        ("house_rules.new", "GET"): (May.RULE, Of.CLUB),
        ("house_rules.remove", "POST"): (May.RULE, Of.HOUSE),
        ("house_rules.rename", "POST"): (May.RULE, Of.HOUSE),
        ("house_rules.show", "GET"): (May.READ, Of.HOUSE),
        ("issued_verdicts.file", "GET"): (May.READ, Of.VERDICT),
        ("issued_verdicts.issue", "POST"): (May.RULE, Of.DISPUTE),
        ("issued_verdicts.listed", "GET"): (May.READ, Of.CLUB),
        ("issued_verdicts.page", "GET"): (May.READ, Of.VERDICT),
        ("issued_verdicts.printed", "GET"): (May.READ, Of.VERDICT),
        ("jobs.job", "GET"): (May.TAKE_PART, Of.JOB),
        ("join_split.apart", "POST"): (May.RECORD, Of.MATCH),
        ("join_split.join", "POST"): (May.RECORD, Of.MATCH),
        ("join_split.split", "POST"): (May.RECORD, Of.MATCH),
        ("kept_match.page", "GET"): (May.READ, Of.MATCH),
        ("language.choose", "GET"): (May.READ, Of.CLUB),
        ("logging_in.form", "GET"): (May.READ, Of.ACCOUNT),
        ("logging_in.log_in", "POST"): (May.READ, Of.ACCOUNT),
        ("logging_in.log_out", "POST"): (May.READ, Of.ACCOUNT),
        ("luck.bins", "GET"): (May.COUNT, Of.PERSON),
        ("luck.page", "GET"): (May.COUNT, Of.PERSON),
        ("match_visibility.choose", "POST"): (May.RECORD, Of.ACCOUNT),
        ("match_visibility.open_link", "GET"): (May.READ, Of.ACCOUNT),
        ("match_visibility.waiting", "GET"): (May.RECORD, Of.ACCOUNT),
        ("matches.delete", "POST"): (May.MANAGE, Of.MATCH),
        ("matches.listed", "GET"): (May.READ, Of.CLUB),
        ("matches.manage", "GET"): (May.RECORD, Of.MATCH),
        ("matches.match", "GET"): (May.READ, Of.MATCH),
        ("matches.rename", "POST"): (May.RECORD, Of.MATCH),
        ("notes.add", "POST"): (May.TAKE_PART, Of.MATCH),
        ("notes.change", "POST"): (May.TAKE_PART, Of.MATCH),
        ("notes.page", "GET"): (May.TAKE_PART, Of.MATCH),
        ("notes.remove", "POST"): (May.TAKE_PART, Of.MATCH),
        ("offline.language", "GET"): (May.READ, Of.CLUB),
        ("offline.manifest", "GET"): (May.READ, Of.CLUB),
        ("offline.page", "GET"): (May.READ, Of.CLUB),
        ("offline.page_in", "GET"): (May.READ, Of.CLUB),
        ("offline.worker", "GET"): (May.READ, Of.CLUB),
        ("one_use_links.form", "GET"): (May.READ, Of.ACCOUNT),
        ("one_use_links.redeem", "POST"): (May.READ, Of.ACCOUNT),
        ("own_account.change_password", "POST"): (May.TAKE_PART, Of.ACCOUNT),
        ("own_account.end_login", "POST"): (May.TAKE_PART, Of.ACCOUNT),
        ("own_account.end_others", "POST"): (May.TAKE_PART, Of.ACCOUNT),
        ("own_account.page", "GET"): (May.TAKE_PART, Of.ACCOUNT),
        ("own_data.file", "GET"): (May.TAKE_PART, Of.ACCOUNT),
        ("own_data.page", "GET"): (May.TAKE_PART, Of.ACCOUNT),
        ("partner_matrix.file", "GET"): (May.COUNT, Of.CLUB),
        ("partner_matrix.matrix", "GET"): (May.COUNT, Of.CLUB),
        ("paste.begin", "GET"): (May.RECORD, Of.CLUB),
        ("paste.take", "POST"): (May.RECORD, Of.CLUB),
        ("people.file", "GET"): (May.COUNT, Of.PERSON),
        ("people.hands", "GET"): (May.FOLLOW, Of.PERSON),
        ("people.join", "POST"): (May.RECORD, Of.PERSON),
        ("people.listed", "GET"): (May.COUNT, Of.CLUB),
        ("people.names", "POST"): (May.COUNT, Of.CLUB),
        ("people.person", "GET"): (May.COUNT, Of.PERSON),
        ("people.split", "POST"): (May.RECORD, Of.PERSON),
        ("person_pairs.choose", "GET"): (May.COUNT, Of.PERSON),
        ("person_pairs.file", "GET"): (May.COUNT, Of.PERSON),
        ("person_pairs.pair", "GET"): (May.COUNT, Of.PERSON),
        ("pictures.beside_link", "GET"): (May.READ, Of.MATCH),
        ("pictures.card", "GET"): (May.READ, Of.MATCH),
        ("pictures.trick", "GET"): (May.READ, Of.MATCH),
        ("pictures.whole", "GET"): (May.READ, Of.MATCH),
        ("plays.plays", "GET"): (May.READ, Of.MATCH),
        ("ratings.board", "GET"): (May.COUNT, Of.CLUB),
        ("ratings.file", "GET"): (May.COUNT, Of.CLUB),
        ("reconcile.page", "GET"): (May.READ, Of.MATCH),
        ("recorded_page.of_hand", "GET"): (May.READ, Of.MATCH),
        ("recorded_page.of_match", "GET"): (May.READ, Of.MATCH),
        ("refusals.delete", "POST"): (May.MANAGE, Of.REFUSAL),
        ("refusals.listed", "GET"): (May.RECORD, Of.CLUB),
        ("refusals.page", "GET"): (May.TAKE_PART, Of.REFUSAL),
        ("replay.hand", "GET"): (May.READ, Of.MATCH),
        ("replay.table", "GET"): (May.READ, Of.MATCH),
        ("review.ask", "POST"): (May.TAKE_PART, Of.MATCH),
        ("review.page", "GET"): (May.READ, Of.MATCH),
        ("rules.code", "GET"): (May.READ, Of.CLUB),
        ("rules.codes", "GET"): (May.READ, Of.CLUB),
        ("rules.game", "GET"): (May.READ, Of.CLUB),
        ("rules.games", "GET"): (May.READ, Of.CLUB),
        ("rules.rule", "GET"): (May.READ, Of.CLUB),
        ("rules_of_match.choose", "POST"): (May.RECORD, Of.MATCH),
        ("rules_of_match.page", "GET"): (May.READ, Of.MATCH),
        ("rulings.page", "GET"): (May.FOLLOW, Of.CLUB),
        ("score.hand", "GET"): (May.READ, Of.MATCH),
        ("score.match", "GET"): (May.READ, Of.MATCH),
        ("settlement.settlement", "GET"): (May.READ, Of.MATCH),
        ("shape.counts", "GET"): (May.READ, Of.MATCH),
        ("shape.page", "GET"): (May.READ, Of.MATCH),
        ("share.alone", "GET"): (May.READ, Of.MATCH),
        ("share.page", "GET"): (May.READ, Of.MATCH),
        ("sheets.as_csv", "GET"): (May.FOLLOW, Of.SHEET),
        ("sheets.as_match", "GET"): (May.FOLLOW, Of.SHEET),
        ("sheets.create", "POST"): (May.RECORD, Of.CLUB),
        ("sheets.done", "POST"): (May.RECORD, Of.SHEET),
        ("sheets.drop", "POST"): (May.RECORD, Of.SHEET),
        ("sheets.from_match", "POST"): (May.RECORD, Of.MATCH),
        ("sheets.listed", "GET"): (May.FOLLOW, Of.CLUB),
        ("sheets.new", "GET"): (May.RECORD, Of.CLUB),
        ("sheets.sheet", "GET"): (May.FOLLOW, Of.SHEET),
        ("sheets.tap", "POST"): (May.RECORD, Of.SHEET),
        ("static", "GET"): (May.READ, Of.CLUB),
        ("stored_uploads.delete", "POST"): (May.MANAGE, Of.UPLOAD),
        ("stored_uploads.listed", "GET"): (May.RECORD, Of.CLUB),
        ("strength.page", "GET"): (May.READ, Of.CLUB),
        ("studies.bring", "POST"): (May.TAKE_PART, Of.CLUB),
        ("studies.file", "GET"): (May.TAKE_PART, Of.MATCH),
        ("studies.form", "GET"): (May.TAKE_PART, Of.CLUB),
        ("studies.page", "GET"): (May.TAKE_PART, Of.MATCH),
        ("study.change", "GET"): (May.TAKE_PART, Of.CLUB),
        ("study.file", "GET"): (May.TAKE_PART, Of.CLUB),
        ("study.page", "GET"): (May.TAKE_PART, Of.CLUB),
        ("ties.agree", "POST"): (May.RECORD, Of.ACCOUNT),
        ("ties.ask", "POST"): (May.TAKE_PART, Of.ACCOUNT),
        ("ties.end", "POST"): (May.RECORD, Of.ACCOUNT),
        ("ties.end_own", "POST"): (May.TAKE_PART, Of.ACCOUNT),
        ("ties.listed", "GET"): (May.RECORD, Of.ACCOUNT),
        ("tokens.end", "POST"): (May.TAKE_PART, Of.ACCOUNT),
        ("tokens.end_of_other", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("tokens.make", "POST"): (May.TAKE_PART, Of.ACCOUNT),
        ("tokens.page", "GET"): (May.TAKE_PART, Of.ACCOUNT),
        ("typed_logs.check", "POST"): (May.TAKE_PART, Of.CLUB),
        ("typed_logs.page", "GET"): (May.TAKE_PART, Of.CLUB),
        ("uploads.form", "GET"): (May.TAKE_PART, Of.CLUB),
        ("uploads.sample", "POST"): (May.TAKE_PART, Of.CLUB),
        ("uploads.take", "POST"): (May.TAKE_PART, Of.CLUB),
        ("verify.check", "POST"): (May.READ, Of.CLUB),
        ("verify.form", "GET"): (May.READ, Of.CLUB),
        ("what_if.file", "GET"): (May.TAKE_PART, Of.MATCH),
        ("what_if.page", "GET"): (May.TAKE_PART, Of.MATCH),
        ("what_if.plays", "GET"): (May.TAKE_PART, Of.MATCH),
        ("what_if.reading", "GET"): (May.TAKE_PART, Of.MATCH),
        ("writing.as_match", "GET"): (May.TAKE_PART, Of.DRAFT),
        ("writing.as_text", "GET"): (May.TAKE_PART, Of.DRAFT),
        ("writing.done", "POST"): (May.TAKE_PART, Of.DRAFT),
        ("writing.drop", "POST"): (May.TAKE_PART, Of.DRAFT),
        ("writing.page", "GET"): (May.TAKE_PART, Of.DRAFT),
        ("writing.write", "POST"): (May.TAKE_PART, Of.DRAFT),
        ("writing_begin.create", "POST"): (May.TAKE_PART, Of.CLUB),
        ("writing_begin.new", "GET"): (May.TAKE_PART, Of.CLUB),
        ("writing_begin.page", "GET"): (May.TAKE_PART, Of.CLUB),
        ("writing_begin.paste", "POST"): (May.TAKE_PART, Of.CLUB),
    }
)
"""By endpoint and method.  What GET needs is needed for HEAD too."""


def permit(app: Flask) -> None:
    """Refuses the requests to an application that the table does not permit, before their views run.

    Templates ask ``may(endpoint)`` before they offer a form, and say ``who_may(endpoint)`` in its place.
    """
    app.extensions[_KEPT] = TABLE
    app.jinja_env.globals.update(may=may, who_may=who_may, is_club=is_club, this_login=this_login)

    @app.before_request
    def refuse() -> None:
        if request.endpoint is None or request.method == "OPTIONS":
            return
        method = "GET" if request.method == "HEAD" else request.method
        token = _token()
        if not may(request.endpoint, method):
            needed, of = _table().get((request.endpoint, method), (May.READ, Of.CLUB))
            if needed in _SEEING or (of is Of.ACCOUNT and not is_club()) or this_role() < _least_that_sees(of):
                raise NotFound
            raise Refusal(403, who_may(request.endpoint, method))
        scope = SCOPES[_table()[request.endpoint, method][0]]
        if token is not None and scope not in token.scopes:
            raise Refusal(
                403,
                _("The token does not have the scope {scope}, which this needs.", scope=scope),
                bearer=f'error="insufficient_scope", scope="{scope}"',
            )


def _token() -> ByToken | None:
    """Who shows a token with the current request; None where none is shown.  One that is not valid is answered 401."""
    if not shows_token():
        return None
    found = this_login()
    if not isinstance(found, ByToken):
        raise Refusal(401, _("The token is not valid: it has ended, or never was one."), bearer='error="invalid_token"')
    return found


def this_role() -> Role:
    """The role of the sender of the current request: without accounts everybody who is answered may do everything."""
    if not is_club():
        return Role.ADMIN
    found = this_login()
    return Role.GUEST if found is None else found.role


def may(endpoint: str, method: str = "POST") -> bool:
    """Whether the sender of the current request may do what an endpoint does."""
    needed, of = _table().get((endpoint, method), (None, None))
    if needed is None or (of is Of.ACCOUNT and not is_club()):
        return False
    # Who sends a request is not asked where everybody may.
    least = Role.GUEST if needed is May.COUNT and _statistics_are_open() else LEAST[needed]
    return least is Role.GUEST or this_role() >= least


def may_open(endpoint: str) -> bool:
    """Whether the sender of the current request may use an endpoint, with one of its methods."""
    return any(may(endpoint, method) for method in _METHODS if (endpoint, method) in _table())


def is_to_read(endpoint: str) -> bool:
    """Whether an endpoint shows something and needs no permission but that to see it."""
    return _table().get((endpoint, "GET"), (None, None))[0] in _SEEING


def who_may(endpoint: str, method: str = "POST") -> str:
    """A sentence that names the roles that may do what an endpoint does, which is in the table."""
    return _(_WHO[LEAST[_table()[endpoint, method][0]]])


def changing_nothing() -> frozenset[str]:
    """The endpoints of forms that change nothing in the database."""
    return frozenset(
        endpoint
        for (endpoint, method), (needed, of) in TABLE.items()
        if method == "POST" and needed in _SEEING and of is not Of.ACCOUNT
    )


def _least_that_sees(of: Of) -> Role:
    return Role.GUEST if of is Of.PERSON and _statistics_are_open() else SEEN_BY[of]


def _statistics_are_open() -> bool:
    return this_installation().config.open_statistics


def _table() -> Mapping[tuple[str, str], tuple[May, Of]]:
    kept: Mapping[tuple[str, str], tuple[May, Of]] = current_app.extensions[_KEPT]
    return kept
