"""The mends of a match in sentences: what would have to be different, and what would follow from it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeVar

from msgspec import UNSET, Struct

from app.text.decimals import score_shown
from app.text.frame_terms import rank_shown
from app.text.language import _, _n, marked, said
from app.text.log_terms import log_word
from app.text.readable import card_sign, readable_action
from app.text.seats import board_called, player_names
from app.text.verdict_names import verdict_name
from engine.mend import FIRST_MENDS, Edit, HandMends, Mend, MendedMatch, mended_match
from engine.record.actions import parse_action, without_comment
from engine.record.match import Match, given_value
from engine.replay.fold import HandStarts
from engine.replay.game import Judge
from engine.rulebook.findings import Severity
from engine.rulebook.sentences import enumerated, listed

Value = TypeVar("Value", int, str)
_FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "finish": marked("order of finish"),
        "scores": marked("scores"),
        "levels": marked("levels"),
        "units": marked("units"),
        "roles": marked("roles"),
        "factor": marked("factor"),
        "exposed": marked("both Big A shown before the play"),
        "totals": marked("totals"),
        "winner": marked("winner"),
        "level": marked("level"),
        "first": marked("first player of the hand"),
        "previous": marked("order of finish of the hand before"),
        "failures": marked("failures"),
        "extra": marked("extra hand"),
        "dealer": marked("dealer"),
        "fantasyland": marked("fantasyland"),
        "stakes": marked("stakes"),
    }
)
"""What the fields of setups and recorded results are called."""


class MendWords(Struct, frozen=True):
    """A set of edits in words."""

    changes: str
    """What would have to be different, without a full stop."""
    then: str
    """What follows from it for the seats, as sentences."""


class HandMendWords(Struct, frozen=True):
    """The mends of a hand in words; of the recorded result of the match ``hand`` is null."""

    hand: int | None
    head: str
    """A sentence, or the beginning of a list of mends."""
    mends: tuple[MendWords, ...]
    """The list; empty where the sentence says all."""
    more: str
    """How many there are besides; mostly empty."""


class _Ending(Struct, frozen=True):
    """What a hand comes to: its order of finish, and by seat scores, levels and the totals after it."""

    finish: tuple[tuple[str, ...], ...] = ()
    scores: Mapping[str, int | None] = MappingProxyType({})
    levels: Mapping[str, str | None] = MappingProxyType({})
    totals: Mapping[str, int | None] = MappingProxyType({})

    @property
    def winners(self) -> frozenset[str]:
        """The seats with the highest score; none where the scores are unknown or equal."""
        known = {seat: score for seat, score in self.scores.items() if score is not None}
        if len(set(known.values())) < 2:
            return frozenset()
        highest = max(known.values())
        return frozenset(seat for seat, score in known.items() if score == highest)


def mends_in_words(
    judge: Judge,
    match: Match,
    answer: MendedMatch,
    lines: Sequence[Sequence[int]] = (),
    taken: Mapping[int, int] = FIRST_MENDS,
) -> list[HandMendWords]:
    """The mends of a match in words, hand by hand.

    ``judge`` is that of the rules that the answer names; ``answer`` has every hand, and is that of ``mend`` with the
    same ``taken``.  ``lines`` are the lines of the actions by hand, where the log has an action on each line.
    """
    words_of_hands: list[HandMendWords] = []
    mended = match
    names = player_names(match.players)
    for hand in answer.hands or ():
        table = _MendedTable(mended, hand, names, lines)
        endings = [_ending(judge, mended, hand.hand, mend.edits) for mend in hand.mends]
        now = _ending(judge, mended, hand.hand) if endings else _Ending()
        words_of_hands.append(_hand_words(table, hand, now, endings))
        chosen = hand.chosen(taken)
        if chosen is not None:
            mended = mended_match(mended, hand.hand, chosen.edits)
    return words_of_hands


def conclusion(answer: MendedMatch, taken: Mapping[int, int] = FIRST_MENDS) -> str:
    """The sentence about the match with the first mend of each hand, or the one of ``taken``, which has one hand at
    most; empty where no hand has a mend.
    """
    if not any(hand.mends for hand in answer.hands or ()):
        return ""
    verdict = verdict_name(answer.verdict)
    for hand, number in taken.items():
        return _(
            "With change {number} of {hand} and the first change of each other hand the verdict is: {verdict}.",
            number=number + 1,
            hand=hand_named(hand),
            verdict=verdict,
        )
    return _("With the first change of each hand the verdict is: {verdict}.", verdict=verdict)


def hand_named(hand: int | None) -> str:
    """A hand, from 0, within a sentence; the result of the match for None."""
    return _("the result of the match") if hand is None else _("hand {number}", number=hand + 1)


def _ending(judge: Judge, match: Match, hand: int | None, edits: Sequence[Edit] = ()) -> _Ending:
    """What a hand comes to with some edits."""
    if hand is None:
        return _Ending()
    changed = mended_match(match, hand, edits) if edits else match
    match_replay: Any = judge.match_replay(changed)
    match_replay.carry(HandStarts(judge, match).before(hand).carried)
    hand_replay = match_replay.open(hand, changed.hands[hand])
    hand_replay.run(changed.hands[hand].actions)
    outcome = match_replay.close(hand_replay, changed.hands[hand])
    levels = given_value(outcome.levels) or {}
    finish = () if outcome.finish is UNSET else tuple(tuple(place) for place in outcome.finish)
    return _Ending(finish, outcome.scores or {}, levels, match_replay.conclude(None)[0])


class _MendedTable(Struct, frozen=True):
    """The hand that sentences are about."""

    match: Match
    mends: HandMends
    names: Mapping[str, str]
    lines: Sequence[Sequence[int]]

    def step(self, action: int) -> str:
        """The line of an action, or its step in a log that has no lines of actions."""
        hand = self.mends.hand
        if hand is not None and self.lines and action < len(self.lines[hand]):
            return _("line {number}", number=self.lines[hand][action])
        return _("step {number}", number=action + 1)

    def change(self, edit: Edit) -> str:
        """An edit in words."""
        match edit.op:
            case "deal":
                return self._deal(edit)
            case "setup":
                return self._field(str(edit.key), edit)
            case "recorded":
                return self._field(str(edit.path), edit)
        assert isinstance(edit.action, int)
        assert self.mends.hand is not None
        actions = self.match.hands[self.mends.hand].actions
        place = self.step(edit.action)
        if edit.op == "insert":
            new_action = readable_action(str(edit.now), self.names)
            if edit.action == len(actions):
                return _("at the end, add {action}", action=_quoted(new_action))
            return _("before {place}, add {action}", place=place, action=_quoted(new_action))
        if edit.op == "remove":
            removed = readable_action(str(edit.was), self.names)
            return _("without {place}, {action}", place=place, action=_quoted(removed))
        if edit.op == "swap":
            one, other = (readable_action(actions[edit.action + more], self.names) for more in (0, 1))
            return _(
                "{place}, {action}, after {other_action}",
                place=place,
                action=_quoted(one),
                other_action=_quoted(other),
            )
        now = readable_action(str(edit.now), self.names)
        return _("{place}, {now}, not {was}", place=place, now=now, was=self._instead(str(edit.was), str(edit.now)))

    def _instead(self, was: str, now: str) -> str:
        """What an action was, without what it has in common with what it is."""
        before, after = parse_action(was), parse_action(now)
        if before.verb == after.verb and before.seat != after.seat:
            return self.names.get(before.seat, before.seat)
        whole = readable_action(without_comment(was).strip(), self.names)
        common = readable_action(f"{before.seat} {before.verb}", self.names)
        if (before.seat, before.verb) == (after.seat, after.verb) and whole.startswith(f"{common} "):
            return whole[len(common) + 1 :]
        return whole

    def _deal(self, edit: Edit) -> str:
        was, now = edit.was, edit.now
        if isinstance(was, dict) and isinstance(now, dict):
            return said(listed([self._dealt(seat, was[seat], now[seat]) for seat in now]))
        return self._dealt(str(edit.key), str(was), str(now))

    def _dealt(self, seat: str, was: str, now: str) -> str:
        before, after = Counter(was.split()), Counter(now.split())
        lacking = said(enumerated([card_sign(card) for card in (before - after).elements() if card != "|"]))
        new = said(enumerated([card_sign(card) for card in (after - before).elements() if card != "|"]))
        player = self.names.get(seat, seat)
        if not lacking:
            return _("{player} is dealt {cards} too", player=player, cards=new)
        if not new:
            return _("{player} is not dealt {cards}", player=player, cards=lacking)
        return _("{player} is dealt {cards}, not {others}", player=player, cards=new, others=lacking)

    def _field(self, field: str, edit: Edit) -> str:
        was, now = edit.was, edit.now
        if isinstance(was, dict) and isinstance(now, dict):
            keys = [key for key in now if now[key] != was.get(key)]
            was, now = {key: was[key] for key in keys if key in was}, {key: now[key] for key in keys}
        label = _(_FIELDS.get(field, field))
        if now is None or now == []:
            return _("no {field}", field=label)
        return _("{field}: {now}, not {was}", field=label, now=self._value(now), was=self._value(was))

    def _value(self, value: object) -> str:
        """A value of a field: players, ranks as their cards show them, numbers with a true minus."""
        match value:
            case bool():
                return _("yes") if value else _("no")
            case int():
                return _number(value)
            case str():
                return self.names.get(value, rank_shown(value))
            case list():
                return said(enumerated([self._place(place) for place in value]))
            case dict():
                return said(enumerated([f"{self._key(key)} {self._value(of)}" for key, of in value.items()]))
        return "?"

    def _place(self, place: object) -> str:
        if isinstance(place, list):
            return " + ".join(map(self._value, place))
        return self._value(place)

    def _key(self, key: str) -> str:
        if key in self.names or all(seat in self.names for seat in key.split("-")):
            return board_called(key, self.names)
        return log_word(self.match.game, key)


def _hand_words(table: _MendedTable, hand: HandMends, now: _Ending, endings: Sequence[_Ending]) -> HandMendWords:
    name = hand_named(hand.hand)
    if hand.follows is not None:
        head = _("The errors of {hand} follow from those of {other}.", hand=name, other=hand_named(hand.follows))
        return HandMendWords(hand.hand, head, (), "")
    if not hand.mends:
        return HandMendWords(hand.hand, _no_mend(table, hand, name), (), "")
    mends = [
        MendWords(_changes(table, mend), _then(table.names, now, ending))
        for mend, ending in zip(hand.mends, endings, strict=True)
    ]
    count, edits = len(hand.mends) + hand.more, len(hand.mends[0].edits)
    if count == 1:
        (only,) = mends
        if edits == 1:
            head = _("One change would make {hand} right: {change}.", hand=name, change=only.changes)
        else:
            head = _(
                "{count} changes together would make {hand} right: {change}.",
                count=edits,
                hand=name,
                change=only.changes,
            )
        return HandMendWords(hand.hand, f"{head} {only.then}".rstrip(), (), "")
    more = _n("and {count} more", "and {count} more", hand.more) if hand.more else ""
    return HandMendWords(hand.hand, _choice(name, count, edits, now, endings), tuple(mends), more)


def _choice(name: str, count: int, edits: int, now: _Ending, endings: Sequence[_Ending]) -> str:
    """The sentence before several mends, with what they make of the scores where they differ in that."""
    if edits == 1:
        head = _("Any of these {count} changes would make {hand} right:", count=count, hand=name)
    else:
        head = _(
            "Any of these {count} sets of {edits} changes would make {hand} right:", count=count, edits=edits, hand=name
        )
    others = sum(ending.winners != now.winners for ending in endings)
    if 0 < others < len(endings):
        first = _n("{count} of them changes who wins.", "{count} of them change who wins.", others)
    elif len({tuple(ending.scores.items()) for ending in endings}) > 1:
        first = _("They lead to different scores.")
    else:
        return head
    return f"{first} {head}"


def _no_mend(table: _MendedTable, hand: HandMends, name: str) -> str:
    if not hand.tried and not hand.complete:
        return _("No change of {hand} was tried: the bound on replayed actions was reached before.", hand=name)
    head = _("No change was found that would make {hand} right.", hand=name)
    if hand.partly is None:
        return head
    left = sum(finding["severity"] == Severity.ERROR for finding in hand.partly.findings)
    helps = _n(
        "This removes {removed} of {count} error: {change}.",
        "This removes {removed} of {count} errors: {change}.",
        hand.errors,
        removed=max(hand.errors - left, 0),
        change=_changes(table, hand.partly),
    )
    return f"{head} {helps}"


def _changes(table: _MendedTable, mend: Mend) -> str:
    return said(listed([table.change(edit) for edit in mend.edits]))


def _quoted(action: str) -> str:
    return _("“{action}”", action=action)


def _then(names: Mapping[str, str], now: _Ending, ending: _Ending) -> str:
    """What changes for the seats, as a sentence; empty where nothing does."""
    parts = [*_parts(names, now, ending)]
    return _("Then {results}.", results=said(listed(parts))) if parts else ""


def _parts(names: Mapping[str, str], now: _Ending, ending: _Ending) -> Iterator[str]:
    if ending.finish != now.finish and ending.finish:
        order = [" + ".join(names.get(seat, seat) for seat in place) for place in ending.finish]
        yield _("the order of finish is {order}", order=said(enumerated(order)))
    for score, seats in _changed(now.scores, ending.scores):
        yield _n(
            "{players} scores {score}",
            "{players} score {score}",
            len(seats),
            players=_players(names, seats),
            score=_number(score),
        )
    for level, seats in _changed(now.levels, ending.levels):
        yield _n(
            "{players} is at level {level}",
            "{players} are at level {level}",
            len(seats),
            players=_players(names, seats),
            level=rank_shown(level),
        )
    if ending.totals != ending.scores:
        for total, seats in _changed(now.totals, ending.totals):
            yield _n(
                "{players} has {total} in all",
                "{players} have {total} in all",
                len(seats),
                players=_players(names, seats),
                total=_number(total),
            )


def _changed(now: Mapping[str, Value | None], then: Mapping[str, Value | None]) -> list[tuple[Value, list[str]]]:
    """The values that are others than now, each with its seats."""
    groups: dict[Value, list[str]] = {}
    for seat, value in then.items():
        if value is not None and value != now.get(seat):
            groups.setdefault(value, []).append(seat)
    return list(groups.items())


def _players(names: Mapping[str, str], seats: Sequence[str]) -> str:
    return said(listed([names.get(seat, seat) for seat in seats]))


def _number(value: int) -> str:
    return score_shown(value).removeprefix("+")
