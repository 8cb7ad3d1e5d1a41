"""The bounds that the README lists are those that hold."""

from pathlib import Path

from app.database import bounded_stores
from app.database.config import Config
from app.matches.computed.queue import KIND_BYTES
from app.matches.computed.wanted import AT_ONCE
from app.matches.thread_share import COMPUTING, WRITERS
from app.web.http.waitress_server import CONNECTIONS, SILENT_SECONDS
from engine.logs import AT_ONCE as UPLOAD_AT_ONCE
from engine.logs import UPLOAD
from engine.record import bounds

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
ROWS = {
    "bytes, unpacked": "unpacked",
    "matches": "matches",
    "files in a zip": "members",
    "lines": "lines",
    "actions": "actions",
    "cards": "cards",
}


def shown(kind: str, number: int) -> str:
    return f"{number // 1024**2} MiB" if kind == "unpacked" else f"{number:,}"


def test_the_table_of_an_upload() -> None:
    for title, kind in ROWS.items():
        cells = (shown(kind, getattr(limits, kind)) for limits in (UPLOAD_AT_ONCE, UPLOAD))
        assert f"| {title} | {' | '.join(cells)} |" in README


def test_the_bounds_of_a_match_and_of_the_server() -> None:
    text = " ".join(README.split())
    assert bounds.MATCH_BYTES == 16 * 1024**2
    assert (
        f"16 MiB, {bounds.HANDS:,} hands, {bounds.ACTIONS:,} actions a hand and {bounds.WORDS} words an action" in text
    )
    assert f"keeps {CONNECTIONS} connections open" in text
    assert f"silent for {SILENT_SECONDS} seconds" in text
    assert f"At most {bounded_stores.JOBS.most} jobs wait" in text
    assert WRITERS == 4
    assert "Four requests that may write" in text
    assert COMPUTING == 2
    assert "Two requests compute at the same time" in text
    assert f"({AT_ONCE:,} actions × seats² of all replays" in text
    assert f"at most {KIND_BYTES // 1024**2} MiB of each kind" in text
    assert f"At most {bounded_stores.COMPUTATIONS.most} computations wait" in text
    counts = (bounded_stores.DRAFTS, bounded_stores.SHEETS, bounded_stores.SAVED, bounded_stores.HOUSES)
    logs, sheets, searches, rules = (f"{store.most:,}" for store in counts)
    assert f"At most {logs} logs and {sheets} sheets are being written" in text
    assert f"{searches} searches are saved, {rules} house rules kept" in text
    assert f"{bounded_stores.NOTES.most:,} notes and {bounded_stores.EVIDENCE.most:,} files of evidence" in text
    shown = (bounded_stores.PRESENTATIONS_OF_MATCH, bounded_stores.PRESENTATIONS)
    assert "{} presentations a match and {} in all".format(*(store.most for store in shown)) in text
    assert bounded_stores.SHARE == 10
    assert Config.database_bytes == 64 * 1024**3
