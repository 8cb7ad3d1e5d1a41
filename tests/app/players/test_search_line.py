"""The line and the form of a search: both mean the same query, and what cannot be read is said with its place."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from app.players.search.fields import ValueShape, choices, fields, kinds, ranks_of
from app.players.search.form import SLOTS, form_of, line_of
from app.players.search.grammar import LONGEST, MOST, query_of, read
from app.players.search.query import (
    Condition,
    FlagCondition,
    HandQuery,
    NumberCondition,
    OfDay,
    Op,
    PlayCondition,
    Rank,
    Size,
    TextCondition,
    Way,
)
from app.players.search.wording import text_of
from app.replay.notes.indexing import looked_up
from engine.games import GAMES
from engine.statistics.person import normal
from tests.offenders import for_every

NAMES = st.text(min_size=1, max_size=12).map(normal).filter(bool)


@st.composite
def queries(draw: st.DrawFn) -> HandQuery:
    """Queries that a line can mean: of one game, so that all their parts fit together."""
    game = draw(st.sampled_from(sorted(GAMES)))
    found: list[Condition] = [TextCondition("game", game)]
    own = {figure.name for figure in GAMES[game].statistics.figures}
    for field in draw(st.lists(st.sampled_from(sorted(fields().values(), key=str)), max_size=5, unique=True)):
        for _ in range(draw(st.integers(1, 2)) if field.several else 1):
            if field.name == "game" or (field.figure and field.name not in own):
                continue
            if field.shape is ValueShape.CHOICE:
                known = choices(field.name, game)
                if known:
                    found.append(TextCondition(field.name, draw(st.sampled_from(known))))
            elif field.shape is ValueShape.TEXT:
                found.append(TextCondition(field.name, draw(st.one_of(NAMES, st.just("")))))
            elif field.shape is ValueShape.WORDS:
                found.append(TextCondition(field.name, draw(NAMES.filter(looked_up))))
            elif field.shape is ValueShape.PERSON:
                found.append(TextCondition(field.name, draw(NAMES)))
            elif field.shape is ValueShape.DAY:
                found.append(OfDay(field.name, draw(st.dates(date(1000, 1, 1)))))
            elif field.shape is ValueShape.FLAG:
                found.append(FlagCondition(field.name, draw(st.booleans())))
            else:
                found.append(
                    NumberCondition(field.name, draw(st.sampled_from(Op)), draw(st.integers(-(10**14), 10**14)))
                )
    own_kinds = [kind for kind, games in kinds().items() if game in games]
    for kind in draw(st.lists(st.sampled_from(own_kinds), max_size=2)):
        size = draw(st.none() | st.builds(Size, st.integers(0, 30), st.sampled_from(Way)))
        ranks = ranks_of(kind, game)
        rank = draw(st.none() | st.builds(Rank, st.sampled_from(ranks), st.sampled_from(Way))) if ranks else None
        found.append(PlayCondition(kind, size, rank))
    return query_of(found)


@given(queries())
def test_the_line_of_a_query_means_the_query(query: HandQuery) -> None:
    reading = read(text_of(query))
    assert reading.troubles == ()
    assert reading.query == query
    assert text_of(reading.query) == text_of(query)


@given(queries())
def test_the_form_of_a_query_means_the_query(query: HandQuery) -> None:
    form = form_of(query)
    assert set(form) <= set(SLOTS)
    reading = read(line_of(form))
    assert reading.troubles == ()
    assert reading.query == query
    assert form_of(reading.query) == form


@given(st.text(alphabet=st.characters() | st.sampled_from('":*+-<>= \\aplce1T'), max_size=60))
def test_any_text_is_read_or_said_to_be_wrong(text: str) -> None:
    reading = read(text)
    for each in reading.troubles:
        assert 0 <= each.start < each.end <= len(text)
        assert str(each)
    again = read(text_of(reading.query))
    assert again.query == reading.query
    assert again.troubles == ()


@for_every(
    ("line", "same"),
    [
        ('bombs>=3 partner:"Zhao Min" place:1', 'partner:"Zhao Min" place:1 bombs>=3'),
        ("Straight_Flush 10+", "straight_flush T+"),
        ("bomb*6+ k-", "bomb*6+ K-"),
        ("place：1 score≥−3", "place:1 score>=-3"),
        ("place = 3.5", "place:3.5"),
        ("score:1 score:1", "score:1"),
        ("Lucky loss≥0.50", "lucky>=1 loss>=0.5"),
        ("fault inaccuracy:0", "fault>=1 inaccuracy:0"),
        ('event:""', 'event:""'),
        ("  ", ""),
    ],
)
def test_lines_that_differ_in_writing_mean_the_same(line: str, same: str) -> None:
    reading = read(line)
    assert reading.troubles == ()
    assert text_of(reading.query) == same


@for_every(
    ("line", "start", "said"),
    [
        ("plcae:1", 1, "'plcae' is not a field; did you mean 'place'?"),
        ("place:1 straight_flosh T+", 9, "'straight_flosh' is neither a combination nor a field with a value; did you"),
        ("place:first", 1, "place: 'first' was found; expected a place such as 1 or 3.5."),
        ("score>2.5", 1, "score: '2.5' was found; expected a whole number."),
        ("place:1 player:", 9, 'player: a value is missing; expected one such as player:"Zhao Min".'),
        ('player:"Zhao', 1, 'player: the quotation has no end; expected " before the next condition.'),
        ("player>Li", 1, 'player cannot be compared with >; expected player:"Zhao Min".'),
        ("won:maybe", 1, "won: 'maybe' is neither yes nor no."),
        ("since:2024-02-30", 1, "since: '2024-02-30' is not a day; expected one such as 2024-05-01."),
        ("game:guandam", 1, "game: 'guandam' is not known; did you mean 'guandan'?"),
        ("game:guandan game:big_a", 14, "game was asked for before, at character 1; expected one of them."),
        ("pair Q+", 1, "the ranks of pair differ between games; expected game:guandan or game:big_a too."),
        ("game:bao_huang bombs>1", 16, "Bao Huang has no bombs."),
        ("game:bao_huang straight", 16, "Bao Huang has no straight."),
        ("game:guandan role:emperor", 14, "Guandan has no role emperor."),
        ("loss>=half", 1, "loss: 'half' was found; expected a number such as 1.5."),
        ("fault*2", 1, "'fault' is neither a combination nor a field with a value"),
        ("bomb*x", 1, "bomb*: 'x' was found; expected a number of cards such as bomb*6 or bomb*6+."),
        ("single A", 1, "searches do not index single cards; expected another combination."),
        ("(place:1)", 1, "'(place:1)' was found; expected a condition such as place:1, or a combination."),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(line: str, start: int, said: str) -> None:
    (trouble,) = read(line).troubles
    assert str(trouble).startswith(f"Character {start}: {said}")


def test_lines_are_bounded() -> None:
    assert "expected at most" in str(read("x" * (LONGEST + 1)).troubles[0])
    reading = read(" ".join(f"score>{number}" for number in range(MOST + 5)))
    assert len(reading.query.conditions) == MOST
    assert "too many conditions" in str(reading.troubles[0])
    assert read("a" * 1900).troubles[0].message.count("a") < 100
