"""What a review says of a hand and of a decision, in words."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from app.text.language import _, marked
from engine.insight.fair import Words
from engine.insight.review import Decision, Ended, Settings, State

UNREVIEWED: Final[Mapping[State, str]] = MappingProxyType(
    {
        "cards-unknown": marked("not reviewed, because not all cards are known"),
        "roles-unknown": marked("not reviewed, because the roles are not known"),
        "no-play": marked("not reviewed, because no play of its last cards is recorded"),
        "faulty": marked("not reviewed, because a rule was broken before the last cards"),
        "not-solved": marked("not reviewed, because the budget ended before the first value"),
        "failed": marked("not reviewed, because Fupan failed on it; this is a bug in Fupan, please report it"),
    }
)
"""Why a hand is not reviewed, as untranslated messages."""

CALLED: Final[Mapping[Words, str]] = MappingProxyType(
    {
        "fault": marked("a fault"),
        "lucky": marked("lucky"),
        "best": marked("no fault"),
        "unlucky": marked("unlucky, no fault"),
        "inaccuracy": marked("inaccurate"),
        "unclear": marked("not clear"),
    }
)
"""Names of the classes of decisions, as untranslated messages."""


def what_ended(ended: Sequence[Ended], decisions: Sequence[Decision], settings: Settings) -> Iterator[str]:
    """Where the review of a hand stopped because a budget ended, a sentence each."""
    for kind in ended:
        if kind == "value":
            yield _(
                "The budget of one value ended ({count} positions): decisions before step {step} are not reviewed.",
                count=f"{settings.nodes:,}",
                step=decisions[0].action + 1,
            )
        elif kind == "open":
            yield _(
                "The budget of this hand ended ({count} positions): decisions before step {step} are not reviewed.",
                count=f"{settings.hand_nodes:,}",
                step=decisions[0].action + 1,
            )
        else:
            last = next((one.action + 1 for one in decisions if one.fair is not None), None)
            if last is None:
                yield _(
                    "The budget of this hand ended ({count} positions): no decision is counted by what the seats could "
                    "know.",
                    count=f"{settings.hand_nodes:,}",
                )
            else:
                yield _(
                    "The budget of this hand ended ({count} positions): decisions before step {step} are not counted "
                    "by what the seats could know.",
                    count=f"{settings.hand_nodes:,}",
                    step=last,
                )


def not_said(decision: Decision, settings: Settings | None) -> str:
    """What the cost by what a seat could know is, and what it is not."""
    if decision.open is None:
        return _(
            "What a seat could know counts every card that it did not see as equally likely to come. Near the end, "
            "each later placement is the best for its seat by what that seat then sees. Before that the cost is an "
            "estimate: the policy {policy} makes every later placement. It holds for that policy alone, and shows "
            "no fault.",
            policy="" if settings is None else settings.policy,
        )
    if decision.actions is None:
        return _(
            "What a seat could know is the mean over dealt opponents who set their cards by the measure of fupan "
            "arrange, and all cards open are the rows really shown: it is not how these opponents play."
        )
    return _(
        "What a seat could know is the mean over the deals that fit what it saw, with all cards open after the "
        "action in each: it is not what people can do who never see them, and how others played counts nothing."
    )
