"""One hand of Guandan, played out at random."""

from collections.abc import Sequence
from typing import Final

from tests.playouts.climbing import Round
from tests.playouts.guandan.forms import CARDS, RANKS, SUITS, Claim, Form, beats, height_of, readings
from tests.playouts.guandan.holding import Chosen, PlayHolding
from tests.playouts.match_maker import Table
from tests.playouts.policies import Option, Turn

REPORT_AT: Final = 10


class PlayedHand:
    """A hand from the lead to its end: its actions, and the order of finish."""

    def __init__(self, table: Table, hands: list[PlayHolding], leader: int) -> None:
        self.actions: list[str] = []
        self.finish: list[list[int]] = []
        self._table = table
        self._hands = hands
        self._reports = table.pen.likely(table.style.reports)
        self._due = [False] * 4
        self._said = [False] * 4
        self._play(leader)

    def _play(self, leader: int) -> None:
        table, hands = self._table, self._hands
        rng, policy, style, write = table.rng, table.policy, table.style, table.pen.action
        plain = not style.seconds and not style.comments
        out = [False] * 4
        current = Round(leader, out)
        to_beat: Form | None = None
        while True:
            seat = current.turn
            if self._reports:
                self._report(seat, out)
            hand = hands[seat]
            plays = hand.options(to_beat)
            partner = current.owner is not None and (current.owner - seat) % 4 == 2
            turn = Turn(
                plays=plays,
                leads=to_beat is None,
                partner=partner,
                seat=seat,
                left=[each.size for each in hands],
                friends=frozenset({seat, (seat + 2) % 4}),
                height=height_of(to_beat) if to_beat else 0,
                arranged=hand.arranged,
                cost_of=hand.cost,
                cost_after=hand.cost_after,
            )
            choice = policy(rng, turn)
            if choice is None:
                name = table.seats[seat]
                self.actions.append(f"{name} pass" if plain else write(name, "pass"))
                over = current.passed()
            else:
                to_beat = self._put(seat, choice, to_beat)
                if hand.size == 0:
                    out[seat] = True
                    self.finish.append([seat])
                    if out[(seat + 2) % 4]:
                        left = [other for other in range(4) if not out[other]]
                        self.finish.append(left)
                        return
                over = current.played()
            if over:
                assert current.owner is not None
                leader = current.owner if not out[current.owner] else (current.owner + 2) % 4
                current = Round(leader, out)
                to_beat = None

    def _put(self, seat: int, choice: Option, to_beat: Form | None) -> Form:
        """Plays cards for a form; what they count as, which may be more."""
        table, hand = self._table, self._hands[seat]
        form: Form = choice.form  # type: ignore[assignment]
        chosen = hand.frugal(form) if choice.frugal else hand.choose(form, table.rng)
        if table.style.shuffled:
            table.rng.shuffle(chosen)
        else:
            chosen.sort(key=lambda each: each[0])
        cards = [card for card, _ in chosen]
        claims = self._claims(chosen)
        wild = any(meant for _, meant in chosen)
        counts_as = form
        if wild or form[1] == 4:
            every = readings(cards, claims, hand.level, hand.joker_pair)
            counts_as = next(each for each in every if to_beat is None or beats(each, to_beat))
        texts = [
            CARDS[card] if claim is None else f"{CARDS[card]}={_claim_text(claim)}"
            for card, claim in zip(cards, claims, strict=True)
        ]
        self.actions.append(table.pen.action(table.seats[seat], "play", table.pen.cards(texts)))
        for card in cards:
            hand.remove(card)
        if hand.size <= REPORT_AT and not self._said[seat]:
            self._said[seat] = self._due[seat] = True
        return counts_as

    def _claims(self, chosen: Sequence[Chosen]) -> list[Claim | None]:
        table = self._table
        said = table.pen.likely(table.style.claims) if any(meant for _, meant in chosen) else False
        if not said:
            return [None] * len(chosen)
        rng = table.rng
        return [
            None if meant is None or rng.random() < 0.1 else (meant[0], None if rng.random() < 0.3 else meant[1])
            for _, meant in chosen
        ]

    def _report(self, seat: int, out: Sequence[bool]) -> None:
        """Says true counts of cards left: of the seat on turn when it is due, of any other at random."""
        table = self._table
        if not self.actions:
            return
        other = int(table.rng.random() * 40)
        told = [seat] if self._due[seat] else []
        if other < 4 and not out[other] and other != seat:
            told.append(other)
        for teller in told:
            self._due[teller] = False
            self.actions.append(table.pen.action(table.seats[teller], "report", str(self._hands[teller].size)))


def _claim_text(claim: Claim) -> str:
    rank, suit = claim
    return RANKS[rank] + ("" if suit is None else SUITS[suit])
