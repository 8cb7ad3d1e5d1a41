"""A match under other rules: choosing them, trying them, making them the match's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.judging.rules_of_match.asked import CLAIM, HOUSE, AskedRules, MatchRules
from app.judging.rules_of_match.claims import claim_is_known, claim_words, nearest
from app.judging.rules_of_match.form import asked_in, fields_of
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.records import houses
from app.judging.rules_of_match.refusal import RulesRefused, ended, refusal_sentence
from app.matches.installation import Installation, this_installation
from app.matches.store import StoredMatch
from app.matches.trials import make_own
from app.text.glossary import preset_title
from app.text.language import _, marked
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.parts.open_match import OTHERS, decoded_match
from engine.games import GAMES
from engine.record.match import Match
from engine.rulebook.options import OptionValue, RulesUnknown

BLUEPRINT: Final = Pages("rules_of_match", __name__, url_prefix="/matches/<int:identity>/rules")
_NOT_UNDER: Final = marked("This match could not be read, or its log is not kept: it cannot be judged under any rules.")


@dataclass(frozen=True, slots=True)
class Base:
    """Rules to begin with."""

    value: str
    """As addresses have them."""
    title: str
    text: str
    refused: str
    """Why they are invalid; empty if valid."""


@BLUEPRINT.get("", may=May.READ, of=Of.MATCH)
def page(identity: int) -> tuple[str, int]:
    """The rules to choose from, and a form of the options, which begins with those of ``?rules=``."""
    stored, match = decoded_match(identity, _(_NOT_UNDER))
    return choose_page(this_installation(), stored, match, request.args.to_dict())


@BLUEPRINT.post("", may=May.RECORD, of=Of.MATCH)
def choose(identity: int) -> Response:
    """Makes rules those of the match; ``rules=claim`` without options goes back to those that its log claims."""
    stored, match = decoded_match(identity, _(_NOT_UNDER))
    try:
        make_own(this_installation(), stored, match, request.form.to_dict(), OTHERS)
    except RulesRefused as refused:
        raise Refusal(400, _("Nothing was changed: {reason}", reason=refusal_sentence(refused))) from None
    return redirect(url_for("matches.match", identity=identity), 303)


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
