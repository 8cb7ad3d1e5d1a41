"""Frames of the climbing games."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards.packed import Card, Holding, card_text
from engine.climbing.hand import ClimbingHand
from engine.climbing.public_cards import still_held, without_played
from engine.climbing.reader import PASS, Form, Play, bare, form_on_table
from engine.climbing.round import NOBODY
from engine.replay.frames import Frame, IllegalPlay, SeatFrame, TablePlay, WhyLegal
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Finding, Severity
from engine.rulebook.sentences import say

_NOT_RECORDED: Final = say("not recorded")
"""The standing of a seat whose actions the log leaves out."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """A play on the table, or an illegal one next to it."""

    seat: int
    text: str
    action: int
    beaten_by: Container[object] | None
    """What beats it; None if it is not a combination."""


class Trick:
    """What each seat did since the last lead, and what lies on the table, updated after each action."""

    def __init__(self, seats: int) -> None:
        self._did = [""] * seats
        self._fresh = True
        self._findings = 0
        """The findings of the hand that earlier actions made."""
        self._lying: _Lying | None = None
        self._illegal: _Lying | None = None
        """The illegal play that the last action made or that lies on the table."""
        self._on: _Lying | None = None
        """What the illegal play was made on."""
        self._answer: tuple[_Lying, _Lying | None] | None = None
        """The play that the last action made, if it breaks no rule, and what lay on the table before."""

    def frame(
        self,
        hand: ClimbingHand,
        *,
        step: int,
        steps: int,
        action: str | None,
        stage: str,
        facts: tuple[tuple[str, str], ...],
        sort: Callable[[Holding], list[Card]],
        wild: tuple[str, ...] = (),
        roles: tuple[tuple[str, str], ...] = (),
        public_roles: tuple[tuple[str, str], ...] = (),
        knows: Sequence[tuple[tuple[str, str], ...]] = (),
        laid: tuple[str, ...] = (),
        laid_open: bool = True,
    ) -> Frame:
        """The frame after an action (None: the deal).  ``follow`` must have been called for each action before.

        ``sort`` gives the cards of a holding in the order in which the game shows them.  ``knows`` has an item a seat.
        """
        table = hand.table
        finish, holdings = table.round.finish, table.holdings
        places = {seat: place for place, seats in _places(finish) for seat in seats}
        known = [holdings.shown(seat) for seat in range(len(table.seats))]
        return Frame(
            hand=table.index,
            step=step,
            steps=steps,
            stage=stage,
            action=action,
            seats=tuple(
                SeatFrame(
                    seat=name,
                    count=table.most(seat),
                    cards=tuple(map(card_text, sort(known[seat]))),
                    hidden=holdings.hidden[seat] + table.not_counted(seat),
                    at_most=table.at_most(seat) or (hand.listed is not None and seat not in hand.listed.seats),
                    public=tuple(map(card_text, sort(still_held(table.public[seat], known[seat])))),
                    place=places.get(seat),
                    did=self._did[seat],
                    knows=knows[seat] if knows else (),
                    standing="" if hand.listed is None or seat in hand.listed.seats else _NOT_RECORDED,
                )
                for seat, name in enumerate(table.seats)
            ),
            table=_shown(hand, _on_table(hand)),
            turn=_turn(hand),
            finish=tuple(tuple(table.seats[seat] for seat in seats) for seats in finish),
            facts=facts,
            wild=wild,
            roles=roles,
            public_roles=public_roles,
            laid=laid,
            laid_open=laid_open,
            illegal=self._illegal_play(hand),
            why_legal=self._why_legal(hand),
        )

    def _illegal_play(self, hand: ClimbingHand) -> IllegalPlay | None:
        play = _shown(hand, self._illegal)
        return None if play is None else IllegalPlay(play=play, on=_shown(hand, self._on))

    def _why_legal(self, hand: ClimbingHand) -> WhyLegal | None:
        if self._answer is None:
            return None
        lying, on = self._answer
        play = hand.reader.play(bare(lying.text))
        form = _form(hand, play, lying.beaten_by)
        reading = "" if form is None else hand.reader.words(form).phrase()
        if form is None or not reading:
            return None
        against = None if on is None else _form(hand, hand.reader.play(bare(on.text)), on.beaten_by)
        return WhyLegal(
            reading=reading,
            on=_shown(hand, on),
            by="" if against is None else hand.beats_by(play, form, against),
            wild=hand.stands_for(play, form),
        )

    def follow(self, hand: ClimbingHand, action: str) -> None:
        """Records the action that the hand has just done."""
        seat, count, _, form, _ = hand.reader.entry(bare(action))
        plays = count > PASS or isinstance(form, Play)
        public = hand.table.public
        if plays and public[seat] and hand.table.done - 1 not in hand.table.ineffective:
            public[seat] = without_played(public[seat], hand.reader.play(bare(action)).cards)
        self._follow_table(hand, seat, action if plays else None)
        moved = plays or count == PASS
        if not moved or hand.table.done - 1 in hand.table.ineffective:
            return
        if self._fresh:
            self._did = [""] * len(self._did)
        self._did[seat] = "pass" if count == PASS else " ".join(map(card_text, hand.reader.play(bare(action)).cards))
        self._fresh = hand.table.round.owner == NOBODY

    def _follow_table(self, hand: ClimbingHand, seat: int, played: str | None) -> None:
        """Keeps what lay on the table when a play broke a rule, for as long as that play lies there.

        ``played`` is the text of the action if it is a play.
        """
        made = hand.findings[self._findings :]
        self._findings += len(made)
        done, lying = hand.table.done - 1, _on_table(hand)
        self._answer = None
        if played is not None and any(_is_illegal(finding, done) for finding in made):
            accepted = lying is not None and lying.action == done
            self._illegal = lying if accepted else _Lying(seat, played, done, None)
            self._on = self._lying
        elif self._illegal is not None and (lying is None or lying.action != self._illegal.action):
            self._illegal = None
        if played is not None and self._illegal is None and lying is not None and lying.action == done:
            self._answer = lying, self._lying
        self._lying = lying


def _places(finish: Sequence[Sequence[int]]) -> list[tuple[int, Sequence[int]]]:
    place = 1
    placed: list[tuple[int, Sequence[int]]] = []
    for seats in finish:
        placed.append((place, seats))
        place += len(seats)
    return placed


def _is_illegal(finding: Finding, action: int) -> bool:
    """Whether a finding says that an action breaks a rule, and not only that its text cannot be read."""
    return finding.action == action and finding.severity is Severity.ERROR and finding.code is not MALFORMED


def _on_table(hand: ClimbingHand) -> _Lying | None:
    turns = hand.table.round
    if turns.owner == NOBODY or turns.beaten_by is None:
        return None
    return _Lying(turns.owner, hand.top_text, turns.top, turns.beaten_by)


def _shown(hand: ClimbingHand, lying: _Lying | None) -> TablePlay | None:
    if lying is None:
        return None
    play = hand.reader.play(bare(lying.text))
    form = _form(hand, play, lying.beaten_by)
    return TablePlay(
        seat=hand.table.seats[lying.seat],
        cards=tuple(map(card_text, play.cards)),
        reading="" if form is None else hand.reader.words(form).phrase(),
        step=lying.action + 1,
    )


def _form(hand: ClimbingHand, play: Play, beaten_by: Container[object] | None) -> Form | None:
    """The form that a play counts as, given what beats it."""
    form = form_on_table(hand.reader, play, beaten_by)
    return form if form is not None else play.readings[0] if play.readings else play.form


def _turn(hand: ClimbingHand) -> str | None:
    turn = hand.expected_turn() if hand.listed is None else NOBODY
    return hand.table.seats[turn] if turn >= 0 else None
