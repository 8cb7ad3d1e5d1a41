"""One table: for every address and method the permission that is needed, and what it is needed for."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.accounts.roles import Role
from app.accounts.tokens import Scope


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


class Only(StrEnum):
    """Who alone may do something with an object, of those who have the permission: what they are to the object."""

    AUTHOR = "author"
    """Who wrote the note."""
    AUTHOR_OR_RECORDER = "author or recorder"
    PLAYER_OR_RECORDER = "player or recorder"
    """Who sat at the table of the match."""
    OPENER_OR_PLAYER = "opener or player"
    """Who opened the dispute, or sat at the table of its match."""
    NO_PLAYER = "no player"
    """Whose person did not sit at the table: it is known which player that is, or declared that it is none.

    Who has the name of a seat rules with a second arbiter, and neither takes up, closes nor signs.
    """


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
TABLE: Final[Mapping[tuple[str, str], tuple[May, Of]]] = MappingProxyType(
    {
        ("all_changes.listed", "GET"): (May.MANAGE, Of.ACCOUNT),
        ("api.add_house", "POST"): (May.RULE, Of.CLUB),
        ("api.answer_to_proposal", "POST"): (May.RULE, Of.DISPUTE),
        ("api.appeal", "POST"): (May.TAKE_PART, Of.DISPUTE),
        ("api.ask_for_event_review", "POST"): (May.TAKE_PART, Of.CLUB),
        ("api.ask_for_review", "POST"): (May.TAKE_PART, Of.MATCH),
        ("api.begin_sheet", "POST"): (May.RECORD, Of.CLUB),
        ("api.change_house", "POST"): (May.RULE, Of.HOUSE),
        ("api.change_house_name", "PATCH"): (May.RULE, Of.HOUSE),
        ("api.check", "POST"): (May.TAKE_PART, Of.CLUB),
        ("api.choose_rules", "PUT"): (May.RECORD, Of.MATCH),
        ("api.close", "POST"): (May.RULE, Of.DISPUTE),
        ("api.comment_on", "POST"): (May.TAKE_PART, Of.DISPUTE),
        ("api.computation", "GET"): (May.READ, Of.COMPUTATION),
        ("api.delete_match", "DELETE"): (May.MANAGE, Of.MATCH),
        ("api.delete_refusal", "DELETE"): (May.MANAGE, Of.REFUSAL),
        ("api.delete_upload", "DELETE"): (May.MANAGE, Of.UPLOAD),
        ("api.document", "GET"): (May.READ, Of.CLUB),
        ("api.drop_house", "DELETE"): (May.RULE, Of.HOUSE),
        ("api.drop_note", "DELETE"): (May.TAKE_PART, Of.MATCH),
        ("api.drop_sheet", "DELETE"): (May.RECORD, Of.SHEET),
        ("api.event_review", "GET"): (May.COUNT, Of.CLUB),
        ("api.evidence_file", "GET"): (May.FOLLOW, Of.DISPUTE),
        ("api.figures", "GET"): (May.READ, Of.CLUB),
        ("api.finding", "GET"): (May.READ, Of.CLUB),
        ("api.findings", "GET"): (May.READ, Of.CLUB),
        ("api.finish_sheet", "POST"): (May.RECORD, Of.SHEET),
        ("api.found_hands", "GET"): (May.FOLLOW, Of.CLUB),
        ("api.frames", "GET"): (May.READ, Of.MATCH),
        ("api.game", "GET"): (May.READ, Of.CLUB),
        ("api.games", "GET"): (May.READ, Of.CLUB),
        ("api.give_evidence", "POST"): (May.TAKE_PART, Of.DISPUTE),
        ("api.glossary", "GET"): (May.READ, Of.CLUB),
        ("api.hand", "GET"): (May.READ, Of.MATCH),
        ("api.hand_score", "GET"): (May.READ, Of.MATCH),
        ("api.house", "GET"): (May.READ, Of.HOUSE),
        ("api.houses", "GET"): (May.READ, Of.CLUB),
        ("api.issue", "POST"): (May.RULE, Of.DISPUTE),
        ("api.job", "GET"): (May.TAKE_PART, Of.JOB),
        ("api.join_person", "POST"): (May.RECORD, Of.PERSON),
        ("api.kept_report", "GET"): (May.READ, Of.MATCH),
        ("api.kept_reports", "GET"): (May.READ, Of.MATCH),
        ("api.listed_disputes", "GET"): (May.FOLLOW, Of.CLUB),
        ("api.listed_people", "GET"): (May.COUNT, Of.CLUB),
        ("api.listed_refusals", "GET"): (May.RECORD, Of.CLUB),
        ("api.listed_rulings", "GET"): (May.FOLLOW, Of.CLUB),
        ("api.listed_sheets", "GET"): (May.FOLLOW, Of.CLUB),
        ("api.listed_verdicts", "GET"): (May.READ, Of.CLUB),
        ("api.log", "GET"): (May.READ, Of.MATCH),
        ("api.mark_person", "PUT"): (May.RECORD, Of.PERSON),
        ("api.match", "GET"): (May.READ, Of.MATCH),
        ("api.match_review", "GET"): (May.READ, Of.MATCH),
        ("api.matches", "GET"): (May.READ, Of.CLUB),
        ("api.notes", "GET"): (May.FOLLOW, Of.MATCH),
        ("api.one_dispute", "GET"): (May.FOLLOW, Of.DISPUTE),
        ("api.one_sheet", "GET"): (May.FOLLOW, Of.SHEET),
        ("api.open_dispute", "POST"): (May.TAKE_PART, Of.MATCH),
        ("api.pause_event_review", "POST"): (May.TAKE_PART, Of.CLUB),
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
        ("api.rewrite_note", "PATCH"): (May.TAKE_PART, Of.MATCH),
        ("api.rule", "GET"): (May.READ, Of.CLUB),
        ("api.rule_on", "POST"): (May.RULE, Of.DISPUTE),
        ("api.rules", "GET"): (May.READ, Of.CLUB),
        ("api.score", "GET"): (May.READ, Of.MATCH),
        ("api.season_standings", "GET"): (May.COUNT, Of.CLUB),
        ("api.seasons", "GET"): (May.COUNT, Of.CLUB),
        ("api.sign_verdict", "POST"): (May.RULE, Of.VERDICT),
        ("api.split_person", "DELETE"): (May.RECORD, Of.PERSON),
        ("api.statistics", "GET"): (May.COUNT, Of.PERSON),
        ("api.stop_event_review", "DELETE"): (May.TAKE_PART, Of.CLUB),
        ("api.tap", "POST"): (May.RECORD, Of.SHEET),
        ("api.undo", "POST"): (May.MANAGE, Of.DELETION),
        ("api.upload", "POST"): (May.TAKE_PART, Of.CLUB),
        ("api.verdict_file", "GET"): (May.READ, Of.VERDICT),
        ("api.verify_verdict", "POST"): (May.READ, Of.CLUB),
        ("api.write_note", "POST"): (May.TAKE_PART, Of.MATCH),
        ("api_page.page", "GET"): (May.READ, Of.CLUB),
        ("archived.match", "GET"): (May.FOLLOW, Of.CLUB),
        ("arrange.page", "GET"): (May.READ, Of.CLUB),
        ("assets.sheet", "GET"): (May.READ, Of.CLUB),
        ("book.example", "GET"): (May.READ, Of.CLUB),
        ("book.example_drawing", "GET"): (May.READ, Of.CLUB),
        ("book.page", "GET"): (May.READ, Of.CLUB),
        ("book.presets", "GET"): (May.READ, Of.CLUB),
        ("chance.page", "GET"): (May.READ, Of.CLUB),
        ("club_members.invite", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("club_members.listed", "GET"): (May.MANAGE, Of.ACCOUNT),
        ("club_members.recover", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("club_members.remove", "POST"): (May.MANAGE, Of.ACCOUNT),
        ("club_members.revoke", "POST"): (May.MANAGE, Of.ACCOUNT),
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
        ("event_reviews.ask", "POST"): (May.TAKE_PART, Of.CLUB),
        ("event_reviews.pause", "POST"): (May.TAKE_PART, Of.CLUB),
        ("event_reviews.stop", "POST"): (May.TAKE_PART, Of.CLUB),
        ("events.file", "GET"): (May.COUNT, Of.CLUB),
        ("events.listed", "GET"): (May.COUNT, Of.CLUB),
        ("events.show", "GET"): (May.COUNT, Of.CLUB),
        ("evidence.compare", "GET"): (May.FOLLOW, Of.DISPUTE),
        ("exercise.answer", "POST"): (May.READ, Of.MATCH),
        ("exercise.page", "GET"): (May.READ, Of.MATCH),
        ("exercises.of_match", "GET"): (May.READ, Of.MATCH),
        ("exercises.of_person", "GET"): (May.COUNT, Of.PERSON),
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
        ("hand_search.decisions", "GET"): (May.FOLLOW, Of.CLUB),
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
        ("issued_verdicts.add_signatures", "POST"): (May.RULE, Of.VERDICT),
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
        ("own_changes.page", "GET"): (May.TAKE_PART, Of.ACCOUNT),
        ("own_data.page", "GET"): (May.TAKE_PART, Of.ACCOUNT),
        ("partner_matrix.file", "GET"): (May.COUNT, Of.CLUB),
        ("partner_matrix.matrix", "GET"): (May.COUNT, Of.CLUB),
        ("paste.begin", "GET"): (May.RECORD, Of.CLUB),
        ("paste.take", "POST"): (May.RECORD, Of.CLUB),
        ("people.file", "GET"): (May.COUNT, Of.PERSON),
        ("people.hands", "GET"): (May.FOLLOW, Of.PERSON),
        ("people.join", "POST"): (May.RECORD, Of.PERSON),
        ("people.listed", "GET"): (May.COUNT, Of.CLUB),
        ("people.mark", "POST"): (May.RECORD, Of.PERSON),
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
        ("review.decisions", "GET"): (May.READ, Of.MATCH),
        ("review.line", "POST"): (May.READ, Of.MATCH),
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
        ("ties.declare", "POST"): (May.RULE, Of.ACCOUNT),
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
ONLY: Final[Mapping[tuple[str, str], Only]] = MappingProxyType(
    {
        ("api.answer_to_proposal", "POST"): Only.NO_PLAYER,
        ("api.appeal", "POST"): Only.OPENER_OR_PLAYER,
        ("api.close", "POST"): Only.NO_PLAYER,
        ("api.drop_note", "DELETE"): Only.AUTHOR_OR_RECORDER,
        ("api.issue", "POST"): Only.NO_PLAYER,
        ("api.open_dispute", "POST"): Only.PLAYER_OR_RECORDER,
        ("api.review", "POST"): Only.NO_PLAYER,
        ("api.rewrite_note", "PATCH"): Only.AUTHOR,
        ("api.rule_on", "POST"): Only.NO_PLAYER,
        ("api.sign_verdict", "POST"): Only.NO_PLAYER,
        ("disputes.answer_proposal", "POST"): Only.NO_PLAYER,
        ("disputes.appeal", "POST"): Only.OPENER_OR_PLAYER,
        ("disputes.close", "POST"): Only.NO_PLAYER,
        ("disputes.form", "GET"): Only.PLAYER_OR_RECORDER,
        ("disputes.open_one", "POST"): Only.PLAYER_OR_RECORDER,
        ("disputes.review", "POST"): Only.NO_PLAYER,
        ("disputes.rule_on", "POST"): Only.NO_PLAYER,
        ("issued_verdicts.add_signatures", "POST"): Only.NO_PLAYER,
        ("issued_verdicts.issue", "POST"): Only.NO_PLAYER,
        ("notes.change", "POST"): Only.AUTHOR,
        ("notes.remove", "POST"): Only.AUTHOR_OR_RECORDER,
    }
)
"""By endpoint and method, what the permission does not say.  Where the act itself is, it is refused with 403."""
