"""The rule books for programs: games with their options and presets, rules, findings, the glossary."""

from dataclasses import replace
from typing import Final

from msgspec import Struct

from app.judging.rules_of_match.words import meaning_words
from app.text.catalogue import VERDICT_PAGES, all_codes, all_rules
from app.text.glossary import also_called, game_title, name_in, option_title, preset_title, sections
from app.text.language import Language, _
from app.web.api.operations import GAME, operation
from app.web.http.errors import Refusal
from app.web.http.pages import May
from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.findings import Code, Rule, Severity
from engine.rulebook.glossary import Term
from engine.rulebook.options import OptionValue, value_text

_SUBJECT: Final = "rules"


class GameTitle(Struct, frozen=True):
    """A game."""

    name: str
    title: str
    presets: tuple[str, ...]


class Games(Struct, frozen=True):
    """The games."""

    games: tuple[GameTitle, ...]


class OptionValueFacts(Struct, frozen=True):
    """A value of an option, and what it means."""

    value: str
    """As addresses have it."""
    meaning: str


class OptionFacts(Struct, frozen=True):
    """An option."""

    name: str
    title: str
    presets: dict[str, OptionValueFacts]
    """Its value in each preset."""


class GameFacts(Struct, frozen=True):
    """A game with its options and presets."""

    name: str
    title: str
    default: str
    """The preset that applies where a log claims none."""
    presets: dict[str, str]
    """The titles of the presets by name."""
    options: tuple[OptionFacts, ...]


class RuleList(Struct, frozen=True):
    """All rules."""

    rules: tuple[Rule, ...]


class CodeFacts(Struct, frozen=True):
    """A finding code."""

    id: str
    severity: Severity
    meaning: str
    explanation: str


class VerdictMeaning(Struct, frozen=True):
    """A verdict."""

    name: str
    meaning: str
    explanation: str


class Codes(Struct, frozen=True):
    """All finding codes, and all verdicts, the worst first."""

    findings: tuple[CodeFacts, ...]
    verdicts: tuple[VerdictMeaning, ...]


class TermFacts(Struct, frozen=True):
    """A word of the games."""

    english: str
    simplified: str
    traditional: str
    pinyin: str
    also: tuple[str, ...]
    """Other names in use."""
    rules: tuple[str, ...]
    source: str


class GlossarySection(Struct, frozen=True):
    """The words of a game, or (``all``) of every game."""

    name: str
    terms: tuple[TermFacts, ...]


class Glossary(Struct, frozen=True):
    """The words of the games in English and Chinese."""

    sections: tuple[GlossarySection, ...]


@operation("GET", "/games", may=May.READ, subject=_SUBJECT, gives=Games)
def games() -> Games:
    """Lists the games."""
    return Games(
        tuple(
            GameTitle(known_game.name, game_title(known_game.name), tuple(known_game.rules.presets))
            for known_game in GAMES.values()
        )
    )


@operation(
    "GET", "/games/<game>", may=May.READ, subject=_SUBJECT, gives=GameFacts, errors=(404,), examples={"game": GAME}
)
def game(game: str) -> GameFacts:
    """Gives a game with its options and presets."""
    known_game = GAMES.get(game)
    if known_game is None:
        raise Refusal(404, _("There is no such game."))
    book = known_game.rules
    presets = {name: book.resolve(name).options for name in book.presets}
    options = tuple(
        OptionFacts(
            option.name,
            option_title(known_game.name, option.name),
            {name: _value(known_game, option.name, values[option.name]) for name, values in presets.items()},
        )
        for option in book.options
    )
    titles = {name: preset_title(known_game.name, name) for name in presets}
    return GameFacts(known_game.name, game_title(known_game.name), book.default, titles, options)


@operation("GET", "/rules", may=May.READ, subject=_SUBJECT, gives=RuleList)
def rules() -> RuleList:
    """Lists every rule."""
    return RuleList(tuple(_rule(known_rule) for known_rule in all_rules().values()))


@operation(
    "GET",
    "/rules/<rule>",
    may=May.READ,
    subject=_SUBJECT,
    gives=Rule,
    errors=(404,),
    examples={"rule": f"{GAME}.match"},
)
def rule(rule: str) -> Rule:
    """Gives a rule."""
    known_rule = all_rules().get(rule)
    if known_rule is None:
        raise Refusal(404, _("There is no such rule."))
    return _rule(known_rule)


@operation("GET", "/findings", may=May.READ, subject=_SUBJECT, gives=Codes)
def findings() -> Codes:
    """Lists every finding code and every verdict."""
    verdicts = (VerdictMeaning(page.name, _(page.meaning), _(page.explanation)) for page in VERDICT_PAGES.values())
    return Codes(tuple(_code(code) for code in all_codes().values()), tuple(verdicts))


@operation(
    "GET",
    "/findings/<code>",
    may=May.READ,
    subject=_SUBJECT,
    gives=CodeFacts,
    errors=(404,),
    examples={"code": "does-not-beat"},
)
def finding(code: str) -> CodeFacts:
    """Gives a finding code."""
    known_code = all_codes().get(code)
    if known_code is None:
        raise Refusal(404, _("There is no such finding."))
    return _code(known_code)


@operation("GET", "/glossary", may=May.READ, subject=_SUBJECT, gives=Glossary)
def glossary() -> Glossary:
    """Gives the words of the games."""
    return Glossary(tuple(GlossarySection(section.name, tuple(map(_term, section.terms))) for section in sections()))


def _term(term: Term) -> TermFacts:
    simplified, traditional = (name_in(term, script) for script in (Language.SIMPLIFIED, Language.TRADITIONAL))
    return TermFacts(term.english, simplified, traditional, term.pinyin, also_called(term), term.rules, term.source)


def _rule(rule: Rule) -> Rule:
    return replace(rule, title=_(rule.title), text=_(rule.text))


def _code(code: Code) -> CodeFacts:
    return CodeFacts(code.id, code.severity, _(code.meaning), _(code.explanation))


def _value(game: Game, option: str, value: OptionValue) -> OptionValueFacts:
    return OptionValueFacts(value_text(value), meaning_words(game.rules.option(option), value))
