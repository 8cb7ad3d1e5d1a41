"""The legal plays at the steps of the sample logs: the judge accepts each of them, and each play that it accepted is
one of them; a seat can beat the table as statistics count it if there is any.
"""

from collections import Counter
from random import Random

from profiles import PROFILE

from engine.cards.packed import UNKNOWN, bare_of, parse_card
from engine.climbing.hand import ClimbingHand
from engine.games import GAMES
from engine.logs import read_logs
from engine.record.match import Match
from engine.replay.fold import HandStarts, hand_at
from engine.replay.game import Judge
from engine.replay.legal import LegalPlays
from engine.rulebook.findings import Severity
from engine.verdict.check import Checker
from tests.golden import SAMPLES
from tests.offenders import for_every

EVERY = 1_000_000
HANDS = 2 if PROFILE == "push" else 20
ASKED = 3 if PROFILE == "push" else 40
"""Steps of a hand at which every play of the list is judged."""
JUDGED = 60
LOGS = [
    "bao_huang/bare-ranks.json",
    "bao_huang/four-tables.json",
    "bao_huang/large-deck.json",
    "bao_huang/shanghai.json",
    "big_a/captures.json",
    "big_a/evening.json",
    "big_a/made-up.jsonl",
    "guandan/failures-at-a.json",
    "guandan/njupt.jsonl",
    "guandan/reports.json",
    "guandan/two-hands.json",
]


def matches(path: str) -> list[tuple[Match, Judge]]:
    checker = Checker()
    found = []
    with (SAMPLES / path).open("rb") as stream:
        for record in read_logs(stream, path):
            report = checker.check(record)
            if record.match is not None and report.rules is not None:
                found.append((record.match, checker.judge(report.rules)))
    return found


def ranks(cards: tuple[str, ...]) -> tuple[int, ...]:
    """Cards without their suits."""
    parsed = (parse_card(card.partition("=")[0].rstrip("*")) for card in cards)
    return tuple(sorted(UNKNOWN if card is None else bare_of(card) for card in parsed))


def broken(hand: ClimbingHand, action: int) -> list[str]:
    return [each.code.id for each in hand.findings if each.action == action and each.severity is Severity.ERROR]


def listed(found: LegalPlays, verb: str) -> set[tuple[int, ...]]:
    groups = [group for group in found.groups if group.captures == (verb == "capture")]
    return {ranks(play.cards) for group in groups for play in group.listed}


@for_every("path", LOGS)
def test_the_judge_and_the_list_agree(path: str) -> None:
    rng = Random(path)
    asked = 0
    for match, judge in matches(path)[:HANDS]:
        game = GAMES[match.game]
        assert game.legal is not None
        assert game.statistics.passes_able is not None
        starts = HandStarts(judge, match)
        for index, hand in list(enumerate(match.hands))[:HANDS]:
            replay = hand_at(judge, match, index, 0, before=starts.before(index))
            assert isinstance(replay, ClimbingHand)
            replay.note_play()
            dealt_open = not any(replay.table.holdings.hidden) and "??" not in "".join(hand.actions)
            able = Counter[int]()
            chosen = set(rng.sample(range(len(hand.actions)), min(ASKED, len(hand.actions))))
            for step, action in enumerate(hand.actions):
                name, verb, *cards = action.partition(" @")[0].partition("#")[0].split()
                seat = match.seats.index(name) if name in match.seats else None
                found = None if seat is None else game.legal(replay, seat, EVERY)
                if step in chosen and found is not None:
                    asked += 1
                    _judge_each(judge, match, starts, index, step, found, rng)
                passes = len(replay.table.notes.passes)
                replay.run([action])
                if found is None or seat is None:
                    continue
                if verb in ("play", "capture") and not broken(replay, step) and not found.unknown:
                    assert ranks(tuple(cards)) in listed(found, verb), (index, step, action)
                if len(replay.table.notes.passes) > passes and found.groups:
                    able[seat] += 1
            if dealt_open:
                again = hand_at(judge, match, index, 0, before=starts.before(index))
                counted = game.statistics.passes_able(again, hand)
                assert [able[seat] for seat in range(len(match.seats))] == list(counted), index
    assert asked


def _judge_each(
    judge: Judge, match: Match, starts: HandStarts, index: int, step: int, found: LegalPlays, rng: Random
) -> None:
    """Puts plays of a list in the place of an action: the judge finds no fault with them."""
    every = [(group, play) for group in found.groups for play in group.listed]
    for group, play in rng.sample(every, min(JUDGED, len(every))):
        replay = hand_at(judge, match, index, step, before=starts.before(index))
        assert isinstance(replay, ClimbingHand)
        verb = "capture" if group.captures else "play"
        replay.run([f"{found.seat} {verb} {' '.join(play.cards)}"])
        assert not broken(replay, step), (index, step, play)
        reading = replay.reader.play(f"{found.seat} {verb} {' '.join(play.cards)}").readings
        assert play.reading in [replay.reader.words(form).phrase() for form in reading]
