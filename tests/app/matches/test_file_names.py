"""Names of downloads."""

from app.matches.uploads.file_names import download_name
from tests.offenders import for_every


@for_every(
    ("source", "name"),
    [
        ("evening.json", "evening.json"),
        ("evening.jsonl:3", "evening-3.json"),
        ("evening.jsonl.gz:3", "evening-3.json"),
        ("logs.zip/may/first.json", "first.json"),
        ("logs.zip/deals.txt#2", "deals.txt"),
        ("../..\\secret.json", "secret.json"),
        ("牌局.json", "牌局.json"),
        ('a"b<c>\n.json', "a_b_c__.json"),
        ("README:7", "README-7"),
        ("...", "match-5.log"),
        ("", "match-5.log"),
        ("x" * 400 + ".json", "x" * 145 + ".json"),
    ],
)
def test_a_file_has_its_own_name(source: str, name: str) -> None:
    assert download_name(source, "match-5.log") == name
