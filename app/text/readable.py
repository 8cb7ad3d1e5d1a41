"""Sentences of findings and scores as people read them: cards by rank and suit, a ten as 10, seats by their players."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from app.text.frame_terms import rank_shown, verb_words, word
from app.text.language import DEFAULT, _, current, marked, said, words
from app.text.language.reports import sentences_of
from engine.cards.packed import BLACK_JOKER, FIRST_BARE, RANKS, SUITS, parse_card, rank_of, suit_of
from engine.record.actions import parse_action, without_comment
from engine.record.verbs import VERBS
from engine.rulebook.findings import Finding
from engine.rulebook.sentences import Text, enumerated, put, read_made
from engine.verdict.stored_report import StoredFinding, StoredHand, StoredLine

JOKERS: Final = (
    marked("black joker"),
    marked("red joker"),
    marked("protector's black joker"),
    marked("emperor's red joker"),
)
"""The jokers, in the order of their numbers."""
_SIGNS: Final[Mapping[str, str]] = dict(zip(SUITS, "♠♥♦♣", strict=True))
_RANKED: Final = frozenset({"rank", "level"})
"""The values of sentences that are ranks, though a seat may have the same letter."""
_AS_LOGGED: Final = frozenset({"verb", "verbs", "known", "word", "close", "hint", "field", "platform", "encoding"})
"""The values of sentences that quote a log, or the words that may stand in it."""
OF_SEATS: Final = frozenset({"finish", "winner", "roles"})
"""The fields of logs whose values are seats."""
_OF_RANKS: Final = frozenset({"level", "levels"})
_ABOUT_LOGS: Final = frozenset({"malformed", "read-as", "unknown-field", "unknown-option", "not-recorded"})
"""The findings about how a log is written, which quote it."""
_CARD: Final = re.compile(r"(?<![\w*])(?:(?:10|[2-9TJQKA])[shdc](?:=[2-9TJQKA][shdc]?)?|[BR]J\*?)(?![\w*=])")
_TEN: Final = re.compile(r"(?<![A-Za-z0-9])T(?![A-Za-z0-9])")
_NOBODY: Final[Mapping[str, str]] = MappingProxyType({})


def card_sign(text: str) -> str:
    """A card of a log within a sentence: ``10♥``, ``black joker``, ``2♥ as 4``; any other text as it is."""
    wild, claims, claim = text.partition("=")
    if claims:
        shown = card_sign(wild), rank_shown(claim) if claim in RANKS else card_sign(claim)
        return text if wild == shown[0] else _("{card} as {claim}", card=shown[0], claim=shown[1])
    card = parse_card(text)
    if card is None or card > FIRST_BARE + len(RANKS) - 1:
        return text
    if BLACK_JOKER <= card < FIRST_BARE:
        return _(JOKERS[card - BLACK_JOKER])
    rank = rank_shown(RANKS[rank_of(card)])
    return rank if card >= FIRST_BARE else rank + _SIGNS[SUITS[suit_of(card)]]


def readable(text: str, names: Mapping[str, str] = _NOBODY) -> str:
    """A text of the engine whose values are cards and ranks as their faces show them, and players.

    ``names`` has the players by seat.  A text that is no `Text` has its tens and its cards alone so.
    """
    if not isinstance(text, Text):
        return _with_cards(text)
    if not text.values:
        # Texts of reports name naturals in English as logs do: six_and_a_half_pairs.
        return Text(text.template.replace("_", " ")) if current() is DEFAULT and "_" in text else text
    values = {name: _value(name, value, names) for name, value in text.values.items()}
    return Text(text.template, values, text.context)


def readable_message(finding: Finding, names: Mapping[str, str] = _NOBODY) -> tuple[str, str]:
    """The message of a finding and what was expected, as people read them; they can still be put in any language."""
    if finding.code.id in _ABOUT_LOGS:
        return finding.message, finding.expected
    return readable(finding.message, names), readable(finding.expected, names)


def readable_finding(finding: StoredFinding, game: str | None, names: Mapping[str, str] = _NOBODY) -> StoredFinding:
    """A finding with its sentences as people read them, in the language of the reader."""
    made = sentences_of(finding, game)
    if made is None:
        return finding
    said = words(current()).of
    shown = made if finding.code in _ABOUT_LOGS else [readable(part, names) for part in made]
    text, expected = (part.put(said) if isinstance(part, Text) else part for part in shown)
    return replace(finding, message=text, expected=expected or None)


def readable_hand(hand: StoredHand, names: Mapping[str, str]) -> StoredHand:
    """The outcome of a hand with the reasons of its score as people read them."""
    return replace(hand, breakdown=[_line(line, names) for line in hand.breakdown]) if hand.breakdown else hand


def players_of(text: str, names: Mapping[str, str]) -> str:
    """A text that names seats (``E, S, N+W``; ``E and W``) with their players, in the language of the reader."""
    return str(put(_value("", text, names), words(current()).of))


def readable_action(text: str, names: Mapping[str, str]) -> str:
    """An action of a log as people read it: ``Li Wei plays 3♠ 3♦``; what cannot be taken to pieces as it is.

    ``names`` has the players by seat.
    """
    action = parse_action(text)
    if action.verb not in VERBS or action.seat not in names:
        return _with_cards(without_comment(text).strip())
    words = " ".join(":".join(map(word, argument.split(":"))) for argument in action.words)
    return f"{names[action.seat]} {verb_words(action.verb)} {_with_cards(words)}".rstrip()


def recorded_value(field: str, value: str, names: Mapping[str, str]) -> str:
    """A recorded or a derived value of a field of a log as people read it: players, cards with signs, a ten as 10."""
    if field in OF_SEATS:
        return players_of(value, names)
    return rank_shown(value) if field in _OF_RANKS else card_sign(said(value))


def _line(line: StoredLine, names: Mapping[str, str]) -> StoredLine:
    if line.made is None or line.made is UNSET:
        return line
    text = readable(read_made(line.made), names)
    return replace(line, text=text.put(words(current()).of) if isinstance(text, Text) else text)


def _value(name: str, value: str | int, names: Mapping[str, str]) -> str | int:
    if isinstance(value, Text):
        return readable(value, names)
    if isinstance(value, int) or name in _AS_LOGGED:
        return value
    if name in _RANKED:
        return rank_shown(value)
    items = value.split(", ")
    called = [_called(item, names) for item in items]
    return enumerated([_with_cards(item) if one is None else one for item, one in zip(items, called, strict=True)])


def _called(item: str, names: Mapping[str, str]) -> str | None:
    """What is said of a seat or of several (``E``, ``E 3``, ``D+E``, ``B-A -2``) by name; None if it is no such thing.

    A seat whose name is a number is left, because a number may be anything.
    """
    head, space, rest = item.partition(" ")
    for sign in ("+", "-"):
        seats = head.split(sign)
        if all(seat in names and not seat.isdecimal() for seat in seats):
            joined = (" + " if sign == "+" else "–").join(names[seat] for seat in seats)
            return joined + space + _with_cards(rest)
    return None


def _with_cards(text: str) -> str:
    return _TEN.sub("10", _CARD.sub(lambda text_match: card_sign(text_match.group()), text))
