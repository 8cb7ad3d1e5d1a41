"""The edits of one action, or between two, that are tried at a point of a hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple

from engine.mend.wording import (
    ROWS,
    card_words,
    likeness,
    with_card_added,
    with_new_card,
    with_rows_exchanged,
    with_word,
    without_card,
)
from engine.record.actions import parse_action
from engine.record.verbs import VERBS
from engine.replay.game import Game
from engine.replay.mending import Mending

_MOST_SETS: Final = 4_096
"""The most choices of the cards that a seat has left that are tried as a play."""
_MOST_NUMBER: Final = 27
"""The highest number of cards that an action may state."""
_NOT_ALIKE: Final = 0


class Candidate(NamedTuple):
    """An edit of the actions of a hand: other texts in the place of some of them."""

    op: str
    start: int
    end: int
    texts: tuple[str, ...]
    likeness: int = _NOT_ALIKE


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the candidates of a hand depend on besides the state of its replay."""

    game: Game
    mending: Mending
    seats: tuple[str, ...]
    actions: Sequence[str]
    unplayed: tuple[str, ...]
    """The cards that nobody has played by the end of the hand, each once."""
    left: Mapping[int, tuple[str, ...]]
    """By seat, the cards that it still holds at the end of the hand."""
    listed: bool
    """Whether the log has the actions of some seats alone."""

    def at(self, hand: Any, place: int) -> Iterator[Candidate]:
        """The candidates at a place: a change of the action there, or an insertion before it."""
        if place < len(self.actions):
            text = self.actions[place]
            yield from self._cards(hand, place, text)
            yield from self._words(place, text)
            yield from self._rows(place, text)
            if not self.listed:
                yield from self._seats(place, text)
                yield Candidate("remove", place, place + 1, ())
                if place + 1 < len(self.actions) and self.actions[place] != self.actions[place + 1]:
                    yield Candidate("swap", place, place + 2, (self.actions[place + 1], text))
        if not self.listed:
            yield from self._insertions(hand, place)

    def _cards(self, hand: Any, place: int, text: str) -> Iterator[Candidate]:
        words = card_words(text)
        seat = parse_action(text).seat
        if not words or seat not in self.seats:
            return
        stock = self.mending.stock(hand, self.seats.index(seat))
        others = stock.cards if stock.whole else tuple(dict.fromkeys((*stock.cards, *self.unplayed)))
        seen: set[tuple[str, str, int]] = set()
        for word in words:
            key = word.card, word.row, text.count("/", 0, word.column)
            if key in seen:
                continue
            seen.add(key)
            for card in others:
                if card != word.card:
                    new = with_new_card(text, word, card)
                    yield Candidate("card", place, place + 1, (new,), likeness(word.card, card))
            if len(words) > 1:
                yield Candidate("drop_card", place, place + 1, (without_card(text, word),))
            for claimed in self.mending.claims(hand, word.card):
                if claimed != word.text:
                    yield Candidate("claim", place, place + 1, (with_word(text, word, claimed),))
            if word.row:
                for row in ROWS:
                    if row != word.row:
                        card, _, _ = word.text.partition(":")
                        yield Candidate("word", place, place + 1, (with_word(text, word, f"{card}:{row}"),))
        for card in others:
            rows = ROWS if words[-1].row else ("",)
            for row in rows:
                yield Candidate(
                    "add_card", place, place + 1, (with_card_added(text, words, f"{card}:{row}" if row else card),)
                )

    def _words(self, place: int, text: str) -> Iterator[Candidate]:
        action = parse_action(text)
        if not action.verb:
            return

        def at(column: int, word: str, new: str) -> Candidate:
            return Candidate("word", place, place + 1, (text[:column] + new + text[column + len(word) :],))

        known = VERBS.get(action.verb)
        for verb in self.game.verbs:
            same = known is None or VERBS[verb].arguments.are_cards == known.arguments.are_cards
            if verb != action.verb and same:
                yield at(action.columns[1], action.verb, verb)
        names = self.mending.names.get(action.verb, ())
        for word, column in zip(action.words, action.columns[2:], strict=False):
            if word in ("1:", "2:"):
                yield at(column, word, "2:" if word == "1:" else "1:")
            elif word.startswith(">") or ">" in word:
                begin = word.index(">") + 1
                if word[begin:]:
                    for seat in self.seats:
                        if seat != word[begin:]:
                            yield at(column + begin, word[begin:], seat)
            elif action.words[:-1] and action.words[-2] == ">" and word == action.words[-1]:
                for seat in self.seats:
                    if seat != word:
                        yield at(column, word, seat)
            elif names:
                for name in names:
                    if name != word:
                        yield at(column, word, name)
            elif known is not None and known.arguments.value == "number":
                for number in range(_MOST_NUMBER + 1):
                    if str(number) != word:
                        yield at(column, word, str(number))
        if action.drawn is not None:
            column = action.columns[2 + len(action.words)] + 1
            for number in range(_MOST_NUMBER + 1):
                if str(number) != action.drawn:
                    yield at(column, action.drawn, str(number))

    def _rows(self, place: int, text: str) -> Iterator[Candidate]:
        for new in with_rows_exchanged(text):
            yield Candidate("rows", place, place + 1, (new,))

    def _seats(self, place: int, text: str) -> Iterator[Candidate]:
        action = parse_action(text)
        for seat in self.seats:
            if seat != action.seat and action.columns:
                begin = action.columns[0]
                new = text[:begin] + seat + text[begin + len(action.seat) :]
                yield Candidate("seat", place, place + 1, (new,))

    def _insertions(self, hand: Any, place: int) -> Iterator[Candidate]:
        turns = self.mending.turns(hand)
        for seat in turns:
            name = self.seats[seat]
            if self.mending.may_pass(hand):
                yield Candidate("insert", place, place, (f"{name} pass",))
            for cards in choices(self.left.get(seat, ())):
                yield Candidate("insert", place, place, (f"{name} play {' '.join(cards)}",))
        for seat, name in enumerate(self.seats):
            for due in self.mending.due(hand, seat):
                yield Candidate("insert", place, place, (f"{name} {due}",))
                if due.partition(" ")[0] in self.mending.to_seats:
                    for other in self.seats:
                        if other != name:
                            yield Candidate("insert", place, place, (f"{name} {due} > {other}",))


def choices(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All of some cards, then every smaller choice of them, if these are not very many."""
    if not cards:
        return
    counts = {card: cards.count(card) for card in cards}
    yield tuple(cards)
    sizes = 1
    for count in counts.values():
        sizes *= count + 1
    if sizes > _MOST_SETS:
        for card, count in counts.items():
            for number in range(1, count + 1):
                if number < len(cards):
                    yield (card,) * number
        return
    for numbers in product(*(range(count + 1) for count in counts.values())):
        chosen = tuple(card for card, number in zip(counts, numbers, strict=True) for _ in range(number))
        if 0 < len(chosen) < len(cards):
            yield chosen
