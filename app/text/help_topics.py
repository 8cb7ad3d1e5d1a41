"""The help by topic, which a page and `fupan help` show: what somebody needs to know who uses a part of Fupan."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.text.language import _, marked
from engine.logs import AT_ONCE, UPLOAD
from engine.record.bounds import ACTIONS, HANDS, MATCH_BYTES, WORDS

MIB: Final = 1024**2
BOUNDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "match": f"{MATCH_BYTES // MIB}",
        "hands": f"{HANDS:,}",
        "actions": f"{ACTIONS:,}",
        "words": f"{WORDS}",
        "unpacked_at_once": f"{(AT_ONCE.unpacked or 0) // MIB}",
        "matches_at_once": f"{AT_ONCE.matches:,}",
        "actions_at_once": f"{AT_ONCE.actions:,}",
        "unpacked_of_job": f"{(UPLOAD.unpacked or 0) // MIB}",
        "matches_of_job": f"{UPLOAD.matches:,}",
        "actions_of_job": f"{UPLOAD.actions:,}",
    }
)
"""The bounds that the topics name, as they are written."""
_CODE: Final = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic with its paragraphs, in English; what is typed or read literally stands between backticks."""

    name: str
    """Its name in addresses and in the terminal."""
    title: str
    paragraphs: tuple[str, ...]


TOPICS: Final = (
    Topic(
        "sheets",
        marked("Score sheets"),
        (
            marked(
                "Most tables write down results, not plays. A score sheet scores each hand from what was recorded "
                "of its end: the order of finish, the roles and the factor, or what every two players won of each "
                "other."
            ),
            marked(
                "Choose the game, name the players, and tap them in the order in which they go out. The points, the"
                " levels, the totals and who gives tribute next are shown at once. Every tap is saved."
            ),
            marked(
                "A table in a spreadsheet can be pasted, one row for each hand. In a terminal, `fupan sheet "
                "FILE.csv` does the same."
            ),
            marked(
                "A finished sheet becomes a match. Fupan compares every recorded number with what the rules give, "
                "and shows the first one that does not follow."
            ),
        ),
    ),
    Topic(
        "hall",
        marked("Show in a hall"),
        (
            marked(
                "“Show in a hall”, in the ☰ menu of a replay, gives two addresses: one for a display that anybody "
                "may open, and a secret one for the presenter."
            ),
            marked(
                "The presenter goes from step to step, from trick to trick and from hand to hand, from a phone too,"
                " and chooses whose cards the hall sees. The display follows within two seconds. It receives "
                "nothing of hidden hands or of later steps."
            ),
            marked(
                "For an overlay, `?background=transparent` leaves out what is behind the table. `?hands=hidden` "
                "opens no hand at all."
            ),
            marked("A presentation ends a day after its last change."),
        ),
    ),
    Topic(
        "offline",
        marked("Without a connection"),
        (
            marked(
                "Replays that you open with all hands stay in the browser: at most 24 MiB, or 400 pages and steps. "
                "What was kept longest ago is removed first."
            ),
            marked("A step is kept when it has been shown. If results are shown, the whole hand is kept."),
            marked(
                "“Kept offline”, at the foot of every page, lists what is kept and removes it. Views of a seat, "
                "forms, disputes, sheets and drafts are never kept."
            ),
            marked("Browsers keep pages over HTTPS and on `localhost` only."),
        ),
    ),
    Topic(
        "disputes",
        marked("Disputes"),
        (
            marked(
                "You can dispute a finding, a line of a score, a total or a step. Fupan shows at once whether the "
                "rules give what you claim, or which other rules would."
            ),
            marked(
                "Comments, evidence and rulings are recorded under the name and the role that you act as. A photo "
                "is kept without the data that a camera adds, so keep the original."
            ),
            marked(
                "A ruling can set other scores. The log never changes: the page of the match shows its totals with "
                "and without rulings, and so do the statistics."
            ),
            marked(
                "An arbiter who played in the match, or who opened the dispute, is warned, and the record says so. "
                "Rulings are made on the machine that serves the pages."
            ),
        ),
    ),
    Topic(
        "verdicts",
        marked("Signed verdicts"),
        (
            marked(
                "A verdict is a signed file: the result of a match under its rules. Anybody can check it. Give the "
                "page “Verify a verdict” the verdict and the log, and it works out everything again."
            ),
            marked(
                "An arbiter issues a verdict from the page of a dispute. In a terminal, `fupan verdict FILE` writes"
                " one, and `fupan verify VERDICT LOG --key FILE` checks one."
            ),
            marked(
                "A verdict can be printed, or saved as a PDF, with the table at each finding. The QR code at its "
                "foot is its hash, which “Verify a verdict” accepts too."
            ),
            marked("If a later ruling replaced a verdict, its page leads to the new one."),
        ),
    ),
    Topic(
        "search",
        marked("Search of hands"),
        (
            marked(
                "Find hands by what happened in them, with a form or with a line such as `bombs>=3 place:1`. Both "
                "mean the same. The key `/` opens the search from every page."
            ),
            marked(
                'All conditions of a line must hold. A value with spaces stands in quotation marks: `note:"too '
                'early"` finds hands by their notes.'
            ),
            marked(
                "A word in a note that begins with # is a tag. It is a link to all hands that have the tag; "
                "`note:#late` finds the same."
            ),
            marked(
                "A hand that is opened from a list of hands keeps the list: a search, the hands of a player, the best "
                "and the worst hands of an event. Above the table stands which hand of the list it is, with the ways "
                "to the previous one (`k`), to the next one (`j`) and back to the list. Notes can be written on the "
                "way. The list is part of the address, so it can be sent to somebody."
            ),
            marked("A search can be saved under a name. In a terminal, `fupan hands 'QUERY'` finds the same hands."),
        ),
    ),
    Topic(
        "bounds",
        marked("Bounds"),
        (
            marked(
                "A match may have {match} MiB, {hands} hands, {actions} actions in a hand and {words} words in an "
                "action. A refusal names the bound."
            ),
            marked(
                "An upload of at most {unpacked_at_once} MiB (unpacked), {matches_at_once} matches and "
                "{actions_at_once} actions is judged at once. A larger one waits as a job, and its page shows the "
                "progress. It may have {unpacked_of_job} MiB, {matches_of_job} matches and {actions_of_job} actions."
            ),
            marked(
                "What is larger still has to be split, or is judged in a terminal: `fupan check` has no such bounds."
            ),
        ),
    ),
)
"""The topics, in the order of their list."""


def topic_named(name: str) -> Topic | None:
    """The topic of a name, or of a title in the language of the reader; None if there is none."""
    wanted = name.strip().casefold()
    return next((each for each in TOPICS if wanted in (each.name, _(each.title).casefold())), None)


def pieces(text: str) -> list[tuple[str, bool]]:
    """A paragraph in the language of the reader in pieces, each with whether it is typed or read literally."""
    return [(each, number % 2 == 1) for number, each in enumerate(_CODE.split(_(text, **BOUNDS))) if each]
