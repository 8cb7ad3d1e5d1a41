"""How to write a log by hand: the page with every word, whole examples, and a box to check a text in."""

from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO, Final

from flask import current_app, render_template, request

from app.judging.loose_examples import Example, example_named, examples
from app.text.language import _, current
from app.text.language.reports import put_report
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.parts.upload_lines import lines_or_queued, table
from engine.cards.packed import CARD_TEXTS
from engine.games import GAMES
from engine.logs.loose.fields import ACTION, DEAL, FIELDS, Field
from engine.replay.game import Game
from engine.rulebook.glossary import TypedWord
from engine.verdict.stored_report import as_stored

BLUEPRINT: Final = Pages("typed_logs", __name__, url_prefix="/logs/text")

MOST_CHARACTERS: Final = 200_000
"""Characters of a text that is typed on the page; a file may have more."""
TYPED: Final = "typed.txt"
"""The name under which a text that was typed on the page is kept."""


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


@BLUEPRINT.get("", may=May.TAKE_PART)
def page() -> str:
    """Shows the words of a typed log, whole examples, and a box to check a text in."""
    head = [field for field in FIELDS if not field.of_hand and field.path[0] != "result"]
    result = [field for field in FIELDS if not field.of_hand and field.path[0] == "result"]
    return render_template(
        "sheets/typed_logs/page.html",
        head=head,
        result=result,
        dealt=DEAL,
        games=[_words(game) for game in GAMES.values()],
        begin=next(iter(GAMES.values())),
        most=MOST_CHARACTERS,
        text="",
    )


@BLUEPRINT.post("", may=May.TAKE_PART)
def check() -> str:
    """Keeps the matches of the text that was typed, or of an example, and shows what was found."""
    name = request.form.get("example", "")
    if name:
        example = example_named(name)
        if example is None:
            raise Refusal(400, _("There is no such example. The page on writing a log by hand has them all."))
        text = example.text(current_app.static_folder)
    else:
        name, text = TYPED, request.form.get("text", "")
    if not text.strip():
        raise Refusal(400, _("The text is empty. Go back and type or paste a log."))
    if len(text) > MOST_CHARACTERS:
        raise Refusal(
            413,
            _(
                "The text has {count} characters; at most {most} are taken here. Upload it.",
                count=f"{len(text):,}",
                most=f"{MOST_CHARACTERS:,}",
            ),
        )
    stream: BinaryIO = BytesIO(text.encode("utf-8", "replace"))
    lines = lines_or_queued(stream, name)
    return render_template(
        "sheets/typed_logs/checked.html",
        **table(lines),
        unread=[
            (result.source, put_report(as_stored(result.report), current()).findings)
            for line in lines
            for result in line.refused
            if len(result.report.findings) > 1
        ],
        text=text if name == TYPED else "",
        most=MOST_CHARACTERS,
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
