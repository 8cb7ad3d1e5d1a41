"""How to write a log by hand: the page with every word, and whole examples."""

from dataclasses import dataclass
from typing import Final

from flask import current_app, render_template

from app.judging.loose_examples import Example, examples
from app.web.http.pages import May, Pages
from engine.cards.packed import CARD_TEXTS
from engine.games import GAMES
from engine.logs.loose.fields import ACTION, DEAL, FIELDS, Field
from engine.replay.game import Game
from engine.rulebook.glossary import TypedWord

BLUEPRINT: Final = Pages("typed_logs", __name__)


@dataclass(frozen=True, slots=True)
class LogWords:
    """How to write a hand of one game."""

    game: Game
    fields: tuple[Field, ...]
    """The lines of a hand beside its actions."""
    verbs: tuple[tuple[str, TypedWord, str], ...]
    """The verbs, each as logs have it, as people type it, and what follows it."""
    words: tuple[tuple[str, TypedWord], ...]
    """The other words, such as rows, roles and cards of its own."""
    examples: tuple[tuple[Example, str], ...]
    """Each with its text."""


@BLUEPRINT.get("/logs/text", may=May.TAKE_PART)
def page() -> str:
    """Shows the words of a typed log, and whole examples."""
    head = [field for field in FIELDS if not field.of_hand and field.path[0] != "result"]
    result = [field for field in FIELDS if not field.of_hand and field.path[0] == "result"]
    return render_template(
        "sheets/typed_logs/page.html",
        head=head,
        result=result,
        dealt=DEAL,
        games=[_words(game) for game in GAMES.values()],
        begin=next(iter(GAMES.values())),
    )


def _words(game: Game) -> LogWords:
    read = {("setup", name) for name in game.setup_fields} | {("result", name) for name in game.result_fields}
    glossary = game.glossary
    verbs = tuple((verb, typed, "" if " " in verb else game.verbs[verb]) for verb, typed in glossary.verbs.items())
    cards = [pair for pair in glossary.words.items() if pair[0] in CARD_TEXTS]
    others = [pair for pair in glossary.words.items() if pair[0] not in CARD_TEXTS]
    return LogWords(
        game,
        tuple(field for field in FIELDS if field.of_hand and field is not ACTION and field.path in read),
        verbs,
        (*cards, *others),
        tuple((example, example.text(current_app.static_folder)) for example in examples(game)),
    )
