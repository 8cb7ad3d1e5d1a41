"""The review of a match as one object, made from its log and its report; it is no part of the report."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.games import GAMES
from engine.insight.placed import review_rows
from engine.insight.review import VERSION, HandReview, Settings, review_hand
from engine.record.match import Match
from engine.replay.fold import HandStarts
from engine.replay.game import Game, Judge
from engine.rulebook.options import OptionValue, RuleSet
from engine.verdict.report import Report, Source
from engine.version import __version__

FORMAT: Final = "fupan-review/1"


class ReviewRules(Struct, frozen=True, kw_only=True):
    """The rules of a review, as in the report."""

    game: str
    preset: str
    options: Mapping[str, OptionValue]


class MatchReview(Struct, frozen=True, kw_only=True):
    """What the decisions of a match cost."""

    review: str
    log: Source
    rules: ReviewRules | None
    """None if the match cannot be read."""
    engine: str
    insight: str
    settings: Settings | None
    hands: tuple[HandReview, ...] | None
    """None if the match cannot be read."""

    def as_json(self) -> bytes:
        """The review as one line of JSON, without the end of the line."""
        return msgspec.json.encode(self)


def settings_for(
    rules: RuleSet,
    left: int | None = None,
    nodes: int | None = None,
    deals: int | None = None,
    hand_nodes: int | None = None,
) -> Settings:
    """The settings of a review under some rules, where None stands for the usual value."""
    part, placements = GAMES[rules.game].endgames, GAMES[rules.game].placements
    usual = Settings(left=None) if part is None else Settings(left=part.left, fair_left=part.fair_left)
    return replace(
        usual,
        policy=placements.policy if placements is not None and placements.follows(rules) else None,
        left=usual.left if part is None or left is None else left,
        nodes=usual.nodes if nodes is None else nodes,
        hand_nodes=usual.hand_nodes if hand_nodes is None else hand_nodes,
        deals=usual.deals if deals is None else deals,
    )


def review_match(
    match: Match | None,
    report: Report,
    judge: Judge | None,
    settings: Settings | None,
    hands: Iterable[int] | None = None,
    failed: Callable[[int, Exception], None] | None = None,
) -> MatchReview:
    """The review of a match, from its report and a judge of its rules.

    ``hands`` are the numbers of those to review, from 0; None: all.  ``failed`` is called with the number of a hand at
    which the program fails, which costs that hand alone; without it the exception is raised.
    """
    reviews: tuple[HandReview, ...] | None = None
    if match is not None and report.rules is not None and judge is not None and report.replay is not None:
        game, starts = GAMES[report.rules.game], HandStarts(judge, match)
        numbers = range(len(match.hands)) if hands is None else hands
        reviews = tuple(_hand(game, judge, starts, number, report, settings, failed) for number in numbers)
    rules = report.rules
    return MatchReview(
        review=FORMAT,
        log=report.source,
        rules=None if rules is None else ReviewRules(game=rules.game, preset=rules.preset, options=dict(rules.options)),
        engine=__version__,
        insight=VERSION,
        settings=settings if reviews else None,
        hands=reviews,
    )


def _hand(
    game: Game,
    judge: Judge,
    starts: HandStarts,
    index: int,
    report: Report,
    settings: Settings | None,
    failed: Callable[[int, Exception], None] | None,
) -> HandReview:
    try:
        return _reviewed(game, judge, starts, index, report, settings)
    except Exception as fault:
        if failed is None:
            raise
        failed(index, fault)
        return HandReview(hand=index, state="failed")


def _reviewed(
    game: Game, judge: Judge, starts: HandStarts, index: int, report: Report, settings: Settings | None
) -> HandReview:
    log, sight = report.source.sha256, game.sight
    assert settings is not None
    if game.placements is not None and game.arranged is not None:
        findings = report.findings
        if game.analysis is not None and not game.analysis.covers(judge):
            return HandReview(hand=index, state="rules")
        return review_rows(judge, starts.match, index, game.placements, game.arranged, findings, settings, log)
    assert game.endgames is not None
    return review_hand(starts, index, game.endgames, report.findings, settings, sight=sight, log=log)
