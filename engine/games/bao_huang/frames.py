"""Frames of Bao Huang: the roles that each seat knows, and the tribute on the table."""

from typing import Final

from engine.cards.packed import BLACK_JOKER, PROTECTOR_JOKER, Card, Holding, card_text, copies, unpack
from engine.climbing.frames import Trick
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import Play, bare
from engine.games.bao_huang.combinations import strength
from engine.games.bao_huang.declarations import Declarations
from engine.games.bao_huang.exchange import BaoHuangExchange
from engine.games.bao_huang.reader import declaration
from engine.games.bao_huang.roles import ROLE_WORDS, SHOWN, KnownRoles
from engine.replay.frames import Frame
from engine.rulebook.sentences import say, say_of

Named = tuple[tuple[str, str], ...]
"""Roles with the names of their seats: (role, seat)."""


class BaoHuangView:
    """What every seat has seen of a hand, updated after each action."""

    def __init__(self, seats: int, *, laid_open: bool) -> None:
        """``laid_open`` says whether tribute is laid face up."""
        self._trick: Final = Trick(seats)
        self._laid_open: Final = laid_open
        self._fourth_seen = False
        """Whether every seat has seen which seat is the protector."""

    def follow(self, hand: ClimbingHand, roles: KnownRoles, action: str) -> None:
        """Records the action that the hand has just done."""
        self._trick.follow(hand, action)
        text, table = bare(action), hand.table
        seat, count, _, form, _ = hand.reader.entry(text)
        if (count <= 0 and not isinstance(form, Play)) or table.done - 1 in table.ineffective:
            return
        cards = hand.reader.play(text).cards
        if roles.triplet:
            seen = roles.shown in cards and (seat != roles.emperor or cards.count(roles.shown) > SHOWN)
        else:
            plain = BLACK_JOKER in cards and not copies(table.holdings.known[seat], PROTECTOR_JOKER)
            seen = seat == roles.protector and (PROTECTOR_JOKER in cards or plain)
        self._fourth_seen = self._fourth_seen or seen

    def frame(
        self,
        hand: ClimbingHand,
        roles: KnownRoles,
        exchange: BaoHuangExchange,
        declarations: Declarations,
        *,
        step: int,
        steps: int,
        action: str | None,
        stage: str,
    ) -> Frame:
        """The frame after an action (None: the deal)."""
        named = roles.named()
        declared = {what for _, what in declarations.announced} & {"protector", "solo"}
        public = named if self._fourth_seen or declared or hand.ended else named[:1]
        protector = roles.protector if roles.emperor is not None else None
        return self._trick.frame(
            hand,
            step=step,
            steps=steps,
            action=action,
            stage=stage,
            facts=_facts(hand, roles, declarations),
            sort=sorted_cards,
            roles=named,
            public_roles=public,
            knows=[named if seat == protector else public for seat in range(len(hand.table.seats))],
            laid=tuple(map(card_text, exchange.tribute.laid.cards())),
            laid_open=self._laid_open,
        )


def _facts(hand: ClimbingHand, roles: KnownRoles, declarations: Declarations) -> tuple[tuple[str, str], ...]:
    seats = hand.table.seats
    facts: list[tuple[str, str]] = []
    if roles.emperor is not None:
        facts.append((ROLE_WORDS["emperor"], seats[roles.emperor]))
    elif roles.first_holder is not None and roles.declines:
        facts.append((say("declined"), str(roles.declines)))
    facts += [
        (say("declared"), say_of("bao_huang", "{seat} {what}", seat=seats[seat], what=declaration(what)))
        for seat, what in declarations.announced
    ]
    if roles.shown is not None:
        facts.append((say("shown"), card_text(roles.shown)))
    return tuple(facts)


def sorted_cards(holding: Holding) -> list[Card]:
    """The cards of a holding in the order in which players sort them: high to low."""
    return sorted(unpack(holding), key=lambda card: (-strength(card), card))
