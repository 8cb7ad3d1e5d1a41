"""What every proof of a score has to satisfy, looked at from the frames and the texts of the log."""

from collections import Counter
from collections.abc import Mapping, Sequence

from app.text.catalogue import all_rules
from engine.games import GAMES
from engine.record.actions import parse_action
from engine.record.match import Match
from engine.replay.fold import Replay, frames, replay
from engine.replay.frames import Frame
from engine.replay.grounds import Fact, HandProof, Origin
from engine.replay.proving import hand_proofs
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker

VERBS: Mapping[str, frozenset[str]] = {
    "out": frozenset({"play", "capture"}),
    "declared": frozenset({"declare", "show"}),
    "declared-in-vain": frozenset({"declare"}),
    "exposed": frozenset({"expose", "reveal"}),
    "captured": frozenset({"capture"}),
    "redeal": frozenset({"redeal"}),
    "set": frozenset({"set"}),
    "placed": frozenset({"set", "place"}),
    "natural": frozenset({"natural"}),
    "surrendered": frozenset({"surrender"}),
    "announced": frozenset({"royalty"}),
}
"""By kind of fact, the verbs of the actions that show it.  Their seat is the seat of the fact."""


def proved(match: Match, rules: RuleSet | None = None) -> tuple[Replay, list[HandProof]]:
    """What a match comes to, and the proofs of its hands."""
    checker = Checker()
    rules = rules or checker.rules(match)
    judge = checker.judge(rules)
    return replay(judge, match), hand_proofs(GAMES[match.game], rules, judge, match)


def check_lines(replayed: Replay, proofs: Sequence[HandProof]) -> None:
    """Lines are those of the report, and add up to the scores that are known."""
    for outcome, proof in zip(replayed.hands, proofs, strict=True):
        lines = [(line.rule, line.text, dict(line.points)) for line in proof.lines]
        if outcome.breakdown:
            assert lines == [(line.rule, line.text, line.points) for line in outcome.breakdown]
        else:
            assert not lines or outcome.undecided, "only what hangs on something unknown has lines of its own"
        assert (proof.scores, proof.basis, proof.complete) == (outcome.scores, outcome.basis, outcome.complete)
        sums: Counter[str] = Counter()
        for line in proof.lines:
            sums.update(line.points)
        for seat, score in (outcome.scores or {}).items():
            assert score is None or sums[seat] == score, (proof.hand, seat)


def check_rules(game: str, proofs: Sequence[HandProof]) -> None:
    """Every rule and option has a page, and the page of an option names it."""
    pages, options = all_rules(), {option.name for option in GAMES[game].rules.options}
    for line in (line for proof in proofs for line in proof.lines):
        assert line.rule in pages
        for option in line.options:
            assert option.name in options
            assert option.name in pages[option.rule].options
            assert pages[option.rule].source


def check_facts(match: Match, proofs: Sequence[HandProof]) -> None:
    """Every line rests on something, and every action cited is there and shows what is said of it."""
    checker = Checker()
    judge = checker.judge(checker.rules(match))
    for proof in proofs:
        shown: list[Frame] = []
        for line in proof.lines:
            assert line.facts, line
            if line.rule == "chinese_poker.rows":
                assert {fact.seat for fact in line.facts} >= set(line.points)
            for fact in line.facts:
                assert fact.text
                assert (fact.action is not None) == (fact.origin is Origin.STEP)
                assert (fact.hand is not None) == (fact.origin is Origin.HAND)
                if fact.hand is not None:
                    assert 0 <= fact.hand < proof.hand
                if fact.action is not None:
                    shown = shown or list(frames(judge, match, proof.hand))
                    _check_step(match, proof.hand, fact, shown)


def _check_step(match: Match, hand: int, fact: Fact, shown: Sequence[Frame]) -> None:
    action = fact.action
    assert action is not None
    actions = match.hands[hand].actions
    assert 0 <= action < len(actions)
    done = parse_action(actions[action])
    if fact.kind in VERBS:
        assert (done.seat, done.verb in VERBS[fact.kind]) == (fact.seat, True), (fact, actions[action])
    before, after = shown[action], shown[action + 1]
    if fact.kind == "out":
        assert _place(before, fact.seat) is None
        assert _place(after, fact.seat) is not None
    if fact.kind == "left":
        assert after.stage == "over"
        assert before.stage != "over"
        assert all(seat.count or seat.place for seat in after.seats)
    if fact.kind in ("emperor", "declarer", "partner"):
        assert (fact.kind, fact.seat) in shown[-1].roles or fact.kind == "emperor", (fact, shown[-1].roles)
        assert (fact.kind, fact.seat) not in before.roles, fact
    if fact.kind == "placed":
        cards = {card for card in _laid(after, fact.seat) if f" {card}" in fact.text}
        assert cards
        assert cards.isdisjoint(_laid(before, fact.seat))


def _place(frame: Frame, name: str) -> int | None:
    return next(seat.place for seat in frame.seats if seat.seat == name)


def _laid(frame: Frame, name: str) -> set[str]:
    return {card for seat in frame.seats if seat.seat == name for row in seat.rows for card in row.cards}
