"""What the page of a log that is being written shows: the lines with their findings, the table, the pad."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.drawing.table.holding import MarkedCards
from app.drawing.table.sight import marked_of
from app.sheets.writing.check import CheckedHand, NotJudged, Remark
from app.sheets.writing.drafts import UnfinishedLog
from app.text.frame_terms import fact_value, rank_shown, word
from app.text.glossary import in_reader
from app.text.language import DEFAULT, _, current, said
from app.text.readable import readable, readable_message
from app.text.seats import player_names, short_name
from app.web.parts.faces import Face, faces
from app.web.parts.writing_pad import PadRow, card_of, of_deal, of_play, pad_of, seat_of
from engine.games import GAMES
from engine.logs.loose.seats import chinese_seats
from engine.logs.loose.vocabulary import CHINESE, written_word
from engine.record.actions import parse_action
from engine.record.match import Match, given_value
from engine.record.verbs import NOTHING, VERBS, Arguments
from engine.replay.frames import Frame
from engine.replay.game import Game
from engine.replay.pack import Pack
from engine.rulebook.findings import Finding, Severity

_PLAY: Final = "play"
_ON_THE_TABLE: Final = frozenset({_PLAY, "capture"})
MOST: Final = 12
"""Acts that are tried at once."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An act of a seat."""

    action: str
    """As logs write it."""
    words: str
    """The verb, in the language of the reader."""
    finding: Finding | None
    """The rule that it breaks; None if the rules allow it."""
    says: str
    """What its cards would be, in words; empty where nothing is to be said."""

    @property
    def allowed(self) -> bool:
        """Whether the rules allow it."""
        return self.finding is None

    @property
    def shown(self) -> bool:
        """Whether it is shown at once: all that the rules allow, and what is played."""
        return self.allowed or self.action.split(" ")[1] == _PLAY


def offers_of(checked: CheckedHand, seat: str, chosen: Sequence[str]) -> tuple[Offer, ...]:
    """The acts of a seat with the cards that are chosen, those that the rules allow first.

    Acts that break a rule are among them if they use the chosen cards, because a log says what happened.
    """
    tried = []
    for verb, words in list(_acts(checked, seat, chosen))[:MOST]:
        action = " ".join((seat, verb, *words))
        finding = checked.broken_by(action)
        with_cards = VERBS[verb.split(" ")[0]].arguments.are_cards
        if finding is None or with_cards or verb == "pass":
            tried.append(Offer(action, verb_words(checked.game, verb), finding, _says(checked, action, finding)))
    return tuple(sorted(tried, key=lambda offer: not offer.allowed))


def verb_words(game: Game, verb: str) -> str:
    """A verb of a log in the language of the reader."""
    typed = game.glossary.verbs.get(verb)
    if typed is None:
        return verb
    return typed.english if current() is DEFAULT else in_reader(typed)


def _acts(checked: CheckedHand, seat: str, chosen: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    game = checked.game
    cards = [card_of(word) if "=" not in word else word.partition(":")[0] for word in chosen]
    for verb, wanted in game.verbs.items():
        kind = VERBS[verb].arguments
        if wanted == NOTHING:
            yield verb, []
        elif kind is Arguments.WORDS:
            yield from ((phrase, []) for phrase in game.glossary.verbs if phrase.startswith(f"{verb} "))
        elif kind is Arguments.NUMBER:
            yield from (
                (verb, [str(frame.count)]) for frame in checked.frame.seats if frame.seat == seat and not frame.at_most
            )
        elif kind is Arguments.PLACED and chosen:
            yield verb, _placed(game, chosen)
        elif kind.are_cards and chosen:
            yield verb, _in_rows(game, chosen) if verb == "set" else cards


def _placed(game: Game, chosen: Sequence[str]) -> list[str]:
    rows = game.analysis.rows if game.analysis is not None else ()
    return [word if ":" in word else f"{word}:{rows[-1]}" if rows else word for word in chosen]


def _in_rows(game: Game, chosen: Sequence[str]) -> list[str]:
    """Cards with strokes between the rows: as each says its row, else in the order in which they were chosen."""
    if game.analysis is None:
        return list(chosen)
    named = any(":" in word for word in chosen)
    words: list[str] = []
    at = 0
    for row, size in zip(game.analysis.rows, game.analysis.row_sizes, strict=True):
        if named:
            cards = [card_of(word) for word in chosen if word.partition(":")[2] == row]
        else:
            cards = [card_of(word) for word in chosen[at : at + size]]
        at += size
        words += [*(["/"] if words else []), *cards]
    return words


def _says(checked: CheckedHand, action: str, finding: Finding | None) -> str:
    if finding is not None:
        return said(readable_message(finding)[0])
    why = checked.after(action).why_legal if action.split(" ")[1] in _ON_THE_TABLE else None
    if why is None:
        return ""
    reading = said(readable(why.reading))
    if why.on is None:
        return _("{reading}: it may be led.", reading=reading)
    on = said(readable(why.on.reading))
    return _("{reading}: it beats the {on} by {by}.", reading=reading, on=on, by=said(readable(why.by)))


DEAL: Final = "deal"
PLAY: Final = "play"
_DISCARD: Final = "discard"
_GRAVEST: Final = (Severity.ERROR, Severity.WARNING, Severity.NOTICE)


@dataclass(frozen=True, slots=True)
class WritingRequest:
    """What a form asks to show with the text."""

    mode: str = ""
    """``deal`` or ``play``; empty: whichever the hand is at."""
    seat: str = ""
    chosen: tuple[str, ...] = ()
    row: str = ""


@dataclass(frozen=True, slots=True)
class GutterLine:
    """The margin of a line: its number, and the gravest severity of its findings."""

    number: int
    severity: str
    count: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat as it is after the last line."""

    seat: str
    name: str
    count: int
    cards: tuple[Face, ...]
    hidden: int
    at_most: bool
    """Whether ``count`` and ``hidden`` may be too high."""
    turn: bool
    out: bool
    dealt: int
    """The cards that the log says it was dealt."""


@dataclass(frozen=True, slots=True)
class Pad:
    """The pad, for a seat."""

    mode: str
    seat: str
    rows: tuple[PadRow, ...]
    chosen: tuple[str, ...]
    shown: tuple[Face, ...]
    """The chosen cards."""
    by_rank: tuple[tuple[str, int], ...]
    """By rank, how many of the chosen cards have it."""
    most: int
    """The cards that a seat is dealt; 0 if there is no such number."""
    places: tuple[str, ...]
    """The names of the rows that cards can be placed in."""
    place: str
    offers: tuple[Offer, ...]

    @property
    def broken(self) -> bool:
        """Whether there are offers that are shown only to those who ask for them."""
        return any(not offer.shown for offer in self.offers)


@dataclass(frozen=True, slots=True)
class NextWords:
    """The words that the next line can have."""

    seats: Mapping[str, str]
    """By seat as logs write it, as the text writes it."""
    verbs: tuple[tuple[str, str], ...]
    """As the text writes them, each with its verb in the language of the reader."""
    cards: Mapping[str, tuple[tuple[str, str], ...]]
    """By seat, the cards that it is known to hold, each with its name in words."""


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand while it is written."""

    gutter: tuple[GutterLine, ...]
    remarks: tuple[Remark, ...]
    errors: int
    stage: str
    facts: tuple[tuple[str, str], ...]
    seats: tuple[Sitting, ...]
    turn: str
    """The name of the player whose turn it is; empty if any may act."""
    beat: tuple[str, tuple[Face, ...], str] | None
    """Who made the play to beat, its cards, and what they are."""
    over: bool
    scores: tuple[tuple[str, int | None], ...]
    """By name, the results of the hand; empty while they are not known."""
    pad: Pad | None
    words: NextWords | None
    why_not: str
    """Why the hand is not judged, as a part of a sentence."""
    unread_from: int | None


def hand_view(draft: UnfinishedLog, number: int, checked: CheckedHand | NotJudged, asked: WritingRequest) -> HandView:
    """What the page shows of a hand."""
    gutter = gutter_of(draft.parts.hands[number - 1], checked.remarks)
    errors = sum(remark.finding.severity is Severity.ERROR for remark in checked.remarks)
    if isinstance(checked, NotJudged):
        return HandView(gutter, checked.remarks, errors, "", (), (), "", None, False, (), None, None, checked.why, None)
    frame = checked.frame
    names = names_of(checked.match)
    cards = marked_of(frame)
    dealt = given_value(checked.match.hands[number - 1].deal) or {}
    beat = None
    if frame.table is not None:
        drawn = faces(frame.table.cards, cards) or ()
        beat = (names.get(frame.table.seat, frame.table.seat), drawn, said(readable(frame.table.reading)))
    scores = {} if checked.outcome is None else checked.outcome.scores or {}
    return HandView(
        gutter=gutter,
        remarks=checked.remarks,
        errors=errors,
        stage=word(frame.stage),
        facts=tuple((word(name), fact_value(name, value, names)) for name, value in frame.facts),
        seats=tuple(
            Sitting(
                seat=seat.seat,
                name=names[seat.seat],
                count=seat.count,
                cards=faces(seat.cards, cards) or (),
                hidden=seat.hidden,
                at_most=seat.at_most,
                turn=seat.seat == frame.turn,
                out=seat.place is not None,
                dealt=len(dealt.get(seat.seat, "").split()),
            )
            for seat in frame.seats
        ),
        turn="" if frame.turn is None else names.get(frame.turn, frame.turn),
        beat=beat,
        over=checked.over,
        scores=tuple((names[seat], points) for seat, points in scores.items()),
        pad=_pad(checked, asked, dealt, cards),
        words=_words(checked, draft.language, cards),
        why_not="",
        unread_from=checked.typed.unread_from,
    )


def gutter_of(text: str, remarks: Sequence[Remark]) -> tuple[GutterLine, ...]:
    """The margin of a text."""
    by_line: dict[int, list[Severity]] = {}
    for remark in remarks:
        if remark.line is not None:
            by_line.setdefault(remark.line, []).append(remark.finding.severity)
    lines = []
    for number in range(1, text.count("\n") + 2):
        severities = by_line.get(number, [])
        gravest = next((str(severity) for severity in _GRAVEST if severity in severities), "")
        lines.append(GutterLine(number, gravest, len(severities)))
    return tuple(lines)


def names_of(match: Match) -> dict[str, str]:
    """The players' names by seat, as pages show them."""
    return player_names(match.players)


def pack_of(checked: CheckedHand) -> Pack:
    """The deck of the hand."""
    return Pack({}, 0) if checked.game.pack is None else checked.game.pack(checked.rules, len(checked.match.players))


def next_seat(checked: CheckedHand, after: str, most: int) -> str:
    """The first seat after one that is not dealt all its cards; the seat itself if all are."""
    dealt = given_value(checked.match.hands[checked.number - 1].deal) or {}
    seats = checked.match.seats
    begin = seats.index(after) + 1 if after in seats else 0
    order = (*seats[begin:], *seats[:begin])
    return next((seat for seat in order if len(dealt.get(seat, "").split()) < most), after)


def _pad(checked: CheckedHand, asked: WritingRequest, dealt: Mapping[str, str], cards: MarkedCards) -> Pad | None:
    pack = pack_of(checked)
    if not pack.cards or (checked.over and asked.mode != DEAL):
        return None
    seats = checked.match.seats
    mode = asked.mode if asked.mode in (DEAL, PLAY) else DEAL if pack.most and not checked.actions else PLAY
    if mode == DEAL and not pack.most:
        mode = PLAY
    chosen = asked.chosen
    if mode == DEAL:
        seat = asked.seat if asked.seat in seats else next_seat(checked, "", pack.most) or seats[0]
        chosen = tuple(dealt.get(seat, "").split())
        possible = of_deal(pack, dealt, seat)
        offers: tuple[Offer, ...] = ()
    else:
        seat = asked.seat if asked.seat in seats else checked.frame.turn or _after_last(checked)
        possible = of_play(checked, pack, seat_of(checked.frame, seat))
        offers = offers_of(checked, seat, chosen)
    ranks: dict[str, int] = {}
    for text in chosen:
        rank = card_of(text)[:1] if card_of(text)[1:] not in ("J", "J*") else card_of(text)
        ranks[rank] = ranks.get(rank, 0) + 1
    analysis = checked.game.analysis
    places = () if analysis is None or mode == DEAL else (*analysis.rows, _DISCARD)
    return Pad(
        mode=mode,
        seat=seat,
        rows=pad_of(possible, chosen, cards),
        chosen=chosen,
        shown=faces([card_of(chosen_text) for chosen_text in chosen], cards) or (),
        by_rank=tuple((rank_shown(rank), count) for rank, count in ranks.items()),
        most=pack.most if mode == DEAL else 0,
        places=places,
        place=asked.row if asked.row in places else places[0] if places else "",
        offers=offers,
    )


def _after_last(checked: CheckedHand) -> str:
    """The seat after that of the last action, where any seat may act."""
    seats = checked.match.seats
    last = parse_action(checked.actions[-1]).seat if checked.actions else ""
    if last not in seats:
        return seats[0]
    after = seats[(seats.index(last) + 1) % len(seats)]
    return after if _holds(checked.frame, after) else last


def _holds(frame: Frame, seat: str) -> bool:
    return seat_of(frame, seat).place is None


def _words(checked: CheckedHand, language: str, cards: MarkedCards) -> NextWords:
    game = checked.game
    seats = checked.match.seats
    typed = chinese_seats(seats) if language == CHINESE else {seat: seat for seat in seats}
    known = {}
    for frame in checked.frame.seats:
        drawn = faces(frame.cards, cards) or ()
        known[frame.seat] = tuple(
            dict.fromkeys((text, shown.name) for text, shown in zip(frame.cards, drawn, strict=False))
        )
    verbs = tuple((written_word(game, verb, language), verb_words(game, verb)) for verb in game.glossary.verbs)
    return NextWords(typed, verbs, known)


def title_of(draft: UnfinishedLog, match: Match | None) -> str:
    """What a draft is called: its own id or event, else its players."""
    if match is None:
        return _("{game}, unreadable", game=_(GAMES[draft.game].title))
    named = given_value(match.match)
    own = None if named is None else given_value(named.id) or given_value(named.event)
    if own:
        return short_name(str(own))
    return ", ".join(names_of(match).values())
