"""What is refused of a text: what is no JSON, fields that stand twice, everything over a bound."""

from typing import Any

from made_logs import a_match, compact, read, refusal, table_of, with_hand

from engine.logs.json.strict import path_text, place_of, size_text
from engine.record import bounds
from tests.offenders import for_every

NOTE = compact(a_match(match={"note": "@@"}))


def noted(text: bytes) -> bytes:
    """A match with some bytes in place of a text."""
    return NOTE.replace(b'"@@"', text)


@for_every(
    ("raw", "line", "column", "reason"),
    [
        (b"", 1, 1, "the text is cut off"),
        (b"{", 1, 2, "the text is cut off"),
        (b'{"a"', 1, 5, "the text is cut off"),
        (b'{"a":', 1, 6, "the text is cut off"),
        (b'{"a":\n', 2, 1, "the text is cut off"),
        (b'{"a":tru', 1, 6, "the text is cut off"),
        (b'{"a":1,', 1, 8, "the text is cut off"),
        (b'{"a":[1,2', 1, 10, "the text is cut off"),
        (b'{"a":"b', 1, 6, "the text is cut off inside the string that starts"),
        (b'{"a":1,}', 1, 7, "trailing comma"),
        (b'{"a":[1,\n 2,\n ]}', 2, 3, "trailing comma"),
        (b'{"a":1 "b":2}', 1, 8, "missing comma"),
        (b"[1 2]", 1, 4, "missing comma"),
        (b"[1}", 1, 3, "expected a comma or a closing bracket, found '}'"),
        (b"{'a':1}", 1, 2, "single quotes instead of double quotes"),
        (b"{\"a\":'b'}", 1, 6, "single quotes instead of double quotes"),
        (b"{a:1}", 1, 2, "expected a field name in double quotes, found 'a'"),
        (b'{"a":True}', 1, 6, "True instead of true"),
        (b'{"a":None}', 1, 6, "None instead of null"),
        (b'{"a":x}', 1, 6, "expected a value, found 'x'"),
        (b"// a log\n{}", 1, 1, "comment"),
        (b'{"a":1} {"b":2}', 1, 9, "unexpected text after the end of the JSON value"),
        (b'{"a":"b\nc"}', 1, 8, "unescaped control character in a string (a line break, a tab, or a missing quote)"),
        (b'{"a":"\\x"}', 1, 7, "invalid escape sequence in a string"),
        ('{"東":"東",\r\n "南" 1}'.encode(), 2, 6, "expected a colon after the field name, found '1'"),
        (b'{"a":01}', 1, 6, "number with a leading zero"),
        (b'{"a":\n "NaN", "b": NaN}', 2, 14, "NaN is not a JSON number"),
        (b'["Infinity\\"", -Infinity]', 1, 16, "-Infinity is not a JSON number"),
        (b"Infinity", 1, 1, "Infinity is not a JSON number"),
    ],
)
def test_what_is_no_json_is_refused_with_line_and_column(raw: bytes, line: int, column: int, reason: str) -> None:
    found = refusal(raw)
    assert (found.rule, found.variant) == ("log.format", "json")
    assert found.message == f"invalid JSON: {reason} at line {line}, column {column}"


def test_a_line_of_hex_digits_that_is_too_short() -> None:
    assert refusal(b'{"a":"\\u12"}').variant == "json"


@for_every(
    ("raw", "byte", "recorded"),
    [
        (noted(b'"\xff"'), NOTE.index(b"@@") + 1, "0xFF"),
        (noted(b'"\xed\xa0\x80"'), NOTE.index(b"@@") + 1, "0xED"),
        (noted(b'"\xc0\x7f"'), NOTE.index(b"@@") + 1, "0xC0"),
        (b"\xef\xbb\xbf\xff", 4, "0xFF"),
        (b"\x80", 1, "0x80"),
        (compact(a_match()) + b"\xe6", len(compact(a_match())) + 1, "0xE6"),
    ],
)
def test_what_is_no_utf8_is_refused_with_the_byte(raw: bytes, byte: int, recorded: str) -> None:
    found = refusal(raw)
    assert (found.rule, found.variant, found.recorded) == ("log.format", "text", recorded)
    assert found.message == f"invalid UTF-8 at byte {byte} of the file"


@for_every("half", [b'"\\ud800"', b'"\\udfff"', b'"\\udc00\\ud800"', b'"\\ud83dx"', b'["\\ud800"]'])
def test_half_a_character(half: bytes) -> None:
    found = refusal(noted(half))
    assert (found.rule, found.variant) == ("log.format", "field")
    assert "half of a surrogate pair" in found.message
    assert found.message.startswith("the string at match.note")


def test_half_a_character_in_the_name_of_a_field() -> None:
    found = refusal(compact(a_match(x=1)).replace(b'"x"', b'"\\ud800"'))
    assert found.message == "the field name at \\ud800 contains \\ud800, which is half of a surrogate pair"


def test_a_pair_of_halves_is_a_character() -> None:
    record = read(noted(b'"\\ud83d\\ude00"'))
    assert record.match is not None
    assert record.match.match.note == "😀"  # type: ignore[union-attr]


@for_every(
    ("pattern", "twice", "path", "hand"),
    [
        (b'"game":"guandan"', b'"game":"guandan","game":"guandan"', "game", None),
        (b'"game":"guandan"', b'"game":"other","game":"guandan"', "game", None),
        (b'"game":"guandan"', b'"g\\u0061me":"guandan","game":"guandan"', "game", None),
        (b'"preset":"tournament"', b'"preset":"x","preset":"tournament"', "rules.preset", None),
        (b'"a_failures":3', b'"a_failures":3,"a_failures" :3', "rules.options.a_failures", None),
        (b'"seat":"N"', b'"seat":"N","seat":"N"', "players[1].seat", None),
        (b'"level":"2"', b'"level":"3","level":"2"', "hands[0].setup.level", 0),
        (b'"E":"2h 3s 3s 4d"', b'"E":"2h","E":"2h 3s 3s 4d"', "hands[0].deal.E", 0),
        (b'"actions":[]', b'"actions":[],"actions":[]', "hands[1].actions", 1),
        (b'"winner":["E","W"]', b'"winner":["E","W"],"winner":["E"]', "result.winner", None),
        (b'"game":"guandan"', b'"game":"guandan","new":{"a":{"b":1,"b":1}}', "new.a.b", None),
        (b'"game":"guandan"', b'"game":"guandan","new":[{"b":1,"b":1}]', "new[0].b", None),
        (b'"game":"guandan"', b'"game":"guandan","new":1,"new":2', "new", None),
    ],
)
def test_a_field_that_stands_twice(pattern: bytes, twice: bytes, path: str, hand: int | None) -> None:
    raw = compact(a_match())
    assert raw.count(pattern) == 1
    found = refusal(raw.replace(pattern, twice))
    assert (found.rule, found.variant, found.hand) == ("log.format", "twice", hand)
    assert found.message == f"the field '{path}' appears twice in the same object"


def bounded(log: Any, hand: int | None = None, action: int | None = None) -> str:
    found = refusal(log)
    assert (found.rule, found.variant) == ("log.bounds", "bound")
    assert (found.hand, found.action) == (hand, action)
    assert found.expected == f"at most {found.details['bound']}"
    assert str(found.details["bound"]) in found.message
    message: str = found.message
    return message


def test_bytes_of_a_match() -> None:
    raw = compact(a_match())
    assert read(raw + b" " * (bounds.MATCH_BYTES - len(raw))).match is not None
    message = bounded(raw + b" " * (bounds.MATCH_BYTES + 1 - len(raw)))
    assert message == "too large: a match of 16,777,217 bytes (limit: 16 MiB)"


def test_hands_of_a_match() -> None:
    assert read(a_match(hands=[{"actions": []}] * bounds.HANDS)).match is not None
    message = bounded(a_match(hands=[{"actions": []}] * (bounds.HANDS + 1)))
    assert message == "too large: 2,001 hands (limit: 2,000 hands a match)"


def test_actions_of_a_hand() -> None:
    assert read(with_hand(actions=["E pass"] * bounds.ACTIONS)).match is not None
    message = bounded(with_hand(actions=["E pass"] * (bounds.ACTIONS + 1)), hand=1)
    assert message == "too large: 10,001 actions (limit: 10,000 actions a hand)"


def test_players_of_a_match() -> None:
    assert read(table_of("big_table", bounds.PLAYERS)).match is not None
    assert bounded(table_of("big_table", bounds.PLAYERS + 1)) == "too large: 9 players (limit: 8 players)"


LONGEST = "東" * bounds.TEXT
TOO_LONG = LONGEST + "x"

TEXTS: Any = [
    (lambda text: a_match(match={"note": text}), None, None),
    (lambda text: a_match(rules={"preset": text}), None, None),
    (lambda text: a_match(rules={"options": {"a": text}}), None, None),
    (lambda text: a_match(rules={"options": {text: 1}}), None, None),
    (lambda text: a_match(rules={"options": {"a": [{text: 1}]}}), None, None),
    (lambda text: a_match(rules={"options": {"a": {"b": [text]}}}), None, None),
    (lambda text: a_match(weather=text), None, None),
    (lambda text: a_match(weather=[{"a": text}]), None, None),
    (lambda text: a_match(weather={text: 1}), None, None),
    (lambda text: a_match(result={"totals": {text: 1}}), None, None),
    (lambda text: with_hand(deal={"E": text}), 1, None),
    (lambda text: with_hand(deal={text: "2h"}), 1, None),
    (lambda text: with_hand(actions=["E pass", text]), 1, 1),
    (lambda text: with_hand(setup={"previous": ["E", [text]]}), 1, None),
    (lambda text: with_hand(setup={"previous": {"finish": [[text]]}}), 1, None),
    (lambda text: with_hand(setup={"dealer": text}), 1, None),
    (lambda text: with_hand(setup={"failures": {text: 1}}), 1, None),
    (lambda text: with_hand(result={"finish": [text]}), 1, None),
]


@for_every(("log", "hand", "action"), TEXTS)
def test_characters_of_a_text(log: Any, hand: int | None, action: int | None) -> None:
    assert read(log(LONGEST)).match is not None
    message = bounded(log(TOO_LONG), hand, action)
    assert message.endswith("with 4,097 characters (limit: 4,096 characters)")
    assert len(message) < 400


def test_a_long_name_of_a_field() -> None:
    assert read(a_match(**{LONGEST: 1})).match is not None
    assert bounded(a_match(**{TOO_LONG: 1})).startswith("too large: the field name at 東")


NUMBERS: Any = [
    (lambda number: a_match(result={"totals": {"E": number}}), None),
    (lambda number: a_match(rules={"options": {"a": number}}), None),
    (lambda number: a_match(rules={"options": {"a": [{"b": number}]}}), None),
    (lambda number: a_match(weather=number), None),
    (lambda number: a_match(weather=[{"a": number}]), None),
    (lambda number: with_hand(setup={"totals": {"E": number}}), 1),
    (lambda number: with_hand(setup={"failures": {"E": number}}), 1),
    (lambda number: with_hand(setup={"previous": {"finish": number}}), 1),
    (lambda number: with_hand(setup={"stakes": {"E": number}}), 1),
    (lambda number: with_hand(result={"scores": {"E": number}}), 1),
]


@for_every(("log", "hand"), NUMBERS)
@for_every("sign", [1, -1])
def test_numbers(log: Any, hand: int | None, sign: int) -> None:
    assert read(log(sign * bounds.NUMBER)).match is not None
    for digits in (str(bounds.NUMBER + 1), str(2**64), "9" * 50, "9" * 6000):
        number = digits if sign > 0 else "-" + digits
        raw = compact(log(0)).replace(b":0}", f":{number}}}".encode())
        assert bounded(raw, hand).endswith("(limit: ±1,000,000,000,000)")


@for_every("number", ["1e400", "-1e400", "1e12", "1000000000000.5", "1e13", "1E+300", "-1e13"])
def test_numbers_with_a_fraction_or_an_exponent(number: str) -> None:
    for log in (a_match(weather=7), a_match(result={"totals": {"E": 7}}), a_match(rules={"options": {"a": 7}})):
        raw = compact(log).replace(b":7", b":" + number.encode())
        assert raw != compact(log)
        if number == "1e12":
            assert read(raw).match is not None
        else:
            bounded(raw)


def nested(levels: int) -> Any:
    value: Any = 1
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


@for_every(
    ("log", "around", "hand"),
    [
        (lambda value: a_match(weather=value), 1, None),
        (lambda value: a_match(rules={"options": {"a": value}}), 3, None),
        (lambda value: with_hand(setup={"previous": {"finish": value}}), 5, 1),
        (lambda value: with_hand(setup={"mood": value}), 4, 1),
    ],
)
def test_levels_of_nesting(log: Any, around: int, hand: int | None) -> None:
    assert read(log(nested(bounds.DEPTH - around))).match is not None
    assert bounded(log(nested(bounds.DEPTH + 1 - around)), hand).endswith("(limit: 32 levels)")


@for_every("opening", [b"[", b'{"a":', b'[{"a":'])
@for_every("closed", [True, False])
def test_nesting_without_end(opening: bytes, closed: bool) -> None:
    closing = opening[::-1].translate(bytes.maketrans(b"[{", b"]}"), b'"a:') if closed else b""
    deep = opening * 100_000 + b"1" * closed + closing * 100_000
    for raw in (deep, noted(deep), compact(a_match(x="@")).replace(b'"@"', deep)):
        assert bounded(raw).startswith("too large: the nesting")


def test_only_the_first_fault_is_told() -> None:
    log = a_match(match={"note": TOO_LONG}, weather=bounds.NUMBER + 1)
    assert "note" in bounded(log)


def test_paths() -> None:
    assert path_text(("hands", 3, "setup", "level")) == "hands[3].setup.level"
    assert path_text(("hands", 3, "setup", "x"), with_indices=False) == "hands[].setup.x"
    assert path_text(()) == "the match"
    assert path_text((0, "a")) == "[0].a"
    assert place_of(("hands", 3, "actions", 5)) == (3, 5)
    assert place_of(("hands", 3, "actions")) == (3, None)
    assert place_of(("hands", 3, "deal", "E")) == (3, None)
    assert place_of(("hands",)) == (None, None)
    assert place_of(("players", 3, "actions", 5)) == (None, None)


def test_sizes() -> None:
    assert size_text(16 * 1024 * 1024) == "16 MiB"
    assert size_text(1_000_000) == "1,000,000 bytes"


@for_every(
    ("raw", "reason"),
    [
        (b'"\\ud800N"', "the string at the match contains \\ud800, which is half of a surrogate pair"),
        (b'"N"', "the match is a string"),
        (b"7", "the match is a whole number"),
        (b"1e400", "the match is a number"),
        (b"[]", "the match is a list"),
    ],
)
def test_a_document_that_is_not_an_object_is_refused(raw: bytes, reason: str) -> None:
    assert refusal(raw).message == reason
