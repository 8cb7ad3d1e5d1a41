"""The text of a log in its parts: the lines before the hands, and the lines of each hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.text.language import _
from engine.logs import write_text
from engine.logs.loose.hands import hand_begins, line_named, read_hand
from engine.logs.loose.reading import read
from engine.logs.loose.words import lines_of
from engine.logs.loose.writing import action_line, deal_line
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.rulebook.findings import Finding

MOST_CHARACTERS: Final = 64_000
"""Characters of the text of one hand, or of the lines before the hands."""
MOST_LINES: Final = 1_000
"""Lines of one hand."""
MOST_HANDS: Final = 200
MOST_ALTOGETHER: Final = 1_000_000
"""Characters of a whole log."""


class NotTaken(Exception):
    """A text that is not kept, with the reason as a part of a sentence."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A log in parts."""

    head: str
    hands: tuple[str, ...]
    """Without the lines that begin them."""


def plain_ends(text: str) -> str:
    """A text as a form sends it, with plain ends of lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parts_of(text: str) -> Parts:
    """The parts of a log.  What comes before the first hand is the head; a log without a hand has none."""
    lines = text.splitlines()
    begins = hand_begins("\n".join(lines))
    ends = [*(number - 1 for number in begins[1:]), len(lines)]
    head = lines if not begins else lines[: begins[0] - 1]
    hands = [lines[begin:end] for begin, end in zip(begins, ends, strict=True)] if begins else []
    return Parts("\n".join(head).strip("\n"), tuple("\n".join(hand).strip("\n") for hand in hands))


def parts_of_match(match: Match, language: str) -> Parts:
    """The parts of a match as loose text; what the table wrote down for the whole match is in the head."""
    whole = write_text(match, language).decode()
    parts = parts_of(whole)
    if not parts.hands:
        return parts
    # The lines of the result of the match come after the last hand, behind a blank line that no hand has.
    last, _blank, result = parts.hands[-1].partition("\n\n")
    head = f"{parts.head}\n{result}" if result else parts.head
    return Parts(head, (*parts.hands[:-1], last))


def whole_of(parts: Parts) -> str:
    """A log in one text."""
    hands = "".join(f"\nhand {number}\n{text}\n" for number, text in enumerate(parts.hands, 1))
    return f"{parts.head}\n{hands}"


def record_of(parts: Parts, source: str) -> LogRecord:
    """The match of a log, or why it cannot be read.  Raises NotTaken for a text with several matches."""
    records = read(whole_of(parts).encode("utf-8", "replace"), source)
    if len(records) != 1:
        raise NotTaken(_("the text names a game {count} times; expected: once", count=len(records)))
    return records[0]


def refuse_size(parts: Parts) -> None:
    """Raises NotTaken for a log that is too large for a draft."""
    if len(parts.hands) > MOST_HANDS:
        raise NotTaken(
            _("{count} hands found; at most {most} are taken", count=f"{len(parts.hands):,}", most=MOST_HANDS)
        )
    for text in (parts.head, *parts.hands):
        refuse_text(text)
    size = sum(map(len, (parts.head, *parts.hands)))
    if size > MOST_ALTOGETHER:
        raise NotTaken(
            _("{count} characters found; at most {most} are taken", count=f"{size:,}", most=f"{MOST_ALTOGETHER:,}")
        )


def refuse_text(text: str) -> None:
    """Raises NotTaken for a part of a log that is too large."""
    if len(text) > MOST_CHARACTERS:
        raise NotTaken(
            _(
                "{count} characters found; at most {most} are taken for one hand",
                count=f"{len(text):,}",
                most=f"{MOST_CHARACTERS:,}",
            )
        )
    lines = text.count("\n") + 1
    if lines > MOST_LINES:
        raise NotTaken(
            _("{count} lines found; at most {most} are taken for one hand", count=f"{lines:,}", most=f"{MOST_LINES:,}")
        )


def unread(record: LogRecord) -> tuple[tuple[int | None, Finding], ...]:
    """What cannot be read of a log, each with its line in the whole text."""
    return tuple((line_named(finding), finding) for finding in record.findings) if record.match is None else ()


def with_action(match: Match, text: str, action: str, language: str) -> str:
    """The text of a hand with one more action, as logs have it."""
    return _with_line(text, len(lines_of(text)), action_line(match, action, language))


def with_line(text: str, line: str) -> str:
    """The text of a hand with one more line."""
    return _with_line(text, len(lines_of(text)), line)


def without_last_line(text: str) -> str:
    """The text of a hand without its last line that is not blank."""
    return "\n".join(text.rstrip().split("\n")[:-1])


def with_deal(head: str, text: str, match: Match, seat: str, cards: Sequence[str], language: str) -> str:
    """The text of a hand in which a seat is dealt some cards; without any, the line of its deal is taken out."""
    read_so_far = read_hand(head, text)
    lines = [line.text for line in lines_of(text)]
    at = read_so_far.deal_lines.get(seat)
    written = [deal_line(match, seat, " ".join(cards), language)] if cards else []
    if at is not None and at > 0:
        return "\n".join([*lines[: at - 1], *written, *lines[at:]]).strip("\n")
    before = max((place for place in read_so_far.deal_lines.values() if place > 0), default=None)
    if before is None:
        before = len(lines) if read_so_far.first_action is None else read_so_far.first_action - 1
    return "\n".join([*lines[:before], *written, *lines[before:]]).strip("\n")


def _with_line(text: str, after: int, line: str) -> str:
    lines = [text_line.text for text_line in lines_of(text)][:after]
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join([*lines, line])
