"""Whatever is written as loose text reads to the same match, in both languages."""

from io import BytesIO
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import UNSET

from engine.logs import FORMATS, LogRecord, read_logs, write_match, write_text
from engine.logs.loose.vocabulary import LANGUAGES
from engine.record.match import Match
from tests.golden import samples
from tests.offenders import for_every
from tests.playouts import GAMES, Style, drawn_rules, generate
from tests.playouts.unknowns import UNKNOWNS

SEEDS = range(6)
OTHER_SAMPLES = [path for path in samples() if path.suffix == ".json" and path.stat().st_size < 20_000]


def as_fupan(match: Match) -> LogRecord:
    (record,) = read_logs(BytesIO(write_match(match)), "match.json")
    return record


def assert_reads_back(match: Match, language: str) -> bytes:
    wanted = as_fupan(match)
    text = write_text(match, language)
    (record,) = read_logs(BytesIO(text), "match.txt")
    assert record.format == "text"
    assert record.match == wanted.match
    assert record.findings == wanted.findings
    return text


@for_every("language", LANGUAGES)
@for_every("seed", SEEDS)
@for_every("game", list(GAMES))
def test_made_up_matches(game: str, seed: int, language: str) -> None:
    rng = Random(f"loose text of {game} {seed}")
    preset, options = drawn_rules(game, seed)
    match = generate(game, seed, preset=preset, options=options, hands=2, style=Style.drawn(rng))
    if seed % 2:
        match = UNKNOWNS[rng.choice(list(UNKNOWNS))](match, rng)
    assert_reads_back(match, language)


@for_every("language", LANGUAGES)
@for_every("game", list(GAMES))
def test_a_plain_match_needs_no_json_for_actions(game: str, language: str) -> None:
    text = assert_reads_back(generate(game, 3, hands=1), language).decode()
    assert "action:" not in text
    assert "动作" not in text


@for_every("sample", OTHER_SAMPLES)
def test_samples_with_their_faults(sample: Path) -> None:
    for record in read_logs(BytesIO(sample.read_bytes()), sample.name):
        if record.match is not None:
            for language in LANGUAGES:
                assert_reads_back(record.match, language)


STRANGE = (
    "",
    " ",
    "a, b",
    "x\ny",
    "\u2028",
    "#",
    '"q"',
    "{}",
    "[1]",
    "ＡＢ　Ｃ",
    "E",
    "东",
    "note: x",
    "\ud7ff",
    "。",
    "{",
    "a (b)",
)


@for_every("language", LANGUAGES)
@for_every("text", STRANGE)
def test_strange_texts(text: str, language: str) -> None:
    match = as_fupan(generate("guandan", 1, hands=1)).match
    assert match is not None
    facts = msgspec.to_builtins(match)
    facts["match"] = dict.fromkeys(("id", "event", "table", "note", "played_at"), text)
    facts["rules"] = {"preset": text, "options": {text: [text, 1.5, None]}}
    facts["players"][0] |= {"name": text, "id": text}
    facts["players"][1] |= {"id": text}
    hand = facts["hands"][0]
    hand["deal"] = {"E": text, text: "3h"}
    hand["actions"] += [text, f"E {text}", f"E play 3h # {text}", f"E {text} 3h"]
    hand["setup"] = {"level": text, "first": text, "levels": {text: text}, "totals": {text: 3.0}}
    hand["result"] = {"finish": [text, [text], ["E", "W"], []], "levels": {"E": text}, "scores": {}}
    facts["result"] = {"ended": text, "winner": [text], "totals": {"E": 1.5, text: -3}}
    assert_reads_back(msgspec.convert(facts, Match), language)


@for_every("language", LANGUAGES)
def test_empty_objects_stay(language: str) -> None:
    match = as_fupan(generate("guandan", 1, hands=1)).match
    assert match is not None
    facts = msgspec.to_builtins(match) | {"rules": {}, "match": {}, "result": {}}
    facts["hands"] = [{"setup": {}, "deal": {}, "actions": [], "result": {}}, {"actions": []}]
    again = msgspec.convert(facts, Match)
    assert again.hands[1].setup is UNSET
    assert_reads_back(again, language)


def test_a_language_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr'; the languages are en and zh"):
        write_text(generate("guandan", 1, hands=1), "fr")


def test_matches_written_one_after_the_other_are_read_one_by_one() -> None:
    matches = [generate(game, 2, hands=1) for game in GAMES]
    text = b"\n".join(write_text(match, language) for match, language in zip(matches, LANGUAGES * 2, strict=True))
    assert [record.match for record in FORMATS["text"].read(text, "x")] == [as_fupan(match).match for match in matches]
