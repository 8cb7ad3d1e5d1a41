"""Clean hands that are broken in one place, and proposals put into a log, written apart from the search for mends."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from msgspec import UNSET, json, structs

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.mend.edits import Edit
from engine.record.match import Hand, HandResult, Match, Setup
from engine.record.verbs import VERBS
from engine.rulebook.findings import Finding, Severity
from engine.verdict.check import Checker
from engine.verdict.report import Verdict
from tests.playouts import generate
from tests.playouts.style import Style

CHECKER: Final = Checker()
EARLY: Final = 12
"""Hands are broken among so many first actions, so that a search is quick."""
_STYLE: Final = Style(setups=1, claims=1)
_CARDS: Final = (*(rank + suit for rank in "23456789TJQKA" for suit in "shdc"), "BJ", "RJ")
_PLAIN: Final = frozenset(_CARDS)

Break = Callable[[Hand, Match, Random], Hand | None]


def record_of(match: Match) -> LogRecord:
    """A match as it is read from a log."""
    return LogRecord(
        source="made up", raw=b"", format="fupan", match=match, game=match.game, match_id=None, hashed="0" * 64
    )


def errors_in(match: Match) -> list[Finding]:
    """The errors that a check of the whole match finds."""
    return [each for each in CHECKER.check(record_of(match)).findings if each.severity is Severity.ERROR]


def is_whole(match: Match) -> bool:
    """Whether a match without errors is played to the end of its hand."""
    return CHECKER.check(record_of(match)).verdict is not Verdict.INCOMPLETE


def clean_match(game: str, seed: int, actions: int | None = None) -> Match:
    """A match of one hand in which nothing is wrong; with ``actions``, broken off after so many at the most."""
    match = generate(game, seed, policy="greedy", hands=1, style=_STYLE)
    if actions is not None:
        hand = structs.replace(match.hands[0], actions=match.hands[0].actions[:actions], result=UNSET)
        match = structs.replace(match, hands=[hand], result=UNSET)
    assert not errors_in(match)
    return match


def with_hand(match: Match, hand: Hand) -> Match:
    """The match with its one hand replaced."""
    return structs.replace(match, hands=[hand])


def broken(game: str, op: str, seed: int, actions: int | None = None) -> tuple[Match, Match] | None:
    """A clean match and the same with one place changed, so that a check finds an error; None if no try has one."""
    rng = Random(f"{game} {op} {seed}")
    for _ in range(12):
        match = clean_match(game, rng.randrange(1_000), actions)
        for _ in range(6):
            hand = BREAKS[op](match.hands[0], match, rng)
            if hand is not None and errors_in(with_hand(match, hand)):
                return match, with_hand(match, hand)
    return None


def put(match: Match, edits: Sequence[Edit]) -> Match:
    """The match with the edits of a proposal made in its one hand, from the last place to the first."""
    hand = match.hands[0]
    actions: list[Any] = list(hand.actions)
    facts: dict[str, Any] = json.decode(json.encode(hand))
    for edit in reversed(edits):
        at: Any = edit.action
        if edit.op in ("setup", "recorded"):
            name = "setup" if edit.op == "setup" else "result"
            facts.setdefault(name, {})[edit.key if edit.op == "setup" else edit.path] = edit.now
        elif edit.op == "deal":
            facts["deal"] |= edit.now if isinstance(edit.now, dict) else {edit.key: edit.now}
        elif edit.op == "insert":
            actions.insert(at, edit.now)
        elif edit.op == "remove":
            assert actions.pop(at) == edit.was
        elif edit.op == "swap":
            actions[at], actions[at + 1] = actions[at + 1], actions[at]
        else:
            assert actions[at] == edit.was
            actions[at] = edit.now
    return with_hand(match, json.decode(json.encode(facts | {"actions": actions}), type=Hand))


def said(hand: Hand) -> object:
    """What a hand says, however the cards of an action or a deal are ordered."""
    facts = json.decode(json.encode(hand))
    facts["actions"] = [said_by(action) for action in hand.actions]
    facts["deal"] = {seat: _sorted(cards, "|") for seat, cards in facts.get("deal", {}).items()}
    return facts


def said_by(action: str) -> object:
    """What an action says, however the cards of a row are ordered."""
    return _sorted(action, "/")


def _sorted(text: str, between: str) -> list[list[str]]:
    return [sorted(part.split()) for part in text.split(between)]


def _with_action(hand: Hand, at: int, *texts: str, instead: int = 1) -> Hand:
    return structs.replace(hand, actions=[*hand.actions[:at], *texts, *hand.actions[at + instead :]])


def _early(hand: Hand, rng: Random, wanted: Callable[[list[str]], bool]) -> int | None:
    places = [at for at, action in enumerate(hand.actions[:EARLY]) if wanted(action.split())]
    return rng.choice(places) if places else None


def _cards(words: Sequence[str]) -> list[int]:
    """The places of the cards without a claim or a row among the words of an action."""
    if len(words) < 2 or words[1] not in ("play", "set"):
        return []
    return [number for number, word in enumerate(words) if word in _PLAIN]


def _other_card(hand: Hand, match: Match, rng: Random) -> Hand | None:
    at = _early(hand, rng, lambda words: bool(_cards(words)))
    if at is None:
        return None
    words = hand.actions[at].split()
    words[rng.choice(_cards(words))] = rng.choice(_CARDS)
    return _with_action(hand, at, " ".join(words))


def _added_card(hand: Hand, match: Match, rng: Random) -> Hand | None:
    at = _early(hand, rng, lambda words: bool(_cards(words)))
    if at is None:
        return None
    words = hand.actions[at].split()
    words.insert(_cards(words)[-1] + 1, rng.choice(_CARDS))
    return _with_action(hand, at, " ".join(words))


def _dropped_card(hand: Hand, match: Match, rng: Random) -> Hand | None:
    """A card is left out; of rows the last one, because an added card is the last of its action."""
    at = _early(hand, rng, lambda words: len(_cards(words)) > 1)
    if at is None:
        return None
    words = hand.actions[at].split()
    last_row = len(words) - words[::-1].index("/") if "/" in words else 0
    del words[rng.choice([place for place in _cards(words) if place >= last_row])]
    return _with_action(hand, at, " ".join(words))


def _without_a_pass(hand: Hand, match: Match, rng: Random) -> Hand | None:
    at = _early(hand, rng, lambda words: words[1] == "pass")
    return None if at is None else _with_action(hand, at)


def _doubled(hand: Hand, match: Match, rng: Random) -> Hand | None:
    at = _early(hand, rng, lambda words: True)
    return None if at is None else _with_action(hand, at, hand.actions[at], hand.actions[at])


def _swapped(hand: Hand, match: Match, rng: Random) -> Hand | None:
    if len(hand.actions) < 2:
        return None
    at = rng.randrange(min(EARLY, len(hand.actions) - 1))
    return _with_action(hand, at, hand.actions[at + 1], hand.actions[at], instead=2)


def _other_seat(hand: Hand, match: Match, rng: Random) -> Hand | None:
    at = _early(hand, rng, lambda words: True)
    if at is None:
        return None
    seat, _, rest = hand.actions[at].partition(" ")
    return _with_action(hand, at, f"{rng.choice([each for each in match.seats if each != seat])} {rest}")


def _other_word(hand: Hand, match: Match, rng: Random) -> Hand | None:
    at = _early(hand, rng, lambda words: words[1] in VERBS)
    if at is None:
        return None
    words = hand.actions[at].split()
    are_cards = VERBS[words[1]].arguments.are_cards
    alike = [verb for verb in GAMES[match.game].verbs if VERBS[verb].arguments.are_cards == are_cards]
    words[1] = rng.choice(alike)
    return _with_action(hand, at, " ".join(words))


def _other_score(hand: Hand, match: Match, rng: Random) -> Hand | None:
    if not isinstance(hand.result, HandResult) or not isinstance(hand.result.scores, dict):
        return None
    scores = dict(hand.result.scores)
    seat = rng.choice(sorted(scores))
    scores[seat] = int(scores[seat] or 0) + rng.choice((-2, -1, 1, 2))
    return structs.replace(hand, result=structs.replace(hand.result, scores=scores))


def _other_setup(hand: Hand, match: Match, rng: Random) -> Hand | None:
    if not isinstance(hand.setup, Setup):
        return None
    stated = [field for field in ("first", "dealer") if isinstance(getattr(hand.setup, field), str)]
    if not stated:
        return None
    changes: Mapping[str, Any] = {rng.choice(stated): rng.choice(match.seats)}
    return structs.replace(hand, setup=structs.replace(hand.setup, **changes))


def _other_deal(hand: Hand, match: Match, rng: Random) -> Hand | None:
    if not isinstance(hand.deal, dict):
        return None
    seat = rng.choice(sorted(hand.deal))
    words = hand.deal[seat].split()
    at = rng.choice([number for number, word in enumerate(words) if word in _PLAIN])
    words[at] = rng.choice(_CARDS)
    return structs.replace(hand, deal={**hand.deal, seat: " ".join(words)})


def _other_rows(hand: Hand, match: Match, rng: Random) -> Hand | None:
    at = _early(hand, rng, lambda words: words[1] == "set" and "1:" not in words)
    if at is None:
        return None
    start, _, cards = hand.actions[at].partition(" set ")
    rows = [row.strip() for row in cards.split("/")]
    one, other = rng.sample(range(3), 2)
    rows[one], rows[other] = rows[other], rows[one]
    return _with_action(hand, at, f"{start} set {' / '.join(rows)}")


BREAKS: Final[Mapping[str, Break]] = {
    "card": _other_card,
    "add_card": _dropped_card,
    "drop_card": _added_card,
    "insert": _without_a_pass,
    "remove": _doubled,
    "swap": _swapped,
    "seat": _other_seat,
    "word": _other_word,
    "recorded": _other_score,
    "setup": _other_setup,
    "deal": _other_deal,
    "rows": _other_rows,
}
"""By the kind of edit that puts it right, a change of a clean hand."""
