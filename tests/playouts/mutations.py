"""One fault put into a match, and where."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

import msgspec

from engine.record.match import Hand, Match

_CARDS: Final = (*(rank + suit for rank in "23456789TJQKA" for suit in "shdc"), "BJ", "RJ")
_SHOWN: Final = frozenset({"play", "expose", "reveal", "capture", "set", "place"})
"""The verbs whose cards are changed."""
_NOISE: Final = (
    "",
    " ",
    "#",
    "{seat}",
    "{seat} ",
    "{seat} play",
    "{seat} fold",
    "{seat} PASS",
    "{seat} pass 3s",
    "{seat} accept",
    "{seat} play 3s ??",
    "{seat} play 1s",
    "{seat} play 3s=4s",
    "{seat} play 3s ^2",
    "{seat} pass @",
    "{seat} pass @-1",
    "{seat} pass @1e3",
    "{seat} report",
    "{seat} report x",
    "{seat} report 999999999999999999",
    "{seat} tribute",
    "{seat} tribute 3s 3s",
    "{seat} tribute RJ > nobody",
    "{seat} tribute ??",
    "{seat} return ?? >",
    "{seat} resist now",
    "{seat} expose Ah",
    "{seat} expose Ah Ah ^5",
    "{seat} expose 3s",
    "{seat} expose Ad ^99",
    "{seat} reveal Ah",
    "{seat} capture 4s 4d",
    "{seat} redeal",
    "nobody pass",
    "{seat}\tpass",
    "{seat} play " + "3s " * 100,
    "{seat} play 2h=2h 2h=2h",
    "{seat} play 炸",
    "{seat} pass @5 # @1",
    "{seat} in",
    "{seat} surrender",
    "{seat} natural dragon",
    "{seat} royalty front back",
    "{seat} set 2s 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks",
    "{seat} set 1: 2s",
    "{seat} place 2s:front",
    "{seat} place 2s:top ??:discard",
)


@dataclass(frozen=True)
class Mutant:
    """A match with one fault; ``hand`` and ``action`` are the first place that differs, None: outside of actions."""

    match: Match
    hand: int
    action: int | None


def drop(actions: list[str], rng: Random) -> int:
    """An action is missing."""
    place = rng.randrange(len(actions))
    del actions[place]
    return place


def duplicate(actions: list[str], rng: Random) -> int:
    """An action stands twice."""
    place = rng.randrange(len(actions))
    actions.insert(place, actions[place])
    return place + 1


def swap(actions: list[str], rng: Random) -> int:
    """Two actions have changed places."""
    one, other = sorted((rng.randrange(len(actions)), rng.randrange(len(actions))))
    if rng.random() < 0.5:
        other = min(one + 1, len(actions) - 1)
    actions[one], actions[other] = actions[other], actions[one]
    return one


def change_card(actions: list[str], rng: Random) -> int:
    """A card of an action is another."""
    return _change_word(actions, rng, lambda word: rng.choice(_CARDS) + "".join(word.partition(":")[1:]))


def claim(actions: list[str], rng: Random) -> int:
    """A card is said to stand for something."""
    return _change_word(
        actions, rng, lambda word: f"{word.partition('=')[0]}={rng.choice((*_CARDS, *'23456789TJQKA'))}"
    )


def miscount(actions: list[str], rng: Random) -> int:
    """A count of cards left is said, likely a wrong one."""
    place = rng.randrange(len(actions) + 1)
    actions.insert(place, f"{_seat(actions, rng)} report {rng.randrange(30)}")
    return place


def mistake_seat(actions: list[str], rng: Random) -> int:
    """An action is written down for another seat."""
    place = rng.randrange(len(actions))
    rest = actions[place].partition(" ")[2]
    actions[place] = f"{_seat(actions, rng)} {rest}"
    return place


def replace(actions: list[str], rng: Random) -> int:
    """An action is another one of the same hand."""
    place = rng.randrange(len(actions))
    actions[place] = rng.choice(actions)
    return place


def insert_noise(actions: list[str], rng: Random) -> int:
    """Something stands between the actions that may be no action."""
    place = rng.randrange(len(actions) + 1)
    actions.insert(place, rng.choice(_NOISE).format(seat=_seat(actions, rng)))
    return place


def stop(actions: list[str], rng: Random) -> int:
    """The log of the hand stops early."""
    place = rng.randrange(len(actions))
    del actions[place:]
    return place


def turn_pass(actions: list[str], rng: Random) -> int:
    """A play has become a pass."""
    place = rng.randrange(len(actions))
    actions[place] = f"{actions[place].partition(' ')[0]} pass"
    return place


ACTION_MUTATIONS: Final[Mapping[str, Callable[[list[str], Random], int]]] = {
    each.__name__: each
    for each in (
        drop,
        duplicate,
        swap,
        change_card,
        claim,
        miscount,
        mistake_seat,
        replace,
        insert_noise,
        stop,
        turn_pass,
    )
}


def change_deal(match: Match, hand: int, rng: Random) -> Hand:
    """A card of a deal is another, missing, or stands twice; a hand without a deal stays as it is."""
    deal = dict(match.hands[hand].deal or {})
    if not deal:
        return match.hands[hand]
    seat = rng.choice(sorted(deal))
    words = deal[seat].split(" ")
    place = rng.randrange(len(words))
    words[place : place + 1] = rng.choice(([], [words[place]] * 2, [rng.choice(_CARDS)], ["??"], ["1s"]))
    deal[seat] = " ".join(words)
    return msgspec.structs.replace(match.hands[hand], deal=deal)


MUTATIONS: Final = (*ACTION_MUTATIONS, "change_deal")


def mutate(match: Match, name: str, seed: int) -> Mutant:
    """A match with one fault of a kind."""
    rng = Random(f"{name} {seed}")
    place = rng.randrange(len(match.hands))
    hand = match.hands[place]
    first: int | None = None
    if name in ACTION_MUTATIONS:
        actions = list(hand.actions)
        first = ACTION_MUTATIONS[name](actions, rng)
        changed = msgspec.structs.replace(hand, actions=actions)
    else:
        changed = change_deal(match, place, rng)
    hands = [*match.hands[:place], changed, *match.hands[place + 1 :]]
    return Mutant(msgspec.structs.replace(match, hands=hands), place, first)


def _seat(actions: list[str], rng: Random) -> str:
    return rng.choice(actions).partition(" ")[0] if actions else "E"


def _change_word(actions: list[str], rng: Random, change: Callable[[str], str]) -> int:
    """Changes a word after the verb of an action with cards; drops an action where none has any."""
    with_cards = [place for place, text in enumerate(actions) if text.count(" ") > 1 and text.split(" ")[1] in _SHOWN]
    if not with_cards:
        return drop(actions, rng)
    place = rng.choice(with_cards)
    words = actions[place].split(" ")
    ends = next((at for at, word in enumerate(words) if at > 1 and word[:1] in ("@", "#")), len(words))
    at = rng.randrange(2, ends)
    words[at] = change(words[at])
    actions[place] = " ".join(words)
    return place
