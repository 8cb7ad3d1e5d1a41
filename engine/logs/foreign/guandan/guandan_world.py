"""The printed log of the match simulator of the guandan-world engine.

It has lines of events (``Event: Player 0 played 1 cards: [3S]``) between blocks in Chinese that show the deal, the
levels and the tribute.  A card is its rank, then its suit; ``SJ`` is the small joker, ``BJ`` the **big** one.  The
hands shown again at the beginning of each trick, and the leader and winner of the trick, follow from the rest and are
not read.

The engine cancels the tribute of a hand when the two seats of the losing team together hold both big jokers, even if
they are not the payers.  The first seat that holds one then counts as the seat that resists, a payer before the
others.  The engine ends a match when a team reaches A.  A text can have several matches, each from its ``Match
Started`` on.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from msgspec import UNSET, UnsetType

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, RANKS, RED_JOKER, Card
from engine.logs.foreign.guandan.notation import RANK_FIRST, card_in, level_in, note_silent_wild
from engine.logs.foreign.reader import (
    GAME,
    SEATS,
    Platform,
    Translation,
    decode_text,
    in_any_encoding,
    misfit,
    players,
    read_match,
    read_parts,
    within,
)
from engine.logs.formats import LogFormat
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import Hand, HandResult, Match, MatchResult, Setup
from engine.rulebook.sentences import marked, say

PLATFORM: Final = Platform("guandan-world", "guandan-world", "tournament", MappingProxyType({"win_at": "reach_a"}))

CARDS: Final[Mapping[str, Card]] = MappingProxyType({**RANK_FIRST, "SJ": BLACK_JOKER, "BJ": RED_JOKER})

_SNIFF: Final = re.compile(rb"^Event: (?:Match Started|Deal Started|Player \d (?:played|passed))", re.MULTILINE)
_STARTED: Final = re.compile(rb"^Event: Match Started\r?$", re.MULTILINE)
_STRANGE_LINES: Final = 10_000
_LONG_LINE: Final = marked("{count} characters of a line")
_MANY_LINES: Final = marked("{count} lines of an unknown kind")
_DEAL_BLOCK: Final = "=== 发牌完成，玩家手牌 ==="


@dataclass(slots=True)
class LoggedTribute:
    """A card given as tribute, with the seat that gets it, if the log names it."""

    giver: int
    card: Card
    receiver: int | None


@dataclass(slots=True)
class LoggedHand:
    """One hand as the log shows it."""

    level: int | None = None
    levels: dict[int, int] = field(default_factory=dict)
    cards: dict[int, str] = field(default_factory=dict)
    actions: list[str | LoggedTribute] = field(default_factory=list)
    order: list[int] | None = None
    previous: list[int] | None = None
    payers: list[int] = field(default_factory=list)
    holders: list[int] = field(default_factory=list)


def sniff(head: bytes) -> bool:
    """Whether a text begins with a log of this format."""
    return not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")) and _SNIFF.search(head) is not None


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The records of a text, one for each match."""
    starts = [text_match.start() for text_match in _STARTED.finditer(raw)][1:]
    if not starts:
        return [read_match(PLATFORM, raw, source, _match)]
    parts = [raw[start:end] for start, end in zip([0, *starts], [*starts, len(raw)], strict=True)]
    return read_parts(PLATFORM, raw, source, parts, _match)


def _match(translation: Translation, raw: bytes) -> Match:
    reader = _Reader(translation)
    for number, line in enumerate(decode_text(translation, raw).split("\n"), 1):
        reader.read(line.rstrip("\r"), f"line {number}")
    if not reader.deals:
        raise misfit(say("the text"), say("there is no deal"), say("Event: Deal Started, and its events"))
    rules = translation.claimed()
    translation.lacks(say("the players' names"))
    translation.reads("BJ", say("RJ (the big joker)"))
    translation.reads("SJ", say("BJ (the small joker)"))
    return Match(
        game=GAME,
        rules=rules,
        players=players(),
        hands=[_hand(translation, reader, number) for number in range(len(reader.deals))],
        result=UNSET if reader.winner is None else MatchResult(winner=[SEATS[reader.winner], SEATS[reader.winner + 2]]),
    )


def _hand(translation: Translation, reader: "_Reader", number: int) -> Hand:
    deal = reader.deals[number]
    if deal.level is None:
        translation.lacks(say("the level of each hand"))
    missing = [seat for place, seat in enumerate(SEATS) if place not in deal.cards]
    if missing:
        translation.lacks(say("the cards dealt to {names}", names=", ".join(missing)), hand=number)
    if number:
        before = reader.deals[number - 1].order
        if deal.previous is not None and before is not None and deal.previous != before:
            translation.keeps(
                say("the order of finish printed with the tribute"),
                say("the previous hand ended differently"),
                hand=number,
            )
    previous = None if number else deal.previous
    after = reader.deals[number + 1].levels if number + 1 < len(reader.deals) else reader.final_levels
    order: list[str | list[str]] = [SEATS[seat] for seat in deal.order or []]
    setup = Setup(
        level=UNSET if deal.level is None else RANKS[deal.level],
        levels=_levels(deal.levels),
        previous=UNSET if previous is None else [SEATS[seat] for seat in previous],
    )
    return Hand(
        setup=UNSET if setup == Setup() else setup,
        deal={SEATS[seat]: deal.cards[seat] for seat in sorted(deal.cards)} or UNSET,
        actions=[_tribute(action) if isinstance(action, LoggedTribute) else action for action in deal.actions],
        result=HandResult(finish=order or UNSET, levels=_levels(after)) if order or after else UNSET,
    )


def _levels(levels: Mapping[int, int]) -> dict[str, str] | UnsetType:
    return {SEATS[team]: RANKS[levels[team]] for team in sorted(levels)} or UNSET


def _tribute(tribute: LoggedTribute) -> str:
    words = f"{SEATS[tribute.giver]} tribute {CARD_TEXTS[tribute.card]}"
    return words if tribute.receiver is None else f"{words} > {SEATS[tribute.receiver]}"


class _Reader:
    """What the log has shown so far, line by line."""

    def __init__(self, translation: Translation) -> None:
        self.translation = translation
        self.deals: list[LoggedHand] = []
        self.winner: int | None = None
        self.final_levels: dict[int, int] = {}
        self._dealing = False
        self._strange = 0
        self._where = ""

    def read(self, line: str, where: str) -> None:
        """Reads the next line.  Raises Refused if it is of a known kind but does not match its format."""
        self._where = where
        if not line:
            return
        within(_LONG_LINE, len(line), bounds.TEXT)
        if line.startswith("==="):
            self._dealing = line == _DEAL_BLOCK
            return
        for pattern, take in _LINES:
            text_match = pattern.fullmatch(line)
            if text_match is not None:
                if take is not None:
                    take(self, *text_match.groups())
                return
        self._strange += 1
        within(_MANY_LINES, self._strange, _STRANGE_LINES)
        self.translation.ignores(say("a line such as {line}", line=re.sub(r"[0-9]+", "0", line.strip())))

    def table(self, count: str) -> None:
        """The number of players."""
        if count != "4":
            raise misfit(self._where, say("{count} players", count=count), say("4 players"))

    def deal(self) -> None:
        """The beginning of a hand."""
        self.deals.append(LoggedHand())

    def level(self, rank: str) -> None:
        """The level of the hand."""
        self._deal.level = level_in(rank, self._where)

    def team_level(self, team: str, rank: str) -> None:
        """A team's level before the hand."""
        self._deal.levels[int(team)] = level_in(rank, self._where)

    def final(self, one: str, other: str) -> None:
        """The teams' levels after the match."""
        self.final_levels = {0: level_in(one, self._where), 1: level_in(other, self._where)}

    def holding(self, seat: str, count: str, cards: str) -> None:
        """A seat's cards: as dealt, or as shown again later."""
        if self._dealing:
            texts = self._cards(cards)
            self._deal.cards[int(seat)] = " ".join(CARD_TEXTS[card] for card in texts)
            if count != str(len(texts)):
                self.translation.keeps(
                    say("the deal of P{seat}", seat=seat),
                    say("the log counts {count} cards", count=count),
                    hand=len(self.deals) - 1,
                )

    def play(self, seat: str, count: str, cards: str) -> None:
        """A play."""
        played = self._cards(cards)
        if not played:
            raise misfit(self._where, say("a play without cards"), say("one card or more"))
        note_silent_wild(self.translation, played, self._deal.level)
        self._act(f"P{seat} play {' '.join(CARD_TEXTS[card] for card in played)}")
        if count != str(len(played)):
            at = len(self._deal.actions) - 1
            self.translation.keeps(
                cards, say("the log counts {count} cards", count=count), hand=len(self.deals) - 1, action=at
            )

    def skip(self, seat: str) -> None:
        """A pass."""
        self._act(f"P{seat} pass")

    def end(self, order: str, _kind: str) -> None:
        """The end of a hand."""
        self._deal.order = self._order(order)

    def before(self, order: str, _kind: str) -> None:
        """The order of finish of the hand before."""
        self._deal.previous = self._order(order)

    def due(self, payers: str) -> None:
        """The seats that have to pay tribute."""
        self._deal.payers = [int(seat) for seat in re.findall(r"Player([0-3])", payers)]

    def joker(self, seat: str, count: str) -> None:
        """The number of big jokers that a seat of the losing team holds."""
        if count != "0":
            self._deal.holders.append(int(seat))

    def resist(self) -> None:
        """The absence of tribute."""
        deal = self._deal
        seats = [seat for seat in deal.holders if seat in deal.payers] or deal.holders or deal.payers
        if not seats:
            raise misfit(self._where, say("the player who resists is missing"), say("the player with the big jokers"))
        self._act(f"P{seats[0]} resist")

    def tribute(self, giver: str, receiver: str | None, card: str) -> None:
        """A card paid as tribute."""
        self._deal.actions.append(
            LoggedTribute(int(giver), self._card(card), None if receiver is None else int(receiver))
        )

    def contribute(self, giver: str, card: str) -> None:
        """A card paid into the pool."""
        self.tribute(giver, None, card)

    def pick(self, receiver: str, card: str) -> None:
        """A card taken out of the pool: the first equal one; the return shows which seat paid it if there are two."""
        picked = self._card(card)
        for action in self._deal.actions:
            if isinstance(action, LoggedTribute) and action.card == picked and action.receiver is None:
                action.receiver = int(receiver)
                return
        raise misfit(self._where, say("{card} is not in the pool", card=card), say("a card of the pool"))

    def give_back(self, giver: str, receiver: str, card: str) -> None:
        """A card returned by the seat that got the tribute of the receiver."""
        tributes = [action for action in self._deal.actions if isinstance(action, LoggedTribute)]
        own = next((tribute for tribute in tributes if tribute.giver == int(receiver)), None)
        other = next((tribute for tribute in tributes if tribute.receiver == int(giver)), None)
        if own is not None and other is not None and own.card == other.card:
            own.receiver, other.receiver = other.receiver, own.receiver
        self._act(f"P{giver} return {CARD_TEXTS[self._card(card)]} > P{receiver}")

    def won(self, team: str) -> None:
        """The end of the match."""
        self.winner = int(team)

    @property
    def _deal(self) -> LoggedHand:
        if not self.deals:
            raise misfit(self._where, say("no deal has started"), "Event: Deal Started")
        return self.deals[-1]

    def _act(self, action: str) -> None:
        self._deal.actions.append(action)

    def _card(self, text: str) -> Card:
        return card_in(CARDS, text, self._where)

    def _cards(self, text: str) -> list[Card]:
        return [self._card(part.strip()) for part in text.split(",")] if text.strip() else []

    def _order(self, text: str) -> list[int]:
        order = [int(seat) for seat in text.split() if seat in ("0", "1", "2", "3")]
        if len(order) != len(text.split()) or len(set(order)) < len(order):
            raise misfit(
                self._where, say("[{text}] is not an order of finish", text=text), say("each seat once, 0 to 3")
            )
        return order


_PLAYER: Final = r"Player ([0-3])"
_Take = Callable[..., None]

_LINES: Final[tuple[tuple[re.Pattern[str], _Take | None], ...]] = tuple(
    (re.compile(pattern), take)
    for pattern, take in (
        (rf"Event: {_PLAYER} passed", _Reader.skip),
        (rf"Event: {_PLAYER} played (\d+) cards: \[(.*)\]", _Reader.play),
        (rf"{_PLAYER} \((\d+) cards\): \[(.*)\]", _Reader.holding),
        (rf"Event: (?:Trick Ended, Winner|New Trick Started, Leader): {_PLAYER}", None),
        (r"Event: Deal Started", _Reader.deal),
        (r"Event: Deal Ended, Rankings: \[([\d ]*)\](?:, Victory Type: (\w*))?", _Reader.end),
        (r"Event: Match Ended, Winner: Team ([01])", _Reader.won),
        (r"Event: Match Started", None),
        (r"Match started with (\d+) players", _Reader.table),
        (r"当前Deal Level: (\w+)", _Reader.level),
        (r"队伍([01]) Level: (\w+)(?: \(.*\))?", _Reader.team_level),
        (r"上局结果：\[([\d ]*)\](?:, 胜利类型：(\w*))?", _Reader.before),
        (r"上贡规则：[^：]*：([^上]*)上贡(?:给|到).*", _Reader.due),
        (rf"\s*{_PLAYER}: (\d+)张大王", _Reader.joker),
        (r"结果：触发抗贡.*", _Reader.resist),
        (rf"{_PLAYER} 上贡给 {_PLAYER}：(\w+)", _Reader.tribute),
        (rf"\s*{_PLAYER} 贡献：(\w+)", _Reader.contribute),
        (rf"{_PLAYER} \(第[一二]次选择\) 选择：(\w+)", _Reader.pick),
        (rf"{_PLAYER} 还贡给 {_PLAYER}：(\w+)", _Reader.give_back),
        (r"Final Levels: Team 0: Level (\w+), Team 1: Level (\w+)", _Reader.final),
        (
            r"类型：.*|抗贡结果：.*|大王持有者详情：|双下贡牌池已创建.*|贡献详情：|选择顺序：.*|池中牌张：.*|剩余选项：.*",
            None,
        ),
        (r"所有贡牌已选择完毕|原收到贡牌：.*|选择方式：.*|上贡类型：.*|所有上贡和还贡流程已完成.*", None),
        (r"Total (?:Deals|Tricks): .*|Duration: .*|Winner: Team .*|Player Statistics:", None),
        (rf"\s*{_PLAYER}: \d+ cards played, \d+ tricks won", None),
        (r"\s*--- (?:PASS|FAIL): .*|PASS|FAIL|ok\s.*|FAIL\s.*|\s+\S+\.go:\d+: .*|\s*", None),
    )
)

FORMAT: Final = LogFormat(
    name="guandan-world",
    title=say("guandan-world: the printed log of its match simulator"),
    sniff=sniff,
    unit="file",
    read=in_any_encoding(read),
)
