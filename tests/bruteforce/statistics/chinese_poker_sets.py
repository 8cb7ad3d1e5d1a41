"""The hands of Chinese poker as they were brought to the settlement, read from the actions."""

from dataclasses import dataclass, field

from tests.bruteforce.chinese_poker import Set
from tests.bruteforce.chinese_poker_rows import ROWS, SIZES, Row, Rows
from tests.bruteforce.statistics.actions import Action, card, deal
from tests.bruteforce.statistics.matches import Hand


@dataclass
class Laid:
    """One hand of thirteen cards while it is read."""

    cards: Row = ()
    rows: list[list[str]] | None = None
    natural: str | None = None
    surrendered: bool = False
    broken: bool = False
    announced: set[str] = field(default_factory=set)

    def as_set(self) -> Set:
        rows: Rows | None = None
        if self.rows is not None:
            front, middle, back = map(tuple, self.rows)
            rows = front, middle, back
        return Set(self.cards, rows, self.natural, self.surrendered, self.broken, frozenset(self.announced))


def laid(hand: Hand) -> dict[str, list[Set]]:
    """What each seat brought: one hand, or in criss-cross two."""
    each = int(hand.match.options["hands_each"])
    found: dict[str, list[Laid]] = {}
    for seat in hand.match.seats:
        cards = deal(hand.log.get("deal", {}).get(seat, ""))
        found[seat] = [Laid(cards[13 * number : 13 * number + 13]) for number in range(each)]
    for number, action in enumerate(hand.actions):
        codes = hand.codes[number]
        if not codes & {"malformed", "after-end", "already-out", "unexpected-action", "natural-not-held"}:
            _do(found[action.seat], action, "bad-setting" in codes)
    return {seat: [one.as_set() for one in both] for seat, both in found.items()}


def _do(both: list[Laid], action: Action, broken: bool) -> None:
    words = " ".join(action.words)
    which = both
    if words[:2] in ("1:", "2:"):
        which = [both[int(words[0]) - 1]]
        words = words[2:].strip()
    elif action.verb != "surrender":
        which = both[:1]
    for one in which:
        if action.verb == "natural":
            one.natural = words
        elif action.verb == "surrender":
            one.surrendered = True
        elif action.verb == "royalty":
            one.announced.update(words.split())
        elif action.verb == "set":
            one.rows = [[card(word) for word in row.split()] for row in words.split("/")]
            one.broken = broken
        elif action.verb == "place":
            _place(one, words.split())


def _place(one: Laid, words: list[str]) -> None:
    """Lays cards into rows, as far as they fit."""
    one.rows = one.rows or [[], [], []]
    for word in words:
        written, _, row = word.partition(":")
        if row in ROWS:
            place = ROWS.index(row)
            if len(one.rows[place]) < SIZES[place] and not any(card(written) in laid_row for laid_row in one.rows):
                one.rows[place].append(card(written))
