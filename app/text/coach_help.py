"""What the help says of the figures of a review: what each means, an example, and what must not be read into it."""

from dataclasses import dataclass
from typing import Final

from app.text.language import marked

_EXAMPLE: Final = marked("An example:")
_CAUTION: Final = marked("What must not be read into it:")


@dataclass(frozen=True, slots=True)
class HelpSection:
    """What a topic says of one figure, in English."""

    name: str
    """Its name in addresses."""
    title: str
    meaning: str
    example: str
    caution: str
    """What must not be read into it."""

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Its paragraphs, each with the words that lead it in; empty for the first one."""
        return ("", self.meaning), (_EXAMPLE, self.example), (_CAUTION, self.caution)


REVIEW: Final = (
    marked(
        "The review of a match says what each decision of the last cards of a hand cost: in Guandan from 24 cards in "
        "all hands together, in Bao Huang from 28, in Big A from 20; in Chinese poker each hand that is set at once, "
        "and each placement. Who takes part asks for it on the page “Review” of a match. It is made in the background, "
        "hand by hand, and kept."
    ),
    marked(
        "There are two figures, always together: the cost by what the seat could know, in Guandan from the last 20 "
        "cards on, in Bao Huang and Big A from 12, and the cost with all cards open. Only the first shows a fault. In "
        "Guandan both count levels, as if no team were near A; at A only winning with the partner not last counts."
    ),
    marked(
        "Who takes part can ask for the review of all matches of an event on the page of the event. The matches are "
        "reviewed one after the other when nothing else waits. A pause stops after the hand in work, and “Resume” goes "
        "on with the next one."
    ),
    marked(
        "A person's faults, and the key moments of a match, can be tried again: the page shows the table as the seat "
        "saw it, you choose an action, and what it costs is said. What you found is noted in your browser alone."
    ),
)
"""What a review is."""
FIGURES: Final = (
    HelpSection(
        "fair",
        marked("Cost by what the seat could know"),
        marked(
            "What the action that was done scores on average over the deals that fit what the seat had seen, taken "
            "from the same average of the best action. In each deal everybody plays best after the action, with all "
            "cards open. All ways to lay the single cards are equally likely. In Chinese poker, the cards of the "
            "others are dealt at random, or all cards are counted that can still come."
        ),
        marked(
            "“Cost 0.8 ± 0.1 levels (one standard error); with all cards open 2”: over the deals that the player had "
            "to reckon with, the best action wins 0.8 levels more on average. As the cards really lay, it would have "
            "won 2 levels more."
        ),
        marked(
            "In each deal everybody sees all cards after the action, so the figure takes no account of what an action "
            "gives away, nor that a player cannot play differently in deals that look alike. Nothing is inferred from "
            "how others played. It is no rating, and says nothing of luck or honesty."
        ),
    ),
    HelpSection(
        "open",
        marked("Cost with all cards open"),
        marked(
            "What the seat scores at the end of the hand if everybody plays best from there and knows all cards and "
            "roles, less what it scores so after the action. It is a whole number, and exact."
        ),
        marked(
            "“With all cards open 2”: as the cards really lay, the best action wins 2 levels more than the one that "
            "was done, whatever the others do against it."
        ),
        marked(
            "Nobody at the table sees all cards. What costs much here may have been the best by what the seat could "
            "know, so this figure alone never shows a fault."
        ),
    ),
    HelpSection(
        "error",
        marked("Standard error"),
        marked(
            "How far the cost may be off because not all deals were counted: one standard error of the difference "
            "between the action that was done and the best one, or the next best where the best was done. In 19 of 20 "
            "cases the figure over all deals is within two of them."
        ),
        marked("“0.8 ± 0.1”: over all deals, the cost would most likely be between 0.6 and 1."),
        marked(
            "It is an error of the count alone. It does not say how far best play with open cards is from how people "
            "play, and two costs that are closer together than their errors cannot be told apart."
        ),
    ),
    HelpSection(
        "deals",
        marked("Deals"),
        marked(
            "How many deals of the cards that the seat did not see the cost rests on. Where the deals that fit can lie "
            "in at most 200 ways, all are counted; else 200 are drawn at random, the same for all actions and on every "
            "machine."
        ),
        marked(
            "“200 deals drawn”: very many deals fit what the seat had seen, and the cost is the mean over 200 of them."
        ),
        marked(
            "A deal fits by the cards that were seen and the roles that were known. That somebody passed, or led low, "
            "makes no deal more or less likely."
        ),
    ),
    HelpSection(
        "exact",
        marked("Exact"),
        marked("All deals that fit were counted, so that the cost has no standard error."),
        marked(
            "With few cards left, three deals may fit. An action that loses 2 levels in one of them, and nothing in "
            "the others, cost 0.667 levels, exact."
        ),
        marked(
            "The count is exact, not the forecast: it remains the mean over deals in which everybody sees all cards "
            "after the action."
        ),
    ),
    HelpSection(
        "fault",
        marked("Fault"),
        marked(
            "■ F: a decision that surely, by two standard errors, cost more than half a level by what the seat could "
            "know; in other games, more than half of the least difference between two scores that the seat could have."
        ),
        marked("“Cost 1.1 ± 0.1 levels”: less two errors it is 0.9, more than half a level."),
        marked(
            "A player may have had a good reason in how the others played, which counts nothing here. A fault says "
            "nothing of honesty, and the number of faults is no rating."
        ),
    ),
    HelpSection(
        "inaccuracy",
        marked("Inaccuracy"),
        marked(
            "▲ I: a decision that surely, by two standard errors, cost something by what the seat could know, but not "
            "surely as much as a fault."
        ),
        marked("“Cost 0.4 ± 0.1 levels”: less two errors it is 0.2, more than nothing and less than half a level."),
        marked("The difference is small, and often nobody can see it at the table."),
    ),
    HelpSection(
        "lucky",
        marked("Lucky escape"),
        marked("◆ L: a fault by what the seat could know that cost nothing as the cards really lay."),
        marked(
            "“Cost 0.667 levels (exact); with all cards open 0”: in one of three deals the action loses 2 levels. The "
            "deal that was played was one of the two others."
        ),
        marked("It does not measure luck: a hand or a match is not won by luck because one action went well."),
    ),
    HelpSection(
        "unlucky",
        marked("Unlucky"),
        marked(
            "A decision that cost something as the cards really lay, and surely less than a quarter of a level by what "
            "the seat could know; in other games, of the least difference between two scores."
        ),
        marked(
            "“Cost 0.02 ± 0.02 levels (one standard error); with all cards open 3”: hardly any action was better by "
            "what the seat could know, and this time one card was in the wrong hand."
        ),
        marked("It is no fault, and does not excuse other decisions: each is judged alone."),
    ),
    HelpSection(
        "best",
        marked("No fault"),
        marked(
            "A decision that cost nothing with all cards open, and less than a quarter of a level by what the seat "
            "could know; in other games, of the least difference between two scores."
        ),
        marked("“Cost 0 levels (exact); with all cards open 0”: no other action is better, in either way."),
        marked("Against people another action may have been better, because they do not see all cards."),
    ),
    HelpSection(
        "unclear",
        marked("Not clear"),
        marked("The standard error is too large to say which of the others the decision is."),
        marked("“Cost 0.3 ± 0.2 levels”: less two errors it is below 0, so that it may have cost nothing."),
        marked(
            "It is no hidden fault. In a terminal, `fupan review --deals 2000` draws more deals, and the error is "
            "smaller."
        ),
    ),
    HelpSection(
        "decisions",
        marked("Decisions"),
        marked(
            "How many decisions of a hand are reviewed: all actions from the first of the last cards on, also those "
            "that were the only ones the rules allowed."
        ),
        marked(
            "“Decisions 19”: from the step that left 24 cards in all hands together, the four players acted 19 times."
        ),
        marked(
            "It says nothing of how hard a hand was. Where the rules allowed one action, nothing could be lost, and "
            "what happened before the last cards is not judged at all."
        ),
    ),
    HelpSection(
        "accuracy",
        marked("Accuracy"),
        marked(
            "The mean cost of a person's decisions by what the seat could know, over those with a choice and with such "
            "a cost. With it stand its interval, the number of decisions and the games that it rests on; it is shown "
            "from 100 such decisions on."
        ),
        marked(
            "A mean of 0.2 levels with an interval from 0.15 to 0.25: in the last cards of a hand, a decision lost a "
            "fifth of a level on average, and in 19 of 20 cases such an interval has the mean of very many hands."
        ),
        marked(
            "It is no rank, title or rating. It knows the last cards of a hand alone, hands that are hard to play cost "
            "more, and only after about a hundred hands does it tell a good player from one who plays at random."
        ),
    ),
)
"""The figures of a review, in the order of their list."""
