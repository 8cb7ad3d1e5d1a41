"""The legal plays of a seat in a climbing game, as pages list them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.cards.packed import card_text
from engine.climbing.choices import Choice
from engine.climbing.hand import ClimbingHand
from engine.climbing.round import ANYBODY, OPENING
from engine.replay.legal import LegalGroup, LegalPlay, LegalPlays


@dataclass(frozen=True, slots=True, order=True)
class ChoiceGroup:
    """A kind of choices, in the order in which the kinds are listed."""

    order: int
    kind: str
    words: str


def may_play(hand: ClimbingHand, seat: int) -> bool:
    """Whether a seat is in turn to play, or may be: before the first lead, and after an action that cannot be read, any
    seat may act.  Nobody may where the log leaves out the actions of some seats, because what they did is not known.
    """
    turns = hand.table.round
    if hand.listed is not None:
        return False
    if turns.ended or turns.holders_unknown or turns.out[seat] or not hand.table.holdings.count(seat):
        return False
    return turns.expected in (seat, ANYBODY, OPENING)


def grouped_plays(
    hand: ClimbingHand,
    seat: int,
    choices: Iterable[Choice],
    group_of: Callable[[Choice], ChoiceGroup],
    wild_of: Callable[[Choice], tuple[str, ...]] | None = None,
    *,
    listed: int,
) -> LegalPlays:
    """The choices of a seat by group, each group from low to high; ``listed`` of them are listed."""
    groups: dict[tuple[bool, ChoiceGroup], list[Choice]] = {}
    for choice in choices:
        groups.setdefault((choice.captures, group_of(choice)), []).append(choice)

    def play(choice: Choice) -> LegalPlay:
        words = hand.reader.words
        return LegalPlay(
            cards=tuple(map(card_text, choice.cards)),
            reading=words(choice.form).phrase(),
            ways=choice.ways,
            wild=() if wild_of is None else wild_of(choice),
            others=tuple(words(form).phrase() for form in choice.others),
        )

    turns = hand.table.round
    unknown = hand.table.holdings.hidden[seat] + hand.table.not_counted(seat)
    return LegalPlays(
        seat=hand.table.seats[seat],
        leads=turns.beaten_by is None,
        unknown=unknown,
        at_most=unknown > 0 and hand.table.at_most(seat),
        groups=tuple(
            LegalGroup(
                kind="capture" if captures else group.kind,
                words=group.words,
                captures=captures,
                plays=len(of_group),
                ways=sum(choice.ways for choice in of_group),
                listed=tuple(map(play, sorted(of_group, key=lambda choice: (choice.form, choice.cards))[:listed])),
            )
            for (captures, group), of_group in sorted(groups.items(), key=lambda item: item[0])
        ),
    )
