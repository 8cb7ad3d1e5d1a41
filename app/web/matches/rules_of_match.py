"""A match under other rules: choosing them, trying them, making them the match's own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.database.opening import transact
from app.database.packing import packed
from app.judging.fault_barrier import guarded_check
from app.judging.judged import judged
from app.judging.rereading import LogLost
from app.judging.rules_of_match.asked import CLAIM, HOUSE, AskedRules, MatchRules
from app.judging.rules_of_match.claims import claim_is_known, claim_words, nearest
from app.judging.rules_of_match.form import asked_in, fields_of
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.records import houses
from app.judging.rules_of_match.refusal import RulesRefused, ended, refusal_sentence
from app.matches import store
from app.matches.computed.obtaining import obtain
from app.matches.computed.wanted import ComputationKind, wanted_of
from app.matches.ingest import reread
from app.matches.installation import Installation, this_installation
from app.matches.store import ChosenReport, StoredMatch
from app.matches.trials import refuse_long, report_under
from app.text.glossary import preset_title
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.visitor import this_visitor
from app.web.matches.lost_log import without_log
from engine import __version__
from engine.games import GAMES
from engine.record.match import Match
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown

BLUEPRINT: Final = Pages("rules_of_match", __name__, url_prefix="/matches/<int:identity>/rules")

PAGERS: Final = ("hands_page", "findings_page")
"""The pages of hands and of findings in the address of a trial, where ``hands`` is an option of some games."""
_OTHERS: Final = (*PAGERS, "csrf_token", "lang")


@dataclass(frozen=True, slots=True)
class RulesTrial:
    """A match under rules that are tried."""

    chosen: MatchRules
    stored: StoredMatch
    """The match as if it had been judged under them."""
    own: bool
    """Whether they are the match's rules anyway."""


@dataclass(frozen=True, slots=True)
class Base:
    """Rules to begin with."""

    value: str
    """As addresses have them."""
    title: str
    text: str
    refused: str
    """Why they are invalid; empty if valid."""


def wants_trial(arguments: Mapping[str, str], game: str | None) -> bool:
    """Whether the address of a match names rules, or an option that is not the name of a pager."""
    if game is None or game not in GAMES:
        return False
    options = {option.name for option in GAMES[game].rules.options} - {"hands", "findings"}
    return "rules" in arguments or not options.isdisjoint(arguments)


def rules_trial(fupan: Installation, stored: StoredMatch, match: Match, arguments: Mapping[str, str]) -> RulesTrial:
    """A match under the rules that an address names.  Raises RulesRefused where it cannot be judged under them."""
    with fupan.sessions() as session:
        chosen = asked_in(session, arguments, _OTHERS).for_match(match)
    return RulesTrial(chosen, _under(fupan, stored, match, chosen.rules), _are_of(fupan, stored, match, chosen.rules))


@BLUEPRINT.get("", may=May.READ, of=Of.MATCH)
def page(identity: int) -> tuple[str, int]:
    """The rules to choose from, and a form of the options, which begins with those of ``?rules=``."""
    stored, match = _readable(identity)
    return choose_page(this_installation(), stored, match, request.args.to_dict())


@BLUEPRINT.post("", may=May.RECORD, of=Of.MATCH)
def choose(identity: int) -> Response:
    """Makes rules those of the match; ``rules=claim`` without options goes back to those that its log claims."""
    stored, match = _readable(identity)
    try:
        make_own(this_installation(), stored, match, request.form.to_dict(), _OTHERS)
    except RulesRefused as refused:
        raise Refusal(400, _("Nothing was changed: {reason}", reason=refusal_sentence(refused))) from None
    return redirect(url_for("matches.match", identity=identity), 303)


def make_own(
    fupan: Installation, stored: StoredMatch, match: Match, arguments: Mapping[str, str], others: tuple[str, ...] = ()
) -> None:
    """Makes the rules that some arguments name those of a match, and judges it under them.

    Raises RulesRefused where that cannot be done; then nothing is changed.
    """
    with fupan.sessions() as session:
        asked = asked_in(session, arguments, others)
    if asked.is_claim:
        _claim_again(fupan, stored)
        return
    chosen = asked.for_match(match)
    report = ChosenReport(chosen.rules, chosen.house, report_under(fupan.checker, stored, chosen.rules))
    transact(fupan.sessions, lambda session: store.choose_rules(session, stored.id, report))


def choose_page(
    fupan: Installation, stored: StoredMatch, match: Match, arguments: Mapping[str, str], refused: str = ""
) -> tuple[str, int]:
    """The page on which rules for a match are chosen.  ``refused`` says what is wrong with those of the address."""
    with fupan.sessions() as session:
        of_game = [house for house in houses(session) if house.game == match.game]
        named = {name: text for name, text in arguments.items() if name == "rules"}
        try:
            begins = asked_in(session, named) if named else _begin(stored, match)
            base = begins.for_match(match)
        except RulesRefused as unknown:
            refused = refused or str(unknown)
            begins = AskedRules(GAMES[match.game].rules.default)
            base = begins.of_game(match.game)
    shown = base.rules.options if named else _shown(fupan, stored, match, base)
    shown_page = render_template(
        "matches/rules.html",
        match=stored.row,
        game=match.game,
        claim=claim_words(match),
        chosen=stored.chosen,
        bases=_bases(match, of_game),
        base=base,
        base_title=_title(base),
        fields=fields_of(match.game, shown, base.rules.options, arguments),
        refused=refused,
    )
    return shown_page, 400 if refused else 200


def _claim_again(fupan: Installation, stored: StoredMatch) -> None:
    try:
        _, record = reread(stored)
    except LogLost as lost:
        raise RulesRefused(_("this match cannot be judged again: {lost}", lost=str(lost))) from None
    report = judged(guarded_check(fupan.checker, record))
    transact(fupan.sessions, lambda session: store.choose_claim(session, stored.id, report))


def _readable(identity: int) -> tuple[StoredMatch, Match]:
    fupan = this_installation()
    stored = fupan.match(identity)
    if stored is None:
        raise Refusal(404, _("There is no match {identity}.", identity=identity))
    match = fupan.decoded.get(stored)
    if match is None:
        raise without_log(
            stored, _("This match could not be read, or its log is not kept: it cannot be judged under any rules.")
        )
    return stored, match


def _under(fupan: Installation, stored: StoredMatch, match: Match, rules: RuleSet) -> StoredMatch:
    """A stored match as if it had been judged under some rules.  Raises RulesRefused, and what `obtain` raises."""
    refuse_long(match)
    (report,) = obtain(fupan, stored, wanted_of(ComputationKind.TRIAL, rules, stored, match), visitor=this_visitor())
    if report is None:
        raise RulesRefused(_("Fupan failed on this match under these rules"))
    return replace(stored, packed_report=packed(report), report_size=len(report), engine=__version__)


def _are_of(fupan: Installation, stored: StoredMatch, match: Match, rules: RuleSet) -> bool:
    try:
        own = fupan.rules(stored, match)
    except RulesUnknown:
        return False
    return (own.preset, own.key) == (rules.preset, rules.key)


def _begin(stored: StoredMatch, match: Match) -> AskedRules:
    """What the form begins with: what the match is judged under, or what its claim of unknown rules is nearest to."""
    if stored.chosen is not None:
        house = stored.chosen.house
        return AskedRules(stored.chosen.preset) if house is None else AskedRules(None, house)
    if claim_is_known(match):
        return AskedRules()
    near = nearest(match)
    return AskedRules(GAMES[match.game].rules.default if near is None else near.base)


def _shown(fupan: Installation, stored: StoredMatch, match: Match, base: MatchRules) -> Mapping[str, OptionValue]:
    """The options as the form has them at first: those of the match."""
    try:
        return fupan.rules(stored, match).options
    except RulesUnknown:
        near = nearest(match)
        return base.rules.options if near is None else near.rules.options


def _bases(match: Match, of_game: list[HouseRules]) -> list[Base]:
    book = GAMES[match.game].rules
    bases = [_base(match, AskedRules(), _("as the log claims"), _("The log claims {rules}.", rules=claim_words(match)))]
    for rules in of_game:
        text = _("House rules, version {version}", version=rules.version)
        if rules.note:
            text = _("{first}: {rest}", first=text, rest=rules.note)
        bases.append(_base(match, AskedRules(None, rules), rules.name, text))
    for name, text in book.presets.items():
        bases.append(_base(match, AskedRules(name), preset_title(match.game, name), _sentence(_(text))))
    return bases


def _base(match: Match, asked: AskedRules, title: str, text: str) -> Base:
    try:
        asked.for_match(match)
        refused = ""
    except RulesRefused as unknown:
        refused = str(unknown)
    return Base(asked.base, title, text, refused)


def _sentence(text: str) -> str:
    return ended(f"{text[:1].upper()}{text[1:]}")


def _title(base: MatchRules) -> str:
    if base.house is not None:
        return base.house.title
    if base.base == CLAIM:
        return _("the rules that the log claims")
    return preset_title(base.rules.game, base.base.removeprefix(HOUSE))
