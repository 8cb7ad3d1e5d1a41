"""The emperor's card, from its first holder to whoever keeps it, and what is declared before the first play."""

from collections import Counter
from typing import Any, Final

from tests.playouts.bao_huang.forms import EMPEROR, JOKERS, PROTECTOR
from tests.playouts.bao_huang.scores import REBELS
from tests.playouts.bao_huang.table import SEATS, Table

_SHOWN: Final = 3


class Roles:
    """Who is emperor and who protector, and the actions that made them so; ``emperor`` is None in a void deal."""

    def __init__(self, table: Table, hands: list[list[str]], first: int) -> None:
        self.actions: list[str] = []
        self.declared: set[str] = set()
        self.emperor: int | None = None
        self.protector = -1
        self._table = table
        self._hands = hands
        self._step = 1 if table.rules["emperor_pass"] == "with_play" else -1
        self._first_holder = self._holder_of(EMPEROR)
        self._unanswered = False
        reluctance = 0 if table.style.fair else table.rng.choice((0, 0, 0.3, 0.9))
        if table.triplet:
            self._by_triplet(reluctance, first)
        else:
            self._by_joker(reluctance)
        if self.emperor is not None:
            self._declare()

    def _holder_of(self, card: str) -> int:
        return next(seat for seat, hand in enumerate(self._hands) if card in hand)

    def _move(self, giver: int, receiver: int) -> None:
        self._hands[giver].remove(EMPEROR)
        self._hands[receiver].append(EMPEROR)

    def _passed_on(self, seat: int) -> int:
        """The next holder, after a seat has declined."""
        self.actions.append(self._table.say(seat, "decline"))
        receiver = (seat + self._step) % SEATS
        self._move(seat, receiver)
        return receiver

    def _by_joker(self, reluctance: float) -> None:
        rng, holder = self._table.rng, self._first_holder
        if not self._table.rules["alone_may_decline"] and PROTECTOR in self._hands[holder]:
            reluctance = 0
        for _ in range(SEATS):
            if rng.random() >= reluctance:
                break
            holder = self._passed_on(holder)
        if rng.random() < 0.5:
            self.actions.append(self._table.say(holder, "accept"))
        else:
            self._unanswered = bool(self.actions)
        self.emperor, self.protector = holder, self._holder_of(PROTECTOR)

    def _triplets(self, seat: int) -> list[str]:
        counts = Counter(card for card in self._hands[seat] if card not in JOKERS)
        dealt = Counter(card for hand in self._hands for card in hand)
        return sorted(card for card, copies in counts.items() if copies >= _SHOWN and dealt[card] > _SHOWN)

    def _by_triplet(self, reluctance: float, first: int) -> None:
        table, holder = self._table, self._first_holder
        for _ in range(SEATS):
            if self._triplets(holder) and table.rng.random() >= reluctance:
                self._show(holder)
                return
            holder = self._passed_on(holder)
        able = [(holder + step) % SEATS for step in range(SEATS) if self._triplets((holder + step) % SEATS)]
        if able:
            self._move(holder, able[0])
            self._show(able[0])
        else:
            self.actions.append(table.say(first, "redeal"))

    def _show(self, seat: int) -> None:
        table, rng = self._table, self._table.rng
        card = rng.choice(self._triplets(seat))
        alone = self._hands[seat].count(card) > _SHOWN
        shown = _SHOWN + (alone and rng.random() < 0.5)
        words = [("show", table.cards([card] * shown))]
        if rng.random() < 0.2:
            words.insert(rng.randrange(2), ("accept",))
        self.actions += [table.say(seat, *each) for each in words]
        if shown > _SHOWN and table.rules["declarations"] != "none":
            self.declared.add("solo")
        self.emperor = seat
        self.protector = seat if alone else self._holder_of_fourth(card, seat)

    def _holder_of_fourth(self, card: str, emperor: int) -> int:
        return next(seat for seat, hand in enumerate(self._hands) if seat != emperor and card in hand)

    def _declare(self) -> None:
        table, rng = self._table, self._table.rng
        kind = table.rules["declarations"]
        assert self.emperor is not None
        if kind == "none" or rng.random() < (0.85 if table.style.fair else 0.4):
            return
        words: list[tuple[int, str]] = []
        if self.emperor == self.protector:
            words.append((self.protector, "solo"))
        else:
            words.append((self.protector, "protector"))
        if kind != "partner_or_solo":
            words += [(seat, "uprising") for seat in range(SEATS) if seat not in (self.emperor, self.protector)]
        rng.shuffle(words)
        share = rng.choice((0.3, 1))
        for seat, word in words:
            if rng.random() < share:
                if self._unanswered:
                    self.actions.append(table.say(self.emperor, "accept"))
                    self._unanswered = False
                self.actions.append(table.say(seat, "declare", word))
                if word in self.declared:
                    self.declared.add(REBELS)
                self.declared.add(word)

    def as_recorded(self, rng: Any) -> dict[str, str]:
        """The roles as somebody may write them down: alone, the protector is the emperor or nobody."""
        assert self.emperor is not None
        seats = self._table.seats
        roles = {"emperor": seats[self.emperor]}
        if self.emperor != self.protector or rng.random() < 0.5:
            roles["protector"] = seats[self.protector]
        return roles
