"""Cards as people write them: ``3♥``, ``♥3``, ``红桃3``, ``3h``, ``大王``, with or without spaces between them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from engine.cards.packed import CARD_TEXTS, RANKS, SUITS
from engine.logs.loose.combinations import count_labels, joker_labels
from engine.logs.loose.words import Labels, Unreadable, skip, word_at
from engine.replay.game import Game
from engine.rulebook.glossary import in_either_script
from engine.rulebook.sentences import say
from engine.rulebook.terms import TERMS

_BETWEEN: Final = " ,;.+"
_INVISIBLE: Final = "\ufe0e\ufe0f\u200b\u200d"
"""Characters after a suit that say whether it is shown as a picture."""

_SUIT_TERMS: Final[Mapping[str, str]] = MappingProxyType({"spade": "s", "heart": "h", "diamond": "d", "club": "c"})
_SUIT_SIGNS: Final = (("♠♤", "s"), ("♥♡❤", "h"), ("♦♢", "d"), ("♣♧", "c"))
SIGNS: Final[Mapping[str, str]] = MappingProxyType({"s": "♠", "h": "♥", "d": "♦", "c": "♣"})
"""The sign of each suit, as it is written."""
_JOKER_TERMS: Final[Mapping[str, str]] = MappingProxyType({"red joker": "RJ", "black joker": "BJ"})
JOKERS: Final[Mapping[str, str]] = MappingProxyType({"RJ": "大王", "BJ": "小王"})
"""The jokers in Chinese, as they are written."""
_RANK_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"10": "T", "老K": "K", "勾": "J", "钩": "J", "鉤": "J", "圈": "Q", "尖": "A"}
    | dict(zip("二三四五六七八九十", "23456789T", strict=True))
)
HIDDEN: Final = "??"
_HIDDEN_WORDS: Final = (HIDDEN, "未知", "暗牌", "unknown")
_CLAIM: Final = re.compile(r" *+\(?+ *+(?:=|当作|当|當作|當|as ) *+", re.IGNORECASE)
_OF: Final = re.compile(r" +of +", re.IGNORECASE)
_WITH: Final = re.compile(r" *(?:带|帶|with ) *", re.IGNORECASE)
_PLURAL: Final = re.compile(rf"(10|[{RANKS}])'?s(?![A-Za-z0-9])", re.IGNORECASE)
_LETTERS: Final = re.compile(rf"([{SUITS}])(?=10|[{RANKS}])", re.IGNORECASE)
_LETTER: Final = re.compile(rf"[{SUITS}]", re.IGNORECASE)
_ASCII_LETTER: Final = re.compile(r"[A-Za-z]")
_RANK: Final = re.compile(rf"[{RANKS}]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card of a line: as logs write it, and the characters at which it begins and ends."""

    text: str
    at: int
    end: int
    suit_first: bool = False
    guessed: bool = False
    """Whether its suit is that of the card before it."""


class CardReader:
    """Reads the cards of a game."""

    def __init__(self, game: Game, *, bare: bool) -> None:
        """``bare``: whether a rank without a suit is a card."""
        self.examples: Final = say("3♥, 红桃3 or 3h; RJ or 大王, 3") if bare else say("3♥, 红桃3 or 3h; RJ or 大王")
        self._bare: Final = bare
        self._carries: Final = not game.bare_ranks
        self._counts: Final = count_labels()
        self._jokers: Final = joker_labels(game)
        terms = {term.english: term.names for term in TERMS}
        self._suits: Final = Labels(
            [(name, suit) for term, suit in _SUIT_TERMS.items() for name in (*terms[term], f"{term}s")]
            + [(sign, suit) for signs, suit in _SUIT_SIGNS for sign in signs]
            + [("黑", "s"), *((red, "h") for red in in_either_script("红")), ("梅", "c"), ("草", "c"), ("方", "d")]
        )
        self._ranks: Final = Labels([(word, rank) for word, rank in _RANK_WORDS.items() if not word.isascii()])
        own = [
            (name, card) for card, typed in game.glossary.words.items() if card in CARD_TEXTS for name in typed.names
        ]
        jokers = [(name, card) for term, card in _JOKER_TERMS.items() for name in (*terms[term], card)]
        hidden = [(word, HIDDEN) for word in _HIDDEN_WORDS]
        self._whole: Final = Labels([*own, *jokers, *hidden])

    def cards(self, text: str, at: int, end: int | None = None) -> tuple[list[FoundCard], int]:
        """The cards from a character on, and the first character that belongs to none of them."""
        stop = len(text) if end is None else end
        found_cards: list[FoundCard] = []
        for card in self._each(text[:stop], at):
            found_cards.append(card)
        return found_cards, skip(text[:stop], found_cards[-1].end if found_cards else at, _BETWEEN)

    def _each(self, text: str, at: int) -> Iterator[FoundCard]:
        before: FoundCard | None = None
        while True:
            start = skip(text, at, _BETWEEN)
            several = self._several(text, start)
            if several is None and before is not None and (mark := _WITH.match(text, at)) is not None:
                start = mark.end()
                several = self._several(text, start)
            if several is not None:
                yield from several
                before, at = several[-1], several[-1].end
                continue
            card = self._card(text, start, before, glued=start == at)
            if card is None:
                return
            card = self._claimed(text, card)
            yield card
            before, at = card, card.end

    def _several(self, text: str, at: int) -> list[FoundCard] | None:
        """The cards of a word that names several: ``王炸``, ``对8``, ``pair of 8s``; None if there is none."""
        jokers = self._jokers.match(text, at)
        if jokers is not None:
            return [FoundCard(card, at, jokers[1]) for card in jokers[0]]
        count = self._counts.match(text, at)
        if count is None:
            return None
        start = skip(text, count[1])
        ranks = _PLURAL.match(text, start) if self._bare and text[count[1] - 1].isascii() else None
        if ranks is not None:
            card = FoundCard("T" if ranks[1] == "10" else ranks[1].upper(), at, ranks.end())
        else:
            one = self._card(text, start, None, glued=False)
            if one is None:
                return None
            card = replace(one, at=at)
        return [card] * count[0]

    def _card(self, text: str, at: int, before: FoundCard | None, *, glued: bool) -> FoundCard | None:
        whole = self._whole.match(text, at)
        if whole is not None:
            return FoundCard(whole[0], at, _visible(text, whole[1]))
        carried = before.text[1] if self._carries and before is not None and before.suit_first else None
        if carried is not None and glued and (rank := self._rank(text, at)) is not None:
            return FoundCard(rank[0] + carried, at, rank[1], suit_first=True, guessed=True)
        suited = self._suit_first(text, at) or self._rank_first(text, at)
        if suited is not None:
            return suited
        rank = self._rank(text, at)
        if rank is None or (_ASCII_LETTER.match(text, rank[1]) and self._rank(text, rank[1]) is None):
            return None
        if carried is not None:
            return FoundCard(rank[0] + carried, at, rank[1], suit_first=True, guessed=True)
        return FoundCard(rank[0], at, rank[1] + text.startswith("?", rank[1])) if self._bare else None

    def _suit_first(self, text: str, at: int) -> FoundCard | None:
        suit = self._suits.match(text, at)
        if suit is not None:
            after = _visible(text, suit[1])
            apart = skip(text, after)
            rank = self._rank(text, apart)
            # Of ♥ 8♦, nobody can say which of the suits has the rank.
            if apart > after and (rank is None or self._suit_at(text, rank[1]) is not None):
                return None
            after = apart
        else:
            letter = _LETTERS.match(text, at)
            if letter is None:
                return None
            suit, after = (letter[1].lower(), letter.end()), letter.end()
        rank = self._rank(text, after)
        return None if rank is None else FoundCard(rank[0] + suit[0], at, rank[1], suit_first=True)

    def _rank_first(self, text: str, at: int) -> FoundCard | None:
        rank = self._rank(text, at)
        if rank is None:
            return None
        of = _OF.match(text, rank[1])
        place = of.end() if of else rank[1]
        suit = self._suits.match(text, place) if of else self._suit_at(text, place)
        return None if suit is None else FoundCard(rank[0] + suit[0], at, _visible(text, suit[1]))

    def _suit_at(self, text: str, at: int) -> tuple[str, int] | None:
        """A suit by its sign, name or letter, and the character after it."""
        letter = _LETTER.match(text, at)
        return self._suits.match(text, at) or (None if letter is None else (letter[0].lower(), letter.end()))

    def _rank(self, text: str, at: int) -> tuple[str, int] | None:
        """A rank as logs write it, and the character after it."""
        if text.startswith("10", at):
            return "T", at + 2
        letter = _RANK.match(text, at)
        return (letter[0].upper(), at + 1) if letter else self._ranks.match(text, at)

    def _claimed(self, text: str, card: FoundCard) -> FoundCard:
        """A card with the card that it stands for, if the text says that."""
        mark = _CLAIM.match(text, card.end)
        if mark is None:
            return card
        at = mark.end()
        other = self._suit_first(text, at) or self._rank_first(text, at)
        rank = None if other else self._rank(text, at)
        whole = None if other or rank else self._whole.match(text, at)
        stands = (other.text, other.end) if other else rank or whole
        if stands is None:
            return card
        end = stands[1] + text.startswith(")", stands[1])
        return FoundCard(f"{card.text}={stands[0]}", card.at, end)

    def rest(self, text: str, at: int, end: int | None = None) -> list[FoundCard]:
        """The cards from a character to the end of a text.  Raises Unreadable at what is not a card."""
        stop = len(text) if end is None else end
        found_cards, at = self.cards(text, at, stop)
        if at < stop:
            raise Unreadable(at, word_at(text[:stop], at), say("a card such as {examples}", examples=self.examples))
        return found_cards


def card_written(word: str, own: Mapping[str, str]) -> str:
    """A card of a log as people type it: ``3♥``, ``10♠``, ``小王``.  ``own`` are the words of cards in the language."""
    card, mark, stands = word.partition("=")
    text = own.get(card)
    if text is None:
        rank, suit = ("10" if card[:1] == "T" else card[:1]), card[1:]
        text = card if suit not in SIGNS and suit else rank + SIGNS.get(suit, "")
    return text + (mark + card_written(stands, own) if mark else "")


def _visible(text: str, at: int) -> int:
    return skip(text, at, _INVISIBLE)
