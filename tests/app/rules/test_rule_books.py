"""The rule books: their examples are judged, and their pages show what the judge says."""

from collections.abc import Iterator

import pytest

from app.judging.book import example_of
from engine.games import GAMES
from engine.record.actions import parse_action
from engine.replay.game import Game
from engine.rulebook.book import Book, Duel, Duels, Exchange, Grid, ScoredHand
from engine.rulebook.findings import Severity
from engine.rulebook.sentences import Text

BOOKS = [(game, game.book) for game in GAMES.values() if game.book is not None]
every_book = pytest.mark.parametrize(("game", "book"), BOOKS, ids=[game.name for game, _ in BOOKS])


def test_every_game_has_a_book() -> None:
    assert len(BOOKS) == len(GAMES)


def duels(book: Book) -> Iterator[tuple[str, Duel]]:
    for block in book.blocks:
        if isinstance(block, Duels):
            yield from ((block.log, duel) for duel in block.duels)


@every_book
def test_a_book_opens_with_the_default_preset(game: Game, book: Book) -> None:
    """The words, some of which rest on values of options, are true of the preset that applies if a log names none."""
    opening = book.opening
    assert opening.preset == game.rules.default
    options = game.rules.resolve().options
    assert {name: options[name] for name in opening.options} == opening.options
    said = {name: value for _, text in opening.parts if isinstance(text, Text) for name, value in text.values.items()}
    assert {name: options[name] for name in said if name in options} == {
        name: value for name, value in said.items() if name in options
    }


@every_book
def test_a_book_reads_every_rule_once(game: Game, book: Book) -> None:
    read = [rule for chapter in book.chapters for rule in chapter.rules]
    assert sorted(read) == sorted(page.id for page in game.pages)


@every_book
def test_the_second_play_of_a_duel_beats_the_first_as_the_book_says(game: Game, book: Book) -> None:
    for log, duel in duels(book):
        shown = example_of(game, log)
        wrong = [
            finding.code.id
            for finding in shown.report.findings
            if (finding.hand, finding.action) == (duel.hand - 1, duel.higher - 1) and finding.severity is Severity.ERROR
        ]
        assert (not wrong) is duel.beaten, (log, duel, wrong)
        first = shown.match.hands[duel.hand - 1].actions[duel.lower - 1]
        assert parse_action(first).verb == "play"
        legal = [each for each in shown.report.findings if (each.hand, each.action) == (duel.hand - 1, duel.lower - 1)]
        assert not legal


@every_book
def test_every_hand_of_a_log_of_duels_is_shown(game: Game, book: Book) -> None:
    shown = {(log, duel.hand) for log, duel in duels(book)}
    for log in {log for log, _ in shown}:
        hands = len(example_of(game, log).match.hands)
        assert {hand for each, hand in shown if each == log} == set(range(1, hands + 1))


@every_book
def test_hands_that_are_shown_whole_are_played_and_scored(game: Game, book: Book) -> None:
    blocks = [block for block in book.blocks if isinstance(block, ScoredHand | Exchange)]
    assert any(isinstance(block, ScoredHand) for block in blocks)
    for block in blocks:
        report = example_of(game, block.log).report
        assert not [each for each in report.findings if each.hand == block.hand - 1 and each.severity == "error"]
        assert report.replay is not None
        outcome = report.replay.hands[block.hand - 1]
        if isinstance(block, ScoredHand):
            assert outcome.complete
            assert outcome.breakdown
        else:
            actions = example_of(game, block.log).match.hands[block.hand - 1].actions
            assert 1 <= block.first <= block.last <= len(actions)
            verbs = [parse_action(action).verb for action in actions]
            assert "play" not in verbs or block.last == verbs.index("play")


@every_book
def test_rows_of_tables_are_as_long_as_their_heads(game: Game, book: Book) -> None:
    grids = [block for block in book.blocks if isinstance(block, Grid)]
    assert grids
    for grid in grids:
        assert {len(row) for row in grid.rows} == {len(grid.head)}


@every_book
def test_the_options_that_a_reader_is_asked_about_tell_presets_apart(game: Game, book: Book) -> None:
    presets = [game.rules.resolve(name).options for name in game.rules.presets]
    for name in book.asked:
        assert len({str(options[name]) for options in presets}) > 1, name
    asked = {tuple(str(options[name]) for name in book.asked) for options in presets}
    assert len(asked) == len(presets)
