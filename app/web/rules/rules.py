"""The rule books: options and presets, every rule, every finding code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from flask import render_template

from app.judging.finding_examples import FindingExample, cases_of, without_details
from app.judging.rules_of_match.words import value_words
from app.text.catalogue import VERDICT_PAGES, all_codes, all_rules, section_of
from app.text.glossary import game_title
from app.text.language import _
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.parts.steps import Step, step_of
from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.findings import Code, Rule
from engine.rulebook.options import Option
from engine.rulebook.pages import PAGES
from engine.rulebook.suggestions import close_name

BLUEPRINT: Final = Pages("rules", __name__)

SHARED: Final = "log"
"""The name in an address for the rules that all games share."""


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option with its value in each preset, in the order of the presets."""

    option: Option
    values: tuple[tuple[str, str, bool], ...]
    """Preset, value in words, and whether it is another than in the default preset."""
    rules: tuple[Rule, ...]
    """The pages of the rules that it governs."""

    @property
    def differs(self) -> bool:
        """Whether the presets do not all have the same value."""
        return any(differs for *__, differs in self.values)


@dataclass(frozen=True, slots=True)
class Case:
    """A case of a finding: its sentences with dots for the details, and an example if some sample log has one."""

    text: str
    expected: str
    help: str
    example: FindingExample | None
    steps: tuple[Step, ...]
    """The actions of the example; the last is at fault."""


@BLUEPRINT.get("/rules/", may=May.READ)
@without_secrets
def games() -> str:
    """Shows the games, and the rules that their logs share."""
    return render_template("rules/games.html", games=GAMES.values(), shared=PAGES)


@BLUEPRINT.get("/rules/<game>/", may=May.READ)
@without_secrets
def game(game: str) -> str:
    """The rule book of a game: presets, options, rules."""
    if game == SHARED:
        return render_template("rules/shared.html", rules=PAGES, section=SHARED)
    known_game = _game(game)
    book = known_game.rules
    presets = {name: book.resolve(name).options for name in book.presets}
    usual = presets[book.default]
    lines = [
        OptionLine(
            option,
            tuple(
                (name, value_words(options[option.name]), options[option.name] != usual[option.name])
                for name, options in presets.items()
            ),
            _governed(known_game.pages, option),
        )
        for option in book.options
    ]
    return render_template("rules/game.html", game=known_game, book=book, lines=lines)


@BLUEPRINT.get("/rules/<game>/<rule>", may=May.READ)
@without_secrets
def rule(game: str, rule: str) -> str:
    """A rule: what it is, which options govern it, where it comes from."""
    known_rule = all_rules().get(rule)
    if known_rule is None or section_of(rule) != game:
        raise Refusal(404, _meant(_("There is no such rule."), rule, all_rules(), _("The rule books list every rule.")))
    pages: Sequence[Rule] = PAGES if game == SHARED else _game(game).pages
    place = [page.id for page in pages].index(rule)
    book = None if game == SHARED else _game(game).rules
    return render_template(
        "rules/rule.html",
        rule=known_rule,
        section=game,
        title=_("Logs") if game == SHARED else game_title(game),
        options=[] if book is None else [book.option(name) for name in known_rule.options],
        before=pages[place - 1] if place else None,
        after=pages[place + 1] if place + 1 < len(pages) else None,
    )


@BLUEPRINT.get("/findings/", may=May.READ)
@without_secrets
def codes() -> str:
    """Every finding code and every verdict with its meaning."""
    return render_template("rules/codes.html", codes=all_codes().values(), verdicts=VERDICT_PAGES.values())


@BLUEPRINT.get("/findings/<code>", may=May.READ)
@without_secrets
def code(code: str) -> str:
    """A finding code: what it means, and its cases."""
    known_code = all_codes().get(code)
    if known_code is None:
        raise Refusal(
            404, _meant(_("There is no such finding."), code, all_codes(), _("The list of findings has every one."))
        )
    return render_template("rules/code.html", code=known_code, cases=_cases(known_code), games=_raised_in(known_code))


def _cases(code: Code) -> list[Case]:
    return [
        Case(
            without_details(_(message.text)),
            without_details(_(message.expected)),
            message.help,
            example,
            () if example is None else tuple(_steps(example)),
        )
        for message, example in cases_of(code)
    ]


def _steps(example: FindingExample) -> list[Step]:
    seats = tuple(example.players)
    return [step_of(number, action, seats) for number, action in enumerate(example.actions, 1)]


def _meant(sentence: str, name: str, known: Iterable[str], then: str = "") -> str:
    """A sentence about a name that is not known, with the known one that is nearest to it, and what follows."""
    close = close_name(name, known)
    meant = "" if close is None else _("Did you mean {name}?", name=close)
    return " ".join(part for part in (sentence, meant, then) if part)


def _game(name: str) -> Game:
    known_game = GAMES.get(name)
    if known_game is None:
        raise Refusal(404, _meant(_("There is no such game."), name, GAMES))
    return known_game


def _governed(pages: Sequence[Rule], option: Option) -> tuple[Rule, ...]:
    return tuple(page for page in pages if option.name in page.options)


def _raised_in(code: Code) -> list[Game]:
    return [game for game in GAMES.values() if any(other.id == code.id for other in game.codes)]
