"""One hand of Bao Huang: tribute, roles and declarations, then the play."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.cards.holdings import Holdings
from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    PROTECTOR_JOKER,
    RED_JOKER,
    Card,
    Holding,
    card_text,
    copies,
    unpack,
)
from engine.climbing.codes import TRIBUTE_MISSING
from engine.climbing.fast_path import ANYBODY, OPENING
from engine.climbing.frames import Trick
from engine.climbing.reader import Play, bare
from engine.games.bao_huang.codes import LOWEST_TOO_EARLY
from engine.games.bao_huang.combinations import strength
from engine.games.bao_huang.reader import Answer, Ask, BaoHuangReader, Cards, Declare, Redeal
from engine.games.bao_huang.roles_hand import RolesHand
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.scoring import Roles
from engine.games.bao_huang.tribute import Tribute
from engine.record.actions import column_of
from engine.replay.frames import Frame
from engine.rulebook.codes import ALREADY_OUT, READ_AS

_MARKED: Final = ((RED_JOKER, EMPEROR_JOKER), (BLACK_JOKER, PROTECTOR_JOKER))


class BaoHuangHand(RolesHand):
    """A hand from its deal to the moment when all of a team are out."""

    def __init__(
        self,
        index: int,
        reader: BaoHuangReader,
        holdings: Holdings,
        rules: BaoHuangRules,
        tribute: Tribute,
        first: int | None,
        unsized: frozenset[int] = frozenset(),
    ) -> None:
        """``unsized``: seats of which the log leaves open whether they hold one card less."""
        super().__init__(index, reader, holdings, rules, tribute, first)
        self._unsized: Final = unsized
        self._trick: Final = Trick(len(self.seats))
        self._fourth_seen = False
        """Whether the table has seen who the protector is."""

    def other(self, seat: int, action: object, text: str) -> None:
        """Does whatever is neither play nor pass."""
        if isinstance(action, Ask):
            self._ask(seat, text)
        elif isinstance(action, Cards) and action.verb == "show":
            self.show(seat, action, text)
        elif isinstance(action, Cards):
            if self.turn != OPENING:
                self.out_of_place(seat, action.verb, text)
            elif action.verb == "tribute":
                self.give(seat, action, text)
            else:
                self.take(seat, action, text)
        elif isinstance(action, Answer):
            self.answer(seat, action, text)
        elif isinstance(action, Declare):
            self.declare(seat, action, text)
        elif isinstance(action, Redeal):
            self.redeal(seat, text)

    def _ask(self, seat: int, text: str) -> None:
        just_played = self.top >= 0 and all(index in self.ineffective for index in range(self.top + 1, self.done))
        if seat == self.owner and just_played:
            return
        if self.out[seat]:
            self.ineffective.add(self.done)
            self.report(ALREADY_OUT, "turn", seat, recorded=text, turn=self.turn_name())
        elif not self.holders_unknown:
            self.out_of_place(seat, "ask", text, "ask directly after the seat's own play")

    def heard_when_out(self, action: object) -> bool:
        """`ask` may come right after the last card."""
        return isinstance(action, Ask)

    def barred(self, seat: int, text: str) -> bool:
        """Nothing is played in a void deal."""
        if not self.void_due():
            return False
        self.out_of_place(seat, "pass" if text.split()[1] == "pass" else "play", text, "a redeal")
        return True

    def open_play(self, seat: int, text: str) -> bool:
        """Ends tribute and roles: reports what is missing of the tribute; if nothing is, the emperor leads."""
        missing = self.end_tribute(seat, text)
        passes = text.split()[1] == "pass"
        self.presumed = passes and self.emperor is None
        self.settle_roles(seat, plays=not passes)
        missed = any(each.code is TRIBUTE_MISSING for each in self.findings)
        self.turn = ANYBODY if missed or self.emperor is None else self.emperor
        return missing

    def lead_topic(self) -> str:
        """The rule that says who leads first."""
        return "lead"

    def ambiguous(self, seat: int, play: Play) -> None:
        """No play can be read in two ways."""

    def lead_after_out(self, seat: int) -> int:
        """The next seat in order of play that holds cards."""
        count = len(self.seats)
        return next((seat + step) % count for step in range(1, count + 1) if not self.out[(seat + step) % count])

    def may_be_out(self, seat: int) -> bool:
        """Whether a seat whose size is open has come to its last card."""
        return seat in self._unsized and self.holdings.count(seat) <= 1

    def is_over(self) -> bool:
        """Whether all of a team are out, whoever is in it; then the others share the places left."""
        left = [seat for seat in range(len(self.seats)) if not self.out[seat]]
        possible = self.possible_roles()
        over = len(left) <= 1 or (bool(possible) and all(self._over(roles) for roles in possible))
        if over and left:
            self.finish.append(left)
        return over

    def _over(self, roles: Roles) -> bool:
        out = self.out
        return all(out[seat] for seat in roles.side) or all(
            out[seat] for seat in range(len(out)) if seat not in roles.side
        )

    def as_read_from_holding(self, seat: int, play: Play, text: str) -> Play:
        """Reads ``RJ`` as ``RJ*`` where only that is held (``BJ`` likewise), and learns roles from cards seen.

        Where the seat may hold both, nobody can tell which it played; then what is left of the two is an unseen card.
        """
        holdings = self.holdings
        cards = list(play.cards)
        for plain, marked in _MARKED:
            spare = cards.count(plain) - copies(holdings.known[seat], plain)
            if spare <= 0:
                continue
            if copies(holdings.known[seat], marked) <= cards.count(marked):
                self._play_unseen(seat, cards, plain, marked, spare)
                continue
            if holdings.pool is not None and not copies(holdings.pool, plain):
                unseen = False
            else:
                unseen = holdings.hidden[seat] > 0 and not holdings.lacking(seat, cards)
            place = len(cards) - 1 - cards[::-1].index(plain)
            cards[place] = marked
            if unseen:
                holdings.pool = None
                continue
            self.report(
                READ_AS,
                "table",
                seat,
                column=column_of(text, 2 + place),
                recorded=card_text(plain),
                reading=card_text(marked),
            )
        if holdings.hidden[seat] or self.triplet:
            self._learn_roles(seat, play.cards)
        return replace(play, cards=tuple(cards))

    def _play_unseen(self, seat: int, cards: list[Card], plain: Card, marked: Card, count: int) -> None:
        """So many jokers played that a seat may hold unseen: each may be the marked one, and one of too many was."""
        pool = self.holdings.pool
        if not self.holdings.hidden[seat] or (pool is not None and not copies(pool, marked)):
            return
        if marked == PROTECTOR_JOKER and not self.triplet and self.find_protector() is None:
            self.perhaps_protectors.add(seat)
        if pool is not None and copies(pool, plain) < count and marked not in cards:
            cards[cards.index(plain)] = marked
            self.marked_gone = self.marked_gone or marked == PROTECTOR_JOKER

    def _learn_roles(self, seat: int, cards: Sequence[Card]) -> None:
        if self.emperor is None and EMPEROR_JOKER in cards:
            self.emperor = seat
        if self.protector is None and not self.triplet and PROTECTOR_JOKER in cards:
            self.protector = seat
        if self.protector is None and self.triplet and self.shown in cards and seat != self.emperor:
            self.protector = seat

    def too_early(self, seat: int, play: Play, text: str) -> bool:
        """A lowest card while the hand holds, or plays with it, any other: known, or for want of lowest ones left."""
        if not self.reader.has_lowest(play):
            return False
        lowest = self.reader.lowest
        cards = [*unpack(self.holdings.shown(seat)), *play.cards]
        pool = self.holdings.pool
        left = self.holdings.hidden[seat] if pool is None else sum(strength(card) == lowest for card in unpack(pool))
        if (
            all(strength(card) == lowest for card in cards)
            and self.holdings.hidden[seat] - (seat in self._unsized) <= left
        ):
            return False
        first = next(place for place, card in enumerate(play.cards) if strength(card) == lowest)
        texts = [card_text(card) for card in play.cards]
        self.report(
            LOWEST_TOO_EARLY,
            "lowest",
            seat,
            column=column_of(text, 2 + first),
            recorded=" ".join(texts),
            cards=" ".join(texts),
        )
        return True

    def expected_turn(self) -> int:
        """Whose turn it is: before the play, who has to answer for the emperor card, or to lead."""
        if self.turn != OPENING or self.ended or self._stage() == "tribute":
            return super().expected_turn()
        due = self.emperor if self.emperor is not None else self.forced()
        due = self.holder() if due is None and not self.void_due() else due
        return super().expected_turn() if due is None else due

    def follow(self, action: str) -> None:
        """Takes note, for the frames, of what the action just done was."""
        self._trick.follow(self, action)
        seat, count, _, form, _ = self.reader.entry(bare(action))
        if (count <= 0 and not isinstance(form, Play)) or self.done - 1 in self.ineffective:
            return
        cards = self.reader.play(bare(action)).cards
        if self.triplet:
            seen = self.shown in cards and (seat != self.emperor or cards.count(self.shown) > 3)
        else:
            seen = seat == self.protector and (
                PROTECTOR_JOKER in cards
                or (BLACK_JOKER in cards and not copies(self.holdings.known[seat], PROTECTOR_JOKER))
            )
        self._fourth_seen = self._fourth_seen or seen

    def frame(self, step: int, steps: int, action: str | None) -> Frame:
        """What the table looks like now."""
        public, knows = self._who_knows()
        return self._trick.frame(
            self,
            step=step,
            steps=steps,
            action=action,
            stage=self._stage(),
            facts=self._facts(),
            public=self.public,
            sort=sorted_cards,
            roles=self.named_roles(),
            public_roles=public,
            knows=knows,
            laid=tuple(map(card_text, self.tribute.laid.cards())),
            laid_open=self.rules.tribute_face == "up",
        )

    def _stage(self) -> str:
        if self.ended:
            return "over"
        if self.turn != OPENING:
            return "play"
        tribute = self.tribute
        return "tribute" if not tribute.over and (tribute.givers_left or tribute.takers_left) else "roles"

    def _facts(self) -> tuple[tuple[str, str], ...]:
        facts: list[tuple[str, str]] = []
        if self.emperor is None:
            if self.first_holder is not None and self.declines:
                facts.append(("declined", str(self.declines)))
        else:
            facts.append(("emperor", self.seats[self.emperor]))
        facts += [("declared", f"{self.seats[seat]} {what}") for seat, what in self.announced]
        if self.shown is not None:
            facts.append(("shown", card_text(self.shown)))
        return tuple(facts)

    def named_roles(self) -> tuple[tuple[str, str], ...]:
        """The roles as far as whoever reads the log knows them: (role, seat)."""
        roles: list[tuple[str, str]] = []
        protector = self.find_protector()
        if self.emperor is not None:
            roles.append(("emperor", self.seats[self.emperor]))
            if protector is not None:
                roles.append(("protector", self.seats[protector]))
        return tuple(roles)

    def _who_knows(self) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[tuple[str, str], ...], ...]]:
        """The roles that the table knows, and by seat those that it knows."""
        roles = self.named_roles()
        table = roles[:1]
        if self._fourth_seen or {what for _, what in self.announced} & {"protector", "solo"} or self.ended:
            table = roles
        return table, tuple(
            roles if seat == self.protector and self.emperor is not None else table for seat in range(len(self.seats))
        )


def sorted_cards(holding: Holding) -> list[Card]:
    """The cards of a holding as a player sorts them: high to low."""
    return sorted(unpack(holding), key=lambda card: (-strength(card), card))
