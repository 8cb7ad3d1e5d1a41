"""Judging many matches, in one process or several, with the same output in the same order."""

import gc
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from app.cli.inputs import Inputs, WrongUsage, reason_of
from app.cli.matches.report_text import report_blocks
from app.cli.output import as_json
from app.cli.parts import Part, Range, parts_of, read_parts, size_of
from app.cli.tables import block_lines
from app.judging.fault_barrier import guarded_check, guarded_clean, guarded_decoded, guarded_work, refusal_of_fault
from app.text.blocks import Gap, Message
from app.text.language import DEFAULT, Language, _, speaking
from app.text.seats import player_names
from app.text.terminal import Style
from app.text.verdict_names import shown_of
from engine import __version__
from engine.logs import LogRecord, UndecodedText
from engine.record.match import Match
from engine.rulebook.findings import Severity
from engine.verdict.check import Checker
from engine.verdict.report import Report

if TYPE_CHECKING:
    from app.judging.comparison import PresetComparison

FACTS: Final = "fupan-facts/1"
_NAME: Final = 20
"""The most characters of a name in a table."""
CHUNK_MATCHES: Final = 256
CHUNK_BYTES: Final = 1024 * 1024
_CONTAINERS_BETWEEN: Final = 50_000


@dataclass(frozen=True, slots=True)
class Request:
    """What is needed for every match: the rules to judge under, and how its report is written (no style: as JSON)."""

    preset: str | None
    options: tuple[tuple[str, str], ...]
    style: Style | None
    compared: bool = False
    """Whether the presets of the game are compared too."""
    quiet: bool = False
    """Whether only errors are written."""
    recorded: bool = False
    """Whether recorded values are compared with what the rules give."""
    language: Language = DEFAULT
    """The language of text for people."""
    of_programs: Language = DEFAULT
    """The language of the sentences in JSON."""
    counted: bool = False
    """Whether facts are written too."""


class JudgedMatch(NamedTuple):
    """A judged match: its verdict or the mark in its place (see `app.text.verdict_names`), and its report as it is
    written, with the end of the line.

    If presets are compared, or recorded values shown, these follow; in JSON each is a line of its own.
    """

    shown: str
    output: bytes
    facts: bytes = b""
    """What an import counts of it, as a line of JSON, if that is asked for."""


class Tally(NamedTuple):
    """What is found in some matches: their verdicts, or the marks in their place."""

    verdicts: Counter[str]
    complaints: Sequence[str] = ()
    """Why some could not be read."""
    output: bytes = b""
    """Their reports as they are written."""


def tallies(request: Request, inputs: Inputs, jobs: int) -> Generator[Tally, None, None]:
    """Judges matches in their order, with several processes if there are more than a chunk of them.

    A process reads its matches itself if it can open their file.  Never holds more than a few chunks.  The caller has
    to close it if it is not read to its end, so that the processes end.
    """
    if jobs == 1:
        for match in judged_each(request, (log for log, _file in inputs.undecoded())):
            yield Tally(Counter((match.shown,)), (), match.output)
        return
    chunks = _chunked(inputs)
    first, second = next(chunks, []), next(chunks, None)
    alone = (_judge_chunk(request, chunk) for chunk in [first])
    with closing(alone if second is None else _in_processes(request, chain((first, second), chunks), jobs)) as answers:
        yield from answers


def _in_processes(request: Request, chunks: Iterable[list[Part]], jobs: int) -> Generator[Tally, None, None]:
    from app.cli.workers import WorkerStopped, answers

    try:
        with closing(answers(partial(_judge_chunk, request), chunks, jobs)) as judged_chunks:
            yield from judged_chunks
    except WorkerStopped as stopped:
        raise WrongUsage(reason_of(stopped)) from None


def _chunked(inputs: Inputs) -> Iterator[list[Part]]:
    chunk: list[Part] = []
    count = size = 0
    for part in parts_of(inputs, CHUNK_BYTES, CHUNK_MATCHES):
        chunk.append(part)
        count += part.count if isinstance(part, Range) else 1
        size += size_of(part)
        if count >= CHUNK_MATCHES or size >= CHUNK_BYTES:
            yield chunk
            chunk, count, size = [], 0, 0
    if chunk:
        yield chunk


def collect_seldom() -> None:
    """Makes this process search for garbage cycles less often: judging and storing make hardly any, and the search
    takes as long as judging.
    """
    gc.set_threshold(_CONTAINERS_BETWEEN, 10, 100)


@lru_cache(maxsize=1)
def _checker(request: Request) -> Checker:
    collect_seldom()
    return Checker(request.preset, dict(request.options), counting=request.counted)


def _judge_chunk(request: Request, chunk: Iterable[Part]) -> Tally:
    complaints: list[str] = []
    with speaking(request.language):
        matches = list(judged_each(request, read_parts(chunk, complaints)))
    return Tally(Counter(match.shown for match in matches), complaints, b"".join(match.output for match in matches))


def judged_each(request: Request, units: Iterable[UndecodedText | LogRecord | None]) -> Iterator[JudgedMatch]:
    """The judged matches of lines and texts, in their order; None is left out."""
    checker = _checker(request)
    for unit in units:
        if unit is not None:
            yield from _judge_each(checker, request, unit)


def json_of(report: Report, language: Language) -> bytes:
    """A report as JSON whose sentences are in a language."""
    if language is DEFAULT:
        return report.as_json()
    from app.text.language.reports import put_report
    from engine.verdict.stored_report import as_stored

    return put_report(as_stored(report), language).as_json()


def _judge_each(checker: Checker, request: Request, log: UndecodedText | LogRecord) -> Iterator[JudgedMatch]:
    """The judged matches of a line or a text.  A clean one is decoded only if what is written of it needs more."""
    # A comparison replays the match in any case, unless nothing is written of a clean one.
    clean = None if request.compared and not request.quiet else guarded_clean(checker, log)
    if clean is not None and not _decodes(request, clean):
        written = guarded_work(
            f"writing of {log.source}", lambda: (_output(request, clean, None, None), _facts(request, clean))
        )
        if written is not None:
            yield JudgedMatch(shown_of(clean), *written)
            return
    for record in guarded_decoded(log):
        yield _judge(checker, request, record, clean)


def _decodes(request: Request, clean: Report) -> bool:
    """Whether more is written of a clean match than its report has."""
    more = request.compared or request.recorded or bool(clean.findings and request.style)
    return more and not _left_out(request, clean)


def _judge(checker: Checker, request: Request, record: LogRecord, clean: Report | None) -> JudgedMatch:
    report, compared = _compared(checker, request, record, clean)
    try:
        return JudgedMatch(shown_of(report), _output(request, report, record, compared), _facts(request, report))
    except Exception as fault:
        report = refusal_of_fault(record, fault)
        return JudgedMatch(shown_of(report), _output(request, report, record, None), _facts(request, report))


def _compared(
    checker: Checker, request: Request, record: LogRecord, clean: Report | None
) -> "tuple[Report, PresetComparison | None]":
    """The report of a record, and its comparison if one is asked for and shown."""
    if not request.compared:
        return clean or guarded_check(checker, record), None
    from app.judging.comparison import comparison_of
    from engine.verdict.comparison import check_and_compare, compare

    what = f"comparing presets for {record.source}"
    if not request.quiet and not request.counted:
        checked = guarded_work(what, lambda: check_and_compare(checker, record))
        report, compared = checked or (guarded_check(checker, record), None)
    else:
        report = clean or guarded_check(checker, record)
        compared = None if _left_out(request, report) else guarded_work(what, lambda: compare(checker, record, report))
    return report, None if compared is None else comparison_of(compared)


def _left_out(request: Request, report: Report) -> bool:
    return request.quiet and not any(finding.severity is Severity.ERROR for finding in report.findings)


def _output(request: Request, report: Report, record: LogRecord | None, compared: "PresetComparison | None") -> bytes:
    match = None if record is None else record.match
    if _left_out(request, report):
        return b""
    if request.style is None:
        return _json_lines(request, report, match, compared)
    shown = [*report_blocks(report, record, errors_only=request.quiet)]
    if report.findings and not request.quiet:
        shown.append(Gap())
    if request.recorded and report.replay is not None and match is not None:
        from app.judging.recorded_values import recorded_blocks
        from engine.verdict.stored_report import as_stored

        shown += [*recorded_blocks(match, as_stored(report), player_names(match.players)), Gap()]
    if compared is not None and match is not None:
        shown += [*compared.blocks(player_names(match.players, _NAME)), Gap()]
    elif request.compared and report.rules is not None:
        source = report.source.source
        shown += [Message(_("{source}: the presets could not be compared; the fault is Fupan's", source=source)), Gap()]
    text = "\n".join(block_lines(shown, request.style)) + "\n"
    return text.encode(request.style.encoding, "backslashreplace")


def _json_lines(request: Request, report: Report, match: Match | None, compared: "PresetComparison | None") -> bytes:
    lines = json_of(report, request.of_programs) + b"\n"
    if request.recorded and report.replay is not None and match is not None:
        from app.judging.recorded_values import recorded_of
        from engine.verdict.stored_report import as_stored

        with speaking(request.of_programs):
            lines += as_json(recorded_of(match, as_stored(report))) + b"\n"
    return lines if compared is None else lines + as_json(compared) + b"\n"


def _facts(request: Request, report: Report) -> bytes:
    if not request.counted:
        return b""
    from app.judging.counting import count_of

    log = report.source.facts()
    facts = {"facts": FACTS, "log": log, "engine": __version__, "digest": report.digest}
    return msgspec.json.encode(facts | {"counted": count_of(report).counted}) + b"\n"
