"""The rule books: each game's rules to read from beginning to end, its examples, and which preset is whose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Response, render_template, request
from markupsafe import Markup

from app.drawing.table.drawn import drawing_of
from app.drawing.table.places import Layout
from app.drawing.table.shapes import Drawing
from app.drawing.table.sight import Sight, team_numbers
from app.drawing.table.svg import SVG, alone, within_page
from app.judging.arranging import GAME as ARRANGED
from app.judging.book import Bookless, ExampleMatch, book_of, example_of
from app.judging.rules_of_match.words import meaning_words
from app.text.glossary import preset_title
from app.text.language import _
from app.text.readable import readable_finding, readable_hand
from app.text.seats import player_names
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.language import varied_response
from app.web.http.pages import May, Pages
from app.web.http.paging import whole
from app.web.parts.faces import Face, faces
from app.web.parts.steps import Step, step_of
from engine.games import GAMES
from engine.record.actions import parse_action
from engine.replay.fold import frame
from engine.replay.game import Game
from engine.rulebook.book import Book, Duel, Duels, Exchange, ScoredHand
from engine.rulebook.findings import Rule
from engine.rulebook.options import Option, RuleBook, value_text
from engine.verdict.stored_report import StoredFinding, StoredHand, as_stored

BLUEPRINT: Final = Pages("book", __name__, url_prefix="/rules/<game>")
_ALL: Final = "all"
"""Stands for all chapters of a book."""


@dataclass(frozen=True, slots=True)
class ShownDuel:
    """Two plays of an example."""

    duel: Duel
    lower: tuple[Face, ...]
    higher: tuple[Face, ...]
    sentence: str
    """Why the second does not beat the first; empty if it does."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What an option is under the default preset, and under those that have another value."""

    usual: str
    others: tuple[tuple[str, tuple[str, ...]], ...]
    """Each other value in words, with the titles of the presets that have it."""


@BLUEPRINT.get("/book", may=May.READ)
@without_secrets
def page(game: str) -> str:
    """The book of a game: how it begins, a chapter (``?chapter=``, from 1), or the whole of it (``?chapter=all``)."""
    known_game = _game(game)
    book = _book(known_game)
    asked = request.args.get("chapter", "")
    chosen = range(len(book.chapters)) if asked == _ALL else [(whole(asked) or 0) - 1] if asked else []
    if any(not 0 <= place < len(book.chapters) for place in chosen):
        raise Refusal(404, _("The rule book has no such chapter."))
    rules = {rule.id: rule for rule in known_game.pages}
    return render_template(
        "rules/book/page.html",
        game=known_game,
        arranged=known_game is ARRANGED,
        usual=book.opening.preset,
        opening=book.opening if asked in ("", _ALL) else None,
        titles=[chapter.title for chapter in book.chapters],
        chapters=[
            (place + 1, book.chapters[place], [rules[name] for name in book.chapters[place].rules]) for place in chosen
        ],
        whole=_ALL,
        variants={option.name: variant_of(known_game.rules, option) for option in known_game.rules.options},
        kinds=_KINDS,
        left=[] if asked and asked != _ALL else _left(known_game),
    )


@BLUEPRINT.get("/presets", may=May.READ)
def presets(game: str) -> str:
    """Which preset is the reader's: a few questions, and the presets by how well they fit the answers."""
    known_game = _game(game)
    questions: tuple[OptionQuestion, ...] = asked_of(known_game.rules, _book(known_game).asked)
    answers = {
        question.option.name: request.args[question.option.name]
        for question in questions
        if request.args.get(question.option.name) in question.values
    }
    ordered: tuple[Fit, ...] = fits(known_game.rules, questions, answers) if answers else ()
    return render_template(
        "rules/book/presets.html", game=known_game, questions=questions, answers=answers, fits=ordered
    )


@BLUEPRINT.get("/examples/<name>/<int:number>", may=May.READ)
@without_secrets
def example(game: str, name: str, number: int) -> str:
    """A hand of an example (from 1) at the step of ``?step=``; without one, at its end."""
    known_game = _game(game)
    shown = _example(known_game, name)
    step = _step_asked(shown, number)
    steps = steps_of(shown, number)
    svg = within_page(_drawn(shown, number, step))
    return render_template(
        "rules/book/example.html",
        game=known_game,
        example=shown,
        number=number,
        hands=len(shown.match.hands),
        steps=steps,
        names=player_names(shown.match.players),
        step=step,
        drawing=Markup(svg),  # noqa: S704 (the drawing escapes its words itself)
        outcome=outcome_of(shown, number),
        findings=[finding for finding in said_of(shown, number) if finding.action == step - 1],
    )


@BLUEPRINT.get("/examples/<name>/<int:number>/table.svg", may=May.READ)
@without_secrets
def example_drawing(game: str, name: str, number: int) -> Response:
    """The table of an example at the step of ``?step=``, as a file that stands alone."""
    shown = _example(_game(game), name)
    return varied_response(Response(alone(_drawn(shown, number, _step_asked(shown, number))), content_type=SVG))


def _step_asked(shown: ExampleMatch, number: int) -> int:
    """The step of a hand (from 1) that the address asks for, the last one if it names none.  Raises Refusal."""
    if not 1 <= number <= len(shown.match.hands):
        raise Refusal(404, _("The example has {count} hands.", count=len(shown.match.hands)))
    last = len(shown.match.hands[number - 1].actions)
    step = whole(request.args.get("step", str(last)))
    if step is None or step > last:
        raise Refusal(404, _("The hand has the steps 0 to {last}.", last=last))
    return step


def variant_of(book: RuleBook, option: Option) -> Variant:
    """The values that the presets of a game have of an option, in words."""
    by_words: dict[str, list[str]] = {}
    for preset in (book.default, *book.presets):
        words = meaning_words(option, book.resolve(preset).options[option.name])
        by_words.setdefault(words, []).append(preset_title(book.game, preset))
    usual, *others = by_words
    return Variant(usual, tuple((words, tuple(by_words[words])) for words in others))


def duels_of(game: Game, block: Duels) -> list[ShownDuel]:
    """The duels of a block with their cards, and with what the judge says of them."""
    shown = _example(game, block.log)
    duels = []
    for duel in block.duels:
        actions = shown.match.hands[duel.hand - 1].actions
        sentences = [
            finding.message
            for finding in said_of(shown, duel.hand)
            if finding.action == duel.higher - 1 and finding.severity == "error"
        ]
        duels.append(
            ShownDuel(duel, _cards(actions[duel.lower - 1]), _cards(actions[duel.higher - 1]), " ".join(sentences))
        )
    return duels


def exchange_of(game: Game, block: Exchange) -> dict[str, object]:
    """The actions of an exchange, and what its seats are called."""
    shown = _example(game, block.log)
    steps = steps_of(shown, block.hand)[block.first - 1 : block.last]
    return {"steps": steps, "names": player_names(shown.match.players)}


def scored_of(game: Game, block: ScoredHand) -> dict[str, object]:
    """A hand from the deal to its score: the cards dealt, the actions, the lines of the score, the names by seat."""
    shown = _example(game, block.log)
    hand = shown.match.hands[block.hand - 1]
    dealt = hand.deal if isinstance(hand.deal, Mapping) else {}
    return {
        "dealt": [(seat, faces(cards.split()) or ()) for seat, cards in dealt.items()],
        "steps": steps_of(shown, block.hand),
        "names": player_names(shown.match.players),
        "outcome": outcome_of(shown, block.hand),
    }


def steps_of(shown: ExampleMatch, number: int) -> list[Step]:
    """The actions of a hand of an example."""
    seats = shown.match.seats
    actions = shown.match.hands[number - 1].actions
    return [step_of(place, text, seats) for place, text in enumerate(actions, 1)]


def said_of(shown: ExampleMatch, number: int) -> list[StoredFinding]:
    """The findings of a hand of an example, in the language of the reader."""
    names, game, findings = player_names(shown.match.players), shown.match.game, as_stored(shown.report).findings
    return [readable_finding(finding, game, names) for finding in findings if finding.hand == number - 1]


def outcome_of(shown: ExampleMatch, number: int) -> StoredHand:
    """The result of a hand of an example, in the language of the reader."""
    return readable_hand(as_stored(shown.report).hands[number - 1], player_names(shown.match.players))


_KINDS: Final[Mapping[str, object]] = {"Duels": duels_of, "Exchange": exchange_of, "ScoredHand": scored_of}


def _cards(action: str) -> tuple[Face, ...]:
    return faces(parse_action(action).words) or ()


def _drawn(shown: ExampleMatch, number: int, step: int) -> Drawing:
    match = shown.match
    names = player_names(match.players)
    sight = Sight(names, game=match.game, teams=team_numbers(match.game, match.seats), layout=Layout.WIDE)
    return drawing_of(frame(shown.judge, shown.match, number - 1, step), sight)


def _left(game: Game) -> list[Rule]:
    """The rules that no chapter has."""
    read = {rule for chapter in _book(game).chapters for rule in chapter.rules}
    return [page for page in game.pages if page.id not in read]


def _game(name: str) -> Game:
    known_game = GAMES.get(name)
    if known_game is None or known_game.book is None:
        raise Refusal(404, _("There is no such rule book."))
    return known_game


def _book(game: Game) -> Book:
    return book_of(game)


def _example(game: Game, name: str) -> ExampleMatch:
    try:
        return example_of(game, name)
    except Bookless:
        raise Refusal(404, _("The rule book has no such example.")) from None


@dataclass(frozen=True, slots=True)
class OptionQuestion:
    """An option, and the values that presets have, in notation of the command line."""

    option: Option
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Miss:
    """An answer that a preset does not fit."""

    option: Option
    wanted: str
    has: str


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a preset fits the answers."""

    preset: str
    fitting: int
    """The number of answers that it fits."""
    misses: tuple[Miss, ...]

    @property
    def address(self) -> dict[str, str]:
        """The arguments that change the preset to fit every answer."""
        return {miss.option.name: miss.wanted for miss in self.misses}


def asked_of(book: RuleBook, names: Sequence[str]) -> tuple[OptionQuestion, ...]:
    """The questions about options, each with its possible values, or else with those that the presets have."""
    options = [book.option(name) for name in names]
    presets = [book.resolve(name).options for name in book.presets]
    questions = []
    for option in options:
        values = option.choices or (("true", "false") if isinstance(option.default, bool) else ())
        seen = values or tuple(dict.fromkeys(value_text(preset[option.name]) for preset in presets))
        questions.append(OptionQuestion(option, seen))
    return tuple(questions)


def fits(book: RuleBook, questions: Sequence[OptionQuestion], answers: Mapping[str, str]) -> tuple[Fit, ...]:
    """The presets, those that fit most answers first; equal ones in the order of the book."""
    results = []
    for preset in book.presets:
        options = book.resolve(preset).options
        misses = tuple(
            Miss(question.option, answers[question.option.name], value_text(options[question.option.name]))
            for question in questions
            if question.option.name in answers
            and answers[question.option.name] != value_text(options[question.option.name])
        )
        results.append(Fit(preset, len(answers) - len(misses), misses))
    return tuple(sorted(results, key=lambda fit: -fit.fitting))
