"""The run of a climbing hand: its actions from first to last, with a fast path for the plain ones.

An action is plain if it is in turn and allowed, and the seat has cards left after it.  One loop does the plain actions,
from the entries of the reader of actions.  It changes the hand in the same way as the methods that apply every rule.
"""

from abc import abstractmethod
from collections.abc import Container, Sequence
from decimal import Decimal
from typing import Final

from engine.cards.holdings import Holdings
from engine.cards.packed import GUARDS
from engine.climbing.hooks import ClimbingGame
from engine.climbing.reader import OTHER, PASS, SAID, ActionReader, ReadAction
from engine.record.actions import SURELY_FEW_WORDS, Malformed, is_seconds, moments_of, over_the_bound
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Severity as Weight
from engine.rulebook.findings import finding

NOBODY: Final = -1
"""No seat: it is no seat's turn, or no play is on the table."""
ANYBODY: Final = -2
"""The seat that acts first leads."""
OPENING: Final = -3
"""The hand has had no play or pass yet."""

_PERHAPS_MANY_WORDS: Final = SURELY_FEW_WORDS - 1
"""An action of this many characters, without its seconds, may have more words than the bound together with them."""

_MANY: Final = 8
"""From this number of actions on, it is faster to read all their seconds together."""


class ClimbingRun(ClimbingGame):
    """A hand of a climbing game, as far as its plain actions go."""

    def __init__(self, index: int, reader: ActionReader, holdings: Holdings) -> None:
        """``index`` is the hand's number in its match, from 0."""
        count = len(reader.seats)
        super().__init__(index, reader.seats)
        self.reader = reader
        self.holdings: Final = holdings
        self.turn = OPENING
        self.owner = NOBODY
        self.closer = NOBODY
        self.leader = NOBODY
        self.beaten_by: Container[object] | None = None
        self.top = NOBODY
        self.top_text = ""
        self._played = False
        self.ended = False
        self.finish: list[list[int]] = []
        self.out = [False] * count
        self.following = [(seat + 1) % count for seat in range(count)]
        self.preceding = [(seat - 1) % count for seat in range(count)]
        self._seconds = "0"
        """The seconds of the last action that has them.  ``_moment`` is the same as a float; it decides most cases."""
        self._moment = 0.0
        self.ineffective: set[int] = set()
        """Actions that had no effect."""
        self.short: dict[int, int] = {}
        """The number of cards played that the seat did not hold, by action."""
        self._suspended: int | None = None
        self.unread: list[tuple[int | None, str]] = []
        """Seat and verb of each malformed action before the first play.  A seat that cannot be read is None."""
        self._unread_lead_after: int | None = None
        self.holders_unknown = False
        """Whether it is unknown which seats hold cards, and so whose turn it is."""

    def run(self, actions: Sequence[str]) -> None:
        """Does the actions in order, adding to the findings."""
        texts = self._bare(actions)
        begin = self.done
        while self.done < begin + len(actions):
            self._run_by_one_reader(actions, texts, begin)

    def _run_by_one_reader(self, actions: Sequence[str], texts: Sequence[str], begin: int) -> None:
        """Does the remaining actions until the reader changes; ``begin`` is the number of the first action."""
        known, following, preceding = self.holdings.known, self.following, self.preceding
        reader = self.reader
        learn, passes = reader.learn, reader.passes
        turn, owner, closer, leader = self.turn, self.owner, self.closer, self.leader
        beaten_by, top = self.beaten_by, self.top
        passing: ReadAction | None = None
        """The pass of the seat whose turn it is, if it may pass and its pass does not end the round."""
        left = texts[self.done - begin :] if self.done > begin else texts
        for index, entry in enumerate(map(reader.entries.get, left), self.done):
            if entry is None:
                text = texts[index - begin]
                if "@" in text or "#" in text:
                    entry = self._look_up(text, index)
                elif len(text) < _PERHAPS_MANY_WORDS:
                    entry = learn(text)
                else:
                    entry = self._entry(text, actions[index - begin])
            if entry is passing:
                turn = following[turn]
                passing = passes[turn] if turn != closer else None
                continue
            seat, count, packed, form, beaters = entry
            if seat == turn:
                if count > 0:
                    rest = known[seat] - packed
                    if rest > 0 and not rest & GUARDS and (beaten_by is None or form in beaten_by):
                        known[seat] = rest
                        owner = leader = seat
                        turn = following[seat]
                        closer = preceding[seat]
                        passing = passes[turn] if turn != closer else None
                        beaten_by, top = beaters, index
                        continue
                elif count == PASS and beaten_by is not None and seat == closer and leader >= 0:
                    turn = leader
                    owner = NOBODY
                    beaten_by = passing = None
                    continue
            if count == SAID and turn >= 0:
                self.done = index
                self.said(seat, form)
                continue
            self.turn, self.owner, self.closer, self.leader = turn, owner, closer, leader
            self.beaten_by, self.done = beaten_by, index
            if top != self.top:
                self.top, self.top_text = top, actions[top - begin]
            self._act(actions[index - begin], entry)
            if self.reader is not reader:
                self.done = index + 1
                return
            turn, owner, closer, leader = self.turn, self.owner, self.closer, self.leader
            beaten_by, top = self.beaten_by, self.top
            passing = passes[turn] if turn >= 0 and turn != closer and beaten_by is not None else None
        self.turn, self.owner, self.closer, self.leader = turn, owner, closer, leader
        self.beaten_by, self.done = beaten_by, begin + len(actions)
        if top != self.top:
            self.top, self.top_text = top, actions[top - begin]

    def _bare(self, actions: Sequence[str]) -> Sequence[str]:
        """The actions without seconds and comments if the seconds never decrease; otherwise the actions unchanged."""
        some = (actions[0], actions[len(actions) // 2], actions[-1]) if len(actions) >= _MANY else ()
        if not any("@" in text for text in some):
            return actions
        together = "\n".join(actions)
        bodies = [text.partition("#")[0].rstrip(" ") for text in actions] if "#" in together else actions
        parts = [text.rpartition(" @") for text in bodies]
        texts = [head if mark else tail for head, mark, tail in parts]
        together = "\n".join(texts) + "\n"
        if "@" in together or " \n" in together:
            return actions
        seconds = [tail for _, mark, tail in parts if mark]
        moments = moments_of(seconds)
        if moments is None or moments[0] < self._moment or moments != sorted(moments):
            return actions
        self._moment, self._seconds = moments[-1], seconds[-1]
        return texts

    def _look_up(self, text: str, index: int) -> ReadAction:
        """The entry of an action with seconds or a comment.  Reports a warning if the seconds decrease."""
        body = text.partition("#")[0].rstrip(" ") if "#" in text else text
        head, mark, seconds = body.rpartition(" @")
        if not mark or "@" in head or not is_seconds(seconds):
            return self._entry(body.rstrip(" "), text)
        entry = self._entry(head.rstrip(" ") if head[-1:] == " " else head, text)
        moment = float(seconds)
        if moment <= self._moment and Decimal(seconds) < Decimal(self._seconds) and not isinstance(entry[3], Malformed):
            self.findings.append(
                finding(
                    MALFORMED,
                    "log.actions",
                    hand=self.index,
                    action=index,
                    column=len(head) + 1,
                    seat=self._name(text),
                    variant="earlier",
                    severity=Weight.WARNING,
                    recorded=f"@{seconds}",
                    before=f"@{self._seconds}",
                )
            )
        self._moment, self._seconds = moment, seconds
        return entry

    def _entry(self, text: str, whole: str) -> ReadAction:
        """The entry of an action.  ``text`` has neither seconds nor comment; ``whole`` is the whole action."""
        fault = over_the_bound(whole, self.reader.numbers)
        return self.reader.entry(text) if fault is None else (-1, OTHER, 0, fault, None)

    def _name(self, text: str) -> str | None:
        name = text.split(maxsplit=1)[0]
        return name if name in self.reader.numbers else None

    @abstractmethod
    def _act(self, text: str, entry: ReadAction) -> None:
        """Does any action, applying every rule."""
