"""The help by topic, which a page and `fupan help` show: what somebody needs to know who uses a part of Fupan."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from app.text.coach_help import FIGURES, REVIEW, HelpSection
from app.text.language import _, marked
from app.text.operators_help import CLUB, OPERATION, SERVER
from app.text.playouts_help import PLAYOUTS, playout_figures
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
_OPERATION: Final = Path(__file__).parents[1] / "web" / "operation"
_CODE: Final = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic with its paragraphs, in English; what is typed or read literally stands between backticks."""

    name: str
    """Its name in addresses and in the terminal."""
    title: str
    paragraphs: tuple[str, ...]
    files: tuple[str, ...] = ()
    """The names of files of `app/web/operation/` that it shows."""
    sections: tuple[HelpSection, ...] = ()


TOPICS: Final = (
    Topic(
        "matches",
        marked("Upload, replay, check, share"),
        (
            marked(
                "Choose files on the page “Add”, drop them there, or paste a text: logs, tables of scores and studies "
                "are known by what is in them. Each match gets its verdict: clean, misscored, illegal or incomplete. A "
                "file that cannot be read is listed with the line, the reason and what to do next. A match that is "
                "uploaded twice is kept once."
            ),
            marked(
                "A replay goes from step to step by buttons or arrow keys, and every step has an address of its "
                "own. Show all hands, what one seat saw, or what the whole table knew. “What if” (`w`) plays on "
                "from a step; the match does not change."
            ),
            marked(
                "“Review” (`r`), on a replay with results shown, says at each of the last steps of a hand what the "
                "decision cost. It marks faults along the hand, outlines the best cards, and opens a best line."
            ),
            marked(
                "Every finding says where it is, what was found, what the rules expect, and which rule that is. "
                "Every point of a score has its reasons beside it."
            ),
            marked(
                "Tables differ in their rules. Where a result depends on them, the page of the match shows "
                "verdict and scores under every preset, and the options that make the difference."
            ),
            marked(
                "“Share” (`s`) gives a link to what is shown, a picture of the table, a card for chat programs, a"
                " moving picture, a file that replays without a server, and a frame for a page of your own."
            ),
            marked(
                "“Compare two records” sets what two people wrote down of one match side by side. It says what "
                "each difference changes and which of the two the rules refute, and makes one record of both."
            ),
        ),
    ),
    Topic("review", marked("What a decision cost"), REVIEW, sections=FIGURES),
    Topic(
        "sheets",
        marked("Score sheets"),
        (
            marked(
                "Most tables write down results, not plays. A score sheet scores each hand from what was recorded of "
                "its end: the order of finish, the roles and the factor, or what every two players won of each other."
            ),
            marked(
                "Choose the game, name the players, and tap them in the order in which they go out. The points, "
                "the levels, the totals and who gives tribute next are shown at once. Every tap is saved."
            ),
            marked(
                "A table in a spreadsheet can be pasted, one row for each hand. In a terminal, `fupan sheet "
                "FILE.csv` does the same."
            ),
            marked(
                "Such a table has a row for each hand, and columns such as `hand`, `finish` or `place E`, `score "
                "E`, `total E`, `level`, `emperor`, `factor` and `units A-B`. A row 0 has the totals and levels "
                "before the first hand. `fupan convert --to csv` writes one from a sheet."
            ),
            marked(
                "A finished sheet becomes a match. Fupan compares every recorded number with what the rules give,"
                " and shows the first one that does not follow."
            ),
        ),
    ),
    Topic(
        "writing",
        marked("Write a log"),
        (
            marked(
                "“Write a log” on the page “Add” begins a match: choose its game, its players and its rules, then "
                "write its hands. A line is an action as people type it, in English or Chinese. Or tap the cards on a "
                "picture of the deck."
            ),
            marked(
                "Each line is checked at once. The page says whose turn it is, what is to be beaten, and what each "
                "seat still holds. A deal may stay unknown. You can paste a log that you have, and go on with it."
            ),
            marked(
                "A draft has an address that nobody can guess, and is kept until it is deleted. Download it, or "
                "make it a match."
            ),
        ),
    ),
    Topic(
        "players",
        marked("Players and ratings"),
        (
            marked(
                "The page of a player has four tabs: “Overview” with results and rating, “Decisions” with how the "
                "player plays, “Hands”, and “More figures” with what stands out, places, partners, months and events. "
                "A filter by role, partner, preset, event or days holds for all of them."
            ),
            marked(
                "“Ratings” says who is strong, and how certain that is. “Events” has the standings of a season. "
                "“More figures” leads to a comparison of two players, and to who does well with whom. Every table is "
                "there as CSV and JSON too."
            ),
            marked(
                "Figures follow the matches: one that is judged under other rules, deleted or restored changes "
                "them at once. What takes longer to count is shown as pending."
            ),
            marked(
                "Where matches are reviewed, the page of a player says what a decision with a choice cost on average, "
                "by what the player could know, from 100 such decisions on. It is no rating."
            ),
            marked("“Luck and play” sets the results of a player against what the dealt cards let one expect."),
            marked("Two names of one person can be joined, and split again. Names can be hidden."),
        ),
    ),
    Topic(
        "search",
        marked("Search of hands"),
        (
            marked(
                "Find hands by what happened in them, with a form or with a line such as `bombs>=3 place:1`. Both"
                " mean the same. The key `/` opens the search from every page."
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
                "Where a match is reviewed, its hands are found by what decisions cost: `fault`, `inaccuracy>=2`, "
                "`lucky`, `loss>=0.5`. A loss is in levels in Guandan, and in points in other games."
            ),
            marked(
                "A hand that is opened from a list of hands keeps the list: a search, the hands of a player, the "
                "best and the worst hands of an event. Above the table stands which hand of the list it is, with "
                "the ways to the previous one (`k`), to the next one (`j`) and back to the list. Notes can be "
                "written on the way. The list is part of the address, so it can be sent to somebody."
            ),
            marked("A search can be saved under a name. In a terminal, `fupan hands 'QUERY'` finds the same hands."),
        ),
    ),
    Topic(
        "notes",
        marked("Notes and studies"),
        (
            marked(
                "The key `m` opens a note at any step of a replay: text, and marks and arrows on cards and seats."
                ' The step is marked on the scrubber. The search of hands finds notes: `notes>=1`, `note:"too '
                'early"`.'
            ),
            marked(
                "Notes are shown where all hands are shown. Everybody who can open a match can change its notes. "
                "A note that somebody else changed in the meantime is not overwritten."
            ),
            marked(
                "A hand with its notes is a study: a page to read and print, and a file for another installation."
                " “Study with several hands” makes chapters of several hands, of several matches too; `j` and `k`"
                " go from chapter to chapter. In a terminal, `fupan study export 40.1 61.2` writes the file."
            ),
        ),
    ),
    Topic(
        "rules",
        marked("Which rules a match is judged under"),
        (
            marked(
                "A match is judged under the rules that somebody chose for it; else under those that its log "
                "claims; else under the default preset of its game."
            ),
            marked(
                "“Rules”, on the page of a match, has the match under every preset and the rules nearest to its own "
                "that make it right. “Judge under other rules” there shows the result under other options and changes "
                "nothing. “Make these the match's rules” keeps them, and one click goes back to the claim of the log."
            ),
            marked(
                "The page “Add” offers every preset and all house rules. In a terminal: `fupan import --rules "
                "njupt --option a_failures=3 FILE`."
            ),
            marked(
                "House rules are rules with a name. A change makes a new version; a match says which version it "
                'was judged under, and offers the newest one. In a terminal: `fupan house add "Friday table" '
                "--rules njupt --option a_failures=3`."
            ),
        ),
    ),
    Topic(
        "disputes",
        marked("Disputes"),
        (
            marked(
                "You can dispute a finding, a line of a score, a total or a step. Fupan shows at once whether the"
                " rules give what you claim, or which other rules would."
            ),
            marked(
                "Comments, evidence and rulings are recorded under the name and the role that you act as. A photo"
                " is kept without the data that a camera adds, so keep the original."
            ),
            marked(
                "A ruling can set other scores. The log never changes: the page of the match shows its totals "
                "with and without rulings, and so do the statistics."
            ),
            marked(
                "An arbiter who played in the match, or who opened the dispute, is warned, and the record says "
                "so. Rulings are made on the machine that serves the pages."
            ),
            marked("Rulings have votes and a dissenting note. The rulings of an event have a page to be printed."),
            marked(
                "“Recorded against derived”, on the page of a match, sets every recorded value beside what the "
                "rules give. It marks the first difference, and greys what only follows from it."
            ),
        ),
    ),
    Topic(
        "verdicts",
        marked("Signed verdicts"),
        (
            marked(
                "A verdict is a signed file: the result of a match under its rules. Anybody can check it. Give "
                "the page “Verify a verdict” the verdict and the log, and it works out everything again."
            ),
            marked(
                "An arbiter issues a verdict from the page of a dispute. In a terminal, `fupan verdict FILE` "
                "writes one, and `fupan verify VERDICT LOG --key FILE` checks one."
            ),
            marked(
                "A verdict can be printed, or saved as a PDF, with the table at each finding. The QR code at its "
                "foot is its hash, which “Verify a verdict” accepts too."
            ),
            marked("If a later ruling replaced a verdict, its page leads to the new one."),
            marked(
                "`fupan keys new` makes the key that verdicts are signed with. `fupan audit` exports and checks "
                "the record of disputes, in which each entry names the one before it by its hash."
            ),
            marked(
                "A PDF needs a font with Chinese characters: one that is installed, or the file that `FUPAN_FONT`"
                " names."
            ),
        ),
    ),
    Topic(
        "hall",
        marked("Show in a hall"),
        (
            marked(
                "“Show in a hall”, in the ☰ menu of a replay, gives two addresses: one for a display that anybody"
                " may open, and a secret one for the presenter."
            ),
            marked(
                "The presenter goes from step to step, from trick to trick and from hand to hand, from a phone "
                "too, and chooses whose cards the hall sees. The display follows within two seconds. It receives "
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
                "Replays that you open with all hands stay in the browser: at most 24 MiB, or 400 pages and "
                "steps. What was kept longest ago is removed first."
            ),
            marked("A step is kept when it has been shown. If results are shown, the whole hand is kept."),
            marked(
                "Of what you read while logged in, nothing is kept unless you ask for it: “Keep this match offline”, "
                "in the menu of a replay. It is removed when you log out or your login ends."
            ),
            marked(
                "“Kept offline”, at the foot of every page, lists what is kept and removes it. Views of a seat, "
                "forms, disputes, sheets and drafts are never kept."
            ),
            marked("Browsers keep pages over HTTPS and on `localhost` only."),
        ),
    ),
    Topic(
        "changes",
        marked("Rename, join, split and delete"),
        (
            marked(
                "No byte of a log ever changes. Other titles and names are kept beside it, under “Files” on the "
                "page of a match."
            ),
            marked(
                "Two logs of one evening can be joined to one match, and a log of two matches can be split. The "
                "matches that the new ones are made of are in no list until you undo it."
            ),
            marked(
                "What is deleted is on the page “Files” for 30 days and can be brought back. Then its bytes are"
                " removed for good. In a terminal: `fupan delete --list`, `--undo` and `--purge`."
            ),
        ),
    ),
    Topic(
        "commands",
        marked("Commands"),
        (
            marked(
                "`fupan --help` lists the commands, and `fupan check --help` describes one. `fupan check FILE` "
                "judges logs, `fupan show FILE` shows a table at a step, `fupan score FILE` proves the scores, "
                "and `fupan explain NAME` says what a finding, a rule or a word means."
            ),
            marked(
                "`fupan check` ends with 0 if all matches are clean, 1 if some are not, and 2 if some could not "
                "be read. With `--json` it writes reports for programs."
            ),
            marked(
                'To complete commands by the Tab key, put `eval "$(_FUPAN_COMPLETE=bash_source fupan)"` into the '
                "start file of the shell (`zsh_source` for zsh, `fish_source` for fish)."
            ),
        ),
    ),
    Topic(
        "archives",
        marked("Large archives"),
        (
            marked(
                "A whole archive is judged in a terminal. Keep its matches in plain files with one match on each "
                "line (`.jsonl`): such a file is divided at line ends, and every process reads its own parts. A "
                "packed file is unpacked by one process."
            ),
            marked(
                "On one machine, `fupan check --json --jobs N FILES` judges with N processes, one for each core. It "
                "prints the same as one process, in the same order. `fupan import --jobs N FILES` stores the matches: "
                "N processes judge and count them, and one writes. It commits in batches, and continues where it "
                "stopped when it is run again. After an update, `fupan reprocess --jobs N` judges what is stored again."
            ),
            marked(
                "On many machines, Dask distributes the work. Install `fupan[dask]` on each, with the same versions of "
                "Python, Dask and Fupan. Start `dask scheduler` on one machine and `dask worker tcp://HOST:8786 "
                "--nworkers N --nthreads 1` on each, where N is the number of its cores, and run `fupan check --dask "
                "tcp://HOST:8786 FILES`. FILES are paths that are the same on every machine, or addresses such as "
                "`s3://bucket/logs/*.jsonl`; the workers then need the library of that storage, such as `s3fs`."
            ),
            marked(
                "Beside `a.jsonl` the workers write `a.jsonl.report.jsonl`, which is what `fupan check --json` "
                "prints of it, and `a.jsonl.facts.jsonl`, which is what an import counts of each match. Both appear"
                " when the whole file is judged. Until then, its parts are in the hidden folder `.a.jsonl.parts`. "
                "If a worker is lost, others do its parts again."
            ),
            marked(
                "Anybody who can reach a scheduler can run programs on its workers: keep it in a closed network, or "
                "use TLS (`tls://HOST:8786`). Fupan connects to the address that you give it and to no other."
            ),
            marked(
                "On two slow cores with the compiled lane, `fupan check --jobs 2` judges a million hands of Guandan "
                "in half a minute with 70 MiB of memory in all processes, and `fupan import --jobs 2` stores them in"
                " about 8 minutes. Without the lane, one process judges about 6,000 hands of Guandan a second, and "
                "2,500 to 4,000 of the other games. `fupan --version` says whether the compiled lane is in use."
            ),
            marked(
                "To measure your own machine, run `python -m tests.benchmarks.jobs check` and `python -m "
                "tests.benchmarks.jobs import` in a copy of the source. They compare CPU time and memory of one "
                "process and of several. `python -m tests.benchmarks.replay` compares the games."
            ),
        ),
    ),
    Topic(
        "parquet",
        marked("Statistics of a large archive"),
        (
            marked(
                "A platform with millions of hands need not keep them in a database. `fupan archive build FILE... "
                "--out DIR` judges them and writes their statistics, and an index of their verdicts, as files of "
                "Parquet. It needs two libraries: `pip install 'fupan[archive]'`."
            ),
            marked(
                "`--jobs N` judges with N processes, `--dask ADDRESS` with the workers of many machines. A build that "
                "was stopped, or is run again with more files, judges what is missing alone. An archive is of one "
                "version of the engine: after an upgrade, build it again in a new folder."
            ),
            marked(
                "`fupan stats --archive DIR` prints its figures. `fupan archive verify DIR FILE...` reads all its "
                "files and judges a sample of its matches again."
            ),
            marked(
                "With `FUPAN_ARCHIVE=DIR`, `fupan serve` shows the archive on the pages of players, ratings, events "
                "and partners, and what a later build adds. All other pages, and the search of hands, are of the "
                "database, as are rulings, notes and joined players."
            ),
            marked(
                "Other programs can read the files too. By month, in the folder `months`, `judged_matches` is the "
                "index of verdicts, and `facts` has a row for each hand and seat. `tallies` has their sums by match: "
                "those of older matches in `months/older`, those of newer ones in `whole`. Texts are in `whole`, by "
                "number."
            ),
        ),
    ),
    Topic("playouts", marked("Playouts of placements"), PLAYOUTS),
    Topic("server", marked("Run the server"), SERVER),
    Topic("club", marked("A club and its roles"), CLUB),
    Topic(
        "operation",
        marked("Keep a club's server running"),
        OPERATION,
        (
            *("fupan.conf", "fupan.service", "fupan-backup.service", "fupan-backup.timer", "fupan.sh", "nginx.conf"),
            "Containerfile",
        ),
    ),
    Topic(
        "bounds",
        marked("Bounds"),
        (
            marked(
                "A match may have {match} MiB, {hands} hands, {actions} actions in a hand and {words} words in an"
                " action. A refusal names the bound."
            ),
            marked(
                "An upload of at most {unpacked_at_once} MiB (unpacked), {matches_at_once} matches and "
                "{actions_at_once} actions is judged at once. A larger one waits as a job, and its page shows the "
                "progress. It may have {unpacked_of_job} MiB, {matches_of_job} matches and {actions_of_job} actions."
            ),
            marked(
                "What is larger still has to be split, or is judged in a terminal: `fupan check` has no such bounds."
            ),
            marked(
                "What visitors store together is bounded too: drafts, sheets, searches, house rules, notes, "
                "evidence, presentations and waiting jobs. When there are too many, the oldest that is still "
                "empty makes room. What has content is never removed."
            ),
            marked(
                "What takes long to compute waits in a queue, and its page says how many are before it. A server "
                "that is busy answers 503 after two seconds: try again."
            ),
        ),
    ),
)
"""The topics, in the order of their list."""


def topic_named(name: str) -> Topic | None:
    """The topic of a name, or of a title in the language of the reader; None if there is none."""
    wanted = name.strip().casefold()
    return next((topic for topic in TOPICS if wanted in (topic.name, _(topic.title).casefold())), None)


def files_of(topic: Topic) -> dict[str, str]:
    """The text of each file that a topic shows, by its name."""
    return {name: (_OPERATION / name).read_text(encoding="utf-8") for name in topic.files}


def pieces(text: str) -> list[tuple[str, bool]]:
    """A paragraph in the language of the reader in pieces, each with whether it is typed or read literally."""
    written = _(text, **BOUNDS, **playout_figures())
    return [(part, number % 2 == 1) for number, part in enumerate(_CODE.split(written)) if part]
