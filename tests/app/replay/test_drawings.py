"""Drawings of the tables of the samples: what is in them, what is not, and what they are written as."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

from app.drawing.colours import colour
from app.drawing.table.cards import CardMark, card_name, plain, symbol_of
from app.drawing.table.drawn import drawing_of
from app.drawing.table.holding import MarkedCards
from app.drawing.table.paints import FOUR_COLOURS, LOOKS, Paint, style_sheet
from app.drawing.table.places import Layout, gone_cards, plan
from app.drawing.table.shapes import Drawing, PathOutline, PlacedSymbol, Symbol, SymbolPart, TextShape
from app.drawing.table.sight import Sight, marked_of, team_numbers
from app.drawing.table.svg import alone, definitions, within_page
from app.text.language import LANGUAGES, Language, speaking
from app.web.parts.faces import face
from engine.cards.packed import CARD_TEXTS, JOKERS, RANKS, SUITS
from engine.games import GAMES
from engine.logs import read_logs
from engine.replay.fold import frames
from engine.replay.frames import Frame
from engine.replay.views import seen_frame, views
from engine.rulebook.options import RulesUnknown
from engine.verdict.check import Checker
from tests.golden import SAMPLES, samples
from tests.offenders import for_every

REPO = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 40_000
MOST_BACKS = 10
EVERY = 25
"""Of each sample the first hand is drawn, at every such step, the last, and those with an illegal play."""


def every_frame(path: Path) -> Iterator[Frame]:
    """Every frame of the second and third hand of a sample."""
    with path.open("rb") as stream:
        match = next(iter(read_logs(stream, path.name))).match
    assert match is not None
    judge = Checker().judge(Checker().rules(match))
    for hand in (1, 2):
        yield from frames(judge, match, hand)


def shown_frames(path: Path) -> Iterator[tuple[str, Frame]]:
    """Frames of the first hand of a sample, with the name of its game."""
    with path.open("rb") as stream:
        record = next(iter(read_logs(stream, path.name)))
    match, checker = record.match, Checker()
    if match is None or not match.hands:
        return
    try:
        rules = checker.rules(match)
    except RulesUnknown:
        return
    if len(match.players) not in GAMES[match.game].seats_under(rules):
        return
    last = len(match.hands[0].actions)
    for each in frames(checker.judge(rules), match, 0):
        if each.step % EVERY == 0 or each.step == last or each.illegal is not None:
            yield match.game, each


def evening(game: str) -> Path:
    """The sample of an evening of a game."""
    return SAMPLES / "demo" / f"{game.replace('_', '-')}-evening.json"


def drawn(drawing: Drawing) -> Counter[str]:
    """The cards of a drawing by their names, with how often each is placed."""
    titles = {symbol.name: symbol.title.partition(",")[0] for symbol in drawing.symbols}
    return Counter(titles[shape.symbol] for shape in drawing.shapes if isinstance(shape, PlacedSymbol))


def names(cards: tuple[str, ...]) -> Counter[str]:
    return Counter(card_name(plain(card)) for card in cards)


def expected(frame: Frame) -> Counter[str]:
    """The cards that lie open in a frame, by their names: in hands, in rows, and on the table."""
    cards: Counter[str] = Counter()
    for seat in frame.seats:
        cards += names(seat.cards) + names(seat.face_down)
        cards["a card not shown"] += min(seat.hidden, MOST_BACKS)
        for row in seat.rows:
            cards += names(row.cards)
    to_beat = frame.table if frame.illegal is None else frame.illegal.on
    illegal = None if frame.illegal is None else frame.illegal.play
    for play in (to_beat, illegal):
        cards += Counter() if play is None else names(play.cards)
    if to_beat is None:
        cards += names(frame.laid)
    return +cards


@for_every("path", samples())
def test_a_drawing_has_every_card_of_its_frame_once(path: Path) -> None:
    for game, frame in shown_frames(path):
        sight = Sight(teams=team_numbers(game, tuple(seat.seat for seat in frame.seats)))
        drawing = drawing_of(frame, sight)
        extra = drawn(drawing)
        extra.subtract(expected(frame))
        assert min(extra.values(), default=0) >= 0, (frame.step, extra)
        # Beyond them are the earlier plays of the trick, and the cards that the last action moves or shows.
        played = sum(len(seat.did.split()) for seat in frame.seats if seat.did != "pass")
        moved = len((frame.action or "").split())
        assert sum(extra.values()) <= played + moved
        text = alone(drawing)
        assert len(text.encode()) < MOST_BYTES
        ElementTree.fromstring(text.encode())


@for_every("game", list(GAMES))
@for_every("layout", list(Layout))
def test_nothing_of_a_hidden_hand_is_in_a_drawing(game: str, layout: Layout) -> None:
    for _, frame in shown_frames(evening(game)):
        for view in views([seat.seat for seat in frame.seats]):
            shown = seen_frame(frame, view)
            drawing = drawing_of(shown, Sight(below=view.seat, layout=layout))
            assert not expected(shown) - drawn(drawing)
            assert {symbol.title.partition(",")[0] for symbol in drawing.symbols} == set(drawn(drawing))
            if frame.step == 0 and not view.whole:
                own = sum((names(seat.cards) for seat in shown.seats), Counter[str]())
                assert (drawn(drawing) - own).keys() <= {"a card not shown"}
                assert own.total() < sum(len(seat.cards) for seat in frame.seats)


def test_a_drawing_is_the_same_each_time_and_has_whole_coordinates() -> None:
    frame = [each for _, each in shown_frames(SAMPLES / "demo" / "guandan-evening.json")][2]
    text = alone(drawing_of(frame))
    assert text == alone(drawing_of(frame))
    for element in ElementTree.fromstring(text.encode()).iter():
        for name in ("x", "y", "width", "height", "rx", "font-size"):
            assert re.fullmatch(r"\d+", element.get(name, "0"))
        assert re.fullmatch(r"([MLCZ]|-?\d+| )*", element.get("d", ""))


def test_texts_of_the_log_are_escaped_and_cut() -> None:
    frame = next(each for _, each in shown_frames(SAMPLES / "demo" / "guandan-evening.json"))
    seat = frame.seats[0].seat
    text = alone(drawing_of(frame, Sight(names={seat: "<script>&\"'\x00\ud800" + "长" * 500})))
    words = [each.text or "" for each in ElementTree.fromstring(text.encode()).iter(f"{SVG}text")]
    (name,) = [each for each in words if each.startswith("<script>")]
    assert len(name) < 40
    assert name.endswith("…")
    assert "<script" not in text


@for_every("layout", list(Layout))
def test_everything_lies_within_the_drawing(layout: Layout) -> None:
    for game in GAMES:
        for _, frame in shown_frames(evening(game)):
            drawing = drawing_of(frame, Sight(layout=layout))
            for shape in drawing.shapes:
                if isinstance(shape, PlacedSymbol):
                    assert 0 <= shape.x <= drawing.width - shape.width
                    assert 0 <= shape.y <= drawing.height - shape.height


@for_every("seats", [2, 3, 4, 5])
@for_every("layout", list(Layout))
def test_the_seats_on_the_right_lie_as_those_on_the_left(layout: Layout, seats: int) -> None:
    """The seats around the table but the first, from the right to the left."""
    here = plan(layout, seats)
    around = here.seats[1:]
    for one, other in zip(around, reversed(around), strict=True):
        for right, left in ((one.label, other.label), (one.cards, other.cards), (one.plays, other.plays)):
            assert (right.x + right.width + left.x, right.y) == (here.width, left.y)
            assert (right.width, right.height) == (left.width, left.height)


def test_a_card_that_is_handed_over_has_an_arrow_and_others_have_none() -> None:
    arrows = Counter[bool]()
    for frame in every_frame(evening("guandan")):
        handed = frame.action is not None and " > " in frame.action
        drawing = drawing_of(frame, Sight())
        drawn_arrows = sum(getattr(shape, "paint", None) is Paint.ARROW for shape in drawing.shapes)
        assert drawn_arrows == handed, frame.action
        arrows[handed] += 1
    assert arrows[True] > 0
    assert arrows[False] > 0


def test_an_illegal_play_is_marked_beside_what_it_was_made_on() -> None:
    sample = SAMPLES / "guandan" / "faults" / "does-not-beat.json"
    frame = next(each for _, each in shown_frames(sample) if each.illegal is not None)
    drawing = drawing_of(frame, Sight(sentence="single 5 does not beat single J"))
    text = alone(drawing)
    assert "not allowed" in text
    assert "single 5 does not beat single J" in text
    assert "to beat" in text
    paints = [getattr(shape, "paint", None) for shape in drawing.shapes]
    assert paints.count(Paint.ILLEGAL) == 1


@for_every("layout", list(Layout))
def test_the_cards_of_an_illegal_play_are_as_large_as_those_to_beat(layout: Layout) -> None:
    middle, checked = plan(layout, 4).middle, 0
    for path in SAMPLES.glob("*/faults/does-not-beat*.json"):
        for _, frame in shown_frames(path):
            if frame.illegal is None or frame.illegal.on is None or not frame.illegal.on.cards or frame.in_rows:
                continue
            lies = [
                each
                for each in drawing_of(frame, Sight(layout=layout)).shapes
                if isinstance(each, PlacedSymbol) and middle.x <= each.x <= middle.x + middle.width
                if middle.y <= each.y < middle.y + middle.height
            ]
            assert len(lies) >= len(frame.illegal.play.cards) + len(frame.illegal.on.cards)
            assert len({each.width for each in lies}) == 1
            checked += 1
    assert checked > 2


@for_every("layout", list(Layout))
def test_a_drawing_of_cards_being_placed_has_those_that_are_gone(layout: Layout) -> None:
    """Each suit's ranks are written, those that are gone without paper behind them, apart from all boards."""
    seats = Counter[int]()
    for path in (SAMPLES / "demo" / "open-face-evening.json", SAMPLES / "demo" / "pineapple-evening.json"):
        for _, frame in shown_frames(path):
            if frame.stage != "placing":
                continue
            drawing, area = drawing_of(frame, Sight(layout=layout)), gone_cards(layout, len(frame.seats))
            words = [each for each in drawing.shapes if isinstance(each, TextShape) and each.text in {*RANKS, "10"}]
            within = [
                each
                for each in words
                if area.x <= each.x <= area.x + area.width and area.y < each.y < area.y + area.height
            ]
            assert len(within) == len(RANKS) * len(SUITS)
            assert sum(each.paint is Paint.QUIET for each in within) == len(frame.gone)
            for card in drawing.shapes:
                if isinstance(card, PlacedSymbol):
                    assert card.x + card.width <= area.x or not area.y < card.y + card.height < area.y + area.height
            seats[len(frame.seats)] += 1
    assert seats


def test_drawings_in_pages_have_classes_and_no_colours() -> None:
    drawings = [drawing_of(each) for _, each in shown_frames(SAMPLES / "demo" / "guandan-evening.json")][:3]
    shared = definitions(drawings)
    ids = re.findall(r'id="([^"]+)"', shared)
    assert len(ids) == len(set(ids))
    for drawing in drawings:
        page = within_page(drawing, defined=False, four_colours=True)
        assert "fill=" not in page
        assert "style" not in page
        assert "id=" not in page
        assert {use[1:] for use in re.findall(r'href="(#[^"]+)"', page)} <= set(ids)
        assert 'class="table-drawing td-four"' in page
    assert "<style" not in alone(drawings[0])
    assert "class=" not in alone(drawings[0])


def test_the_style_sheet_of_pages_has_the_paints_of_files() -> None:
    kept = (REPO / "static" / "css" / "drawings.css").read_text()
    assert kept.partition("*/\n\n")[2] == style_sheet()


def test_four_colours_tell_suits_apart() -> None:
    assert len({look.fill for paint, look in FOUR_COLOURS.items() if look.fill is not None}) == 4
    frame = next(each for _, each in shown_frames(SAMPLES / "demo" / "guandan-evening.json"))
    drawing = drawing_of(frame)
    blue = FOUR_COLOURS[Paint.DIAMONDS].fill
    assert blue not in alone(drawing)
    assert blue in alone(drawing, four_colours=True)
    assert LOOKS[Paint.DIAMONDS].fill == LOOKS[Paint.HEARTS].fill


def test_cards_of_the_level_have_its_mark() -> None:
    frame = next(every_frame(SAMPLES / "demo" / "guandan-evening.json"))
    level, marked = dict(frame.facts)["level"], marked_of(frame)
    of_level = {f"{level}{suit}" for suit in SUITS}
    assert of_level & set(frame.wild) == {f"{level}h"}
    assert {text for text in CARD_TEXTS if marked.mark(text) is CardMark.LEVEL} == {level} | of_level - {f"{level}h"}


@for_every("language", LANGUAGES)
def test_the_face_of_a_card_is_that_of_pages(language: Language) -> None:
    """The corner, the suit and the words of each card, alone and with each mark."""
    holdings = {
        CardMark.NONE: MarkedCards(),
        CardMark.WILD: MarkedCards(wild=frozenset(CARD_TEXTS)),
        CardMark.BIG: MarkedCards(big=frozenset(CARD_TEXTS)),
    }
    with speaking(language):
        for text, (mark, marked) in product(CARD_TEXTS, holdings.items()):
            on_page, symbol = face(text, marked), symbol_of(text, mark)
            assert on_page is not None
            assert symbol.title == on_page.label
            parts = {each.part.name: each for each in symbol.shapes if isinstance(each, SymbolPart)}
            assert [name[4:] for name in parts if name.startswith("td-r")] == ([on_page.rank] if on_page.rank else [])
            painted = {LOOKS[each.paint].fill for name, each in parts.items() if each.paint and name.startswith("td-S")}
            red = on_page.kind in ("hearts", "diamonds")
            if painted:
                assert painted == {colour("card-red" if red else "card-ink")}


@for_every("language", LANGUAGES)
def test_jokers_differ_by_their_words_and_by_their_shapes(language: Language) -> None:
    with speaking(language):
        jokers = [symbol_of(CARD_TEXTS[number]) for number in JOKERS]
        words = [{part(each, "td-word-") for each in jokers[red::2]} for red in (0, 1)]
        assert [len(each) for each in words] == [1, 1]
        assert words[0] != words[1]
        assert len({(part(each, "td-sign-"), paint_of(each, "td-sign-")) for each in jokers}) == len(jokers)


def part(symbol: Symbol, name: str) -> str:
    """The path of the part of a symbol whose name begins so."""
    (shape,) = [
        each.part.shape for each in symbol.shapes if isinstance(each, SymbolPart) and each.part.name.startswith(name)
    ]
    assert isinstance(shape, PathOutline)
    return shape.path


def paint_of(symbol: Symbol, name: str) -> Paint | None:
    (paint,) = [
        each.paint for each in symbol.shapes if isinstance(each, SymbolPart) and each.part.name.startswith(name)
    ]
    return paint
