"""The worker that judges queued uploads and computes what waits: a process of its own, or one beside the server that is
started again if it ends.
"""

import gc
import logging
import multiprocessing
import os
import secrets
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from multiprocessing.context import SpawnProcess
from threading import Event, Thread
from typing import BinaryIO, Final, NoReturn, cast

from sqlalchemy.exc import SQLAlchemyError

from app.accounts.viewers import asked_from
from app.database.config import Config
from app.database.packing import BytesDamaged, stored_json
from app.database.trouble import trouble
from app.judging.fault_barrier import TRACEBACK
from app.judging.rules_of_match.form import asked_in
from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.matches import jobs
from app.matches.computed import event_reviews
from app.matches.computed.obtaining import compute
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.matches.jobs import UPLOAD, JobProgress, JobRow
from app.matches.uploading import pieces
from app.players.ratings.changes import pending_games
from app.players.ratings.history import bring_up_to_date
from app.players.statistics.recount import count_some
from app.web.installation import open_installation
from engine.rulebook.sentences import say

LOOK_SECONDS: Final = 1.0
"""How often the worker looks for a job."""
BEAT_SECONDS: Final = 5.0
"""How often it reports that it is working on one."""
STOP_SECONDS: Final = 25.0
"""How long a worker has to put its job back when it is stopped."""
_SAFE_SECONDS: Final = 3
"""How long it waits for a place at which no transaction is open, before it stops at any."""
Pause = Callable[[], None]
"""Is called where work may be broken off, and raises SystemExit if it is to be."""
_MEMORY: Final = 8 * 1024 * 1024
_LOG: Final = logging.getLogger(__name__)


class Worker:
    """A process that does the jobs of an installation; if it ends by itself, another one is started."""

    def __init__(self, config: Config, *, noted: bool = False) -> None:
        """With ``noted`` the database says meanwhile that it is alive."""
        self._config: Final = config
        self._noted: Final = noted
        self._stopping: Final = Event()
        self._process: SpawnProcess | None = None
        self._thread: Final = Thread(target=self._keep_going, name="job-worker", daemon=True)

    def start(self) -> None:
        """Starts the process."""
        self._thread.start()

    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.is_alive()

    def stop(self) -> None:
        """Stops the process.  Its current job goes back into the queue, later if it must be killed."""
        self._stopping.set()
        process = self._process
        if process is not None and process.is_alive():
            process.terminate()
        self._thread.join(timeout=STOP_SECONDS)
        if process is not None and process.is_alive():
            process.kill()

    def _keep_going(self) -> None:
        context = multiprocessing.get_context("spawn")
        while not self._stopping.is_set():
            arguments = (self._config, os.getpid(), self._noted)
            self._process = context.Process(target=_serve, args=arguments, daemon=True)
            self._process.start()
            self._process.join()
            self._stopping.wait(LOOK_SECONDS)


def do_next(fupan: Installation, pause: Pause = lambda: None) -> bool:
    """Does the job whose turn it is, of those that do not take long.  Returns whether there was one."""
    row = jobs.claim(fupan.sessions)
    if row is not None:
        do(fupan, row, pause)
    return row is not None


def do(fupan: Installation, row: JobRow, pause: Pause = lambda: None) -> None:
    """Does a job that was claimed: judges an upload and stores its matches, or computes.

    If the program fails, the job waits again once, and then ends with a reason.  If the worker is stopped, it goes back
    into the queue; the matches stored so far are kept.  If the database fails, it is as if the worker had ended.
    """
    progress = JobProgress() if row.kind == UPLOAD else None
    with _Beating(lambda: jobs.keep_on(fupan.sessions, row, progress)):
        try:
            if progress is None:
                compute(fupan, row)
            else:
                _judge(fupan, row, progress, pause)
        except SQLAlchemyError:
            _LOG.exception("the database failed at job %s", row.id)
        except Exception as fault:
            if os.environ.get(TRACEBACK):
                raise
            _LOG.exception("job %s failed", row.id)
            reason = say(
                "Fupan failed on this ({fault}). This is a bug in Fupan; please report it.", fault=type(fault).__name__
            )
            jobs.fail(fupan.sessions, row, reason, progress)
        except BaseException:
            jobs.put_back(fupan.sessions, row)
            raise


class Reviewer:
    """Makes reviews, a hand at a time, in a thread of its own: a hand may take minutes, and uploads do not wait for it.

    It begins a hand when it is asked to; what else waits is to be done before.
    """

    def __init__(self, fupan: Installation) -> None:
        self._fupan: Final = fupan
        self._row: JobRow | None = None
        self._thread: Thread | None = None

    def begin(self) -> bool:
        """Begins the next hand, if none is in work and one waits.  Returns whether it did."""
        if self._thread is not None and self._thread.is_alive():
            return False
        self._row = jobs.claim(self._fupan.sessions, slow=True)
        if self._row is None:
            return False
        arguments = self._fupan, self._row
        self._thread = Thread(target=do, args=arguments, name="reviews", daemon=True)
        self._thread.start()
        return True

    def wait(self, seconds: float) -> bool:
        """Waits for the end of the hand in work, but no longer than some seconds.  Returns whether one was in work."""
        if self._thread is None or not self._thread.is_alive():
            return False
        self._thread.join(seconds)
        return True

    def put_back(self) -> None:
        """Has the review whose hand is in work wait again, because the process ends."""
        if self._row is not None and self._thread is not None and self._thread.is_alive():
            jobs.put_back(self._fupan.sessions, self._row)


def _judge(fupan: Installation, row: JobRow, progress: JobProgress, pause: Pause) -> None:
    try:
        rules = stored_json(row.parameters, dict[str, str])
        with fupan.sessions() as session:
            asked = asked_in(session, rules, ("game",), rules.get("game"))
    except BytesDamaged:
        reason = say("The database no longer has the rules that were asked for as they were. Send the file again.")
        jobs.give_up(fupan.sessions, row, reason)
        return
    except RulesRefused as refused:
        jobs.give_up(fupan.sessions, row, refusal_sentence(refused))
        return
    with tempfile.SpooledTemporaryFile(max_size=_MEMORY) as whole:
        for piece in pieces(fupan.sessions, row):
            whole.write(piece)
        whole.seek(0)
        sessions = asked_from(fupan.sessions, row.account)
        for result in ingest(sessions, fupan.checker, cast(BinaryIO, whole), row.name, asked=asked):
            if result.unread:
                progress.add_refusal(result.id)
            else:
                progress.add(result.id, result.shown, new=result.new)
            pause()
    jobs.finish(fupan.sessions, row, progress)


class _Beating:
    """Regularly reports, from its own thread, that a job is being done, or that the worker is alive."""

    def __init__(self, keep_on: Callable[[], object]) -> None:
        """``keep_on`` reports it."""
        self._keep_on: Final = keep_on
        self._ended: Final = Event()
        self._thread: Final = Thread(target=self._beat, name="job-beat", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._ended.wait(BEAT_SECONDS):
            try:
                self._keep_on()
            except SQLAlchemyError:
                _LOG.warning("could not say that the worker is alive")


def _count_some(fupan: Installation) -> bool:
    """Counts a few matches for statistics that are not counted whole.  Returns whether there were any."""
    try:
        return count_some(fupan.sessions)
    except SQLAlchemyError:
        _LOG.exception("the database failed at counting")
        return False


def _rate_some(fupan: Installation, pause: Pause) -> bool:
    """Brings the ratings of one game up to date.  Returns whether they were behind."""
    try:
        with fupan.sessions() as session:
            games = pending_games(session)
        if not games:
            return False
        bring_up_to_date(fupan.sessions, games[0], lambda _: pause())
    except SQLAlchemyError:
        _LOG.exception("the database failed at rating")
        return False
    return True


def _review_some(fupan: Installation) -> bool:
    """Goes on with an event that is reviewed.  Returns whether anything was done."""
    try:
        return event_reviews.go_on(fupan, lambda account: asked_from(fupan.sessions, account))
    except SQLAlchemyError:
        _LOG.exception("the database failed at the review of an event")
        return False


def work_once(fupan: Installation, reviewer: Reviewer, pause: Pause = lambda: None) -> bool:
    """Does some of what waits, and has the reviewer begin a hand when nothing else does.

    Returns whether there was anything; not if the database failed, which is logged.
    """
    try:
        others = do_next(fupan, pause) or _count_some(fupan) or _rate_some(fupan, pause)
        return others or reviewer.begin() or _review_some(fupan)
    except SQLAlchemyError as error:
        _LOG.error("the database failed: %s", trouble(error))
        return False


def work(config: Config, signals: Sequence[signal.Signals], *, noted: bool) -> None:
    """Does jobs until a signal stops the process, which raises SystemExit.

    With ``noted`` the database says meanwhile that a worker is alive.
    """
    stopping = _Stopping(signals)
    fupan = open_installation(config)
    reviewer = Reviewer(fupan)
    name = secrets.token_hex(8)
    try:
        if noted:
            jobs.note_worker(fupan.sessions, name)
        with _Beating(lambda: jobs.note_worker(fupan.sessions, name)) if noted else nullcontext():
            while True:
                stopping.pause()
                if not work_once(fupan, reviewer, stopping.pause) and not reviewer.wait(LOOK_SECONDS):
                    time.sleep(LOOK_SECONDS)
    finally:
        with suppress(SQLAlchemyError):
            reviewer.put_back()
        if noted:
            with suppress(SQLAlchemyError):
                jobs.forget_worker(fupan.sessions, name)
        fupan.close()
        end_quickly()


def _serve(config: Config, parent: int, noted: bool) -> None:
    """What the process beside a server does: jobs, until it is stopped or the server has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with, args=(parent,), name="parent-watch", daemon=True).start()
    work(config, (signal.SIGTERM,), noted=noted)


class _Stopping:
    """Has this process stop where work may be broken off: an exception elsewhere could leave a transaction open."""

    def __init__(self, signals: Sequence[signal.Signals]) -> None:
        """``signals`` ask it to."""
        self._asked = False
        for number in signals:
            signal.signal(number, self._ask)
        signal.signal(signal.SIGALRM, _stop)

    def _ask(self, *_: object) -> None:
        self._asked = True
        signal.alarm(_SAFE_SECONDS)

    def pause(self) -> None:
        """Raises SystemExit if the process is to stop."""
        if self._asked:
            signal.alarm(0)
            _stop()


def _stop(*_: object) -> NoReturn:
    raise SystemExit(0)


def end_with(parent: int) -> None:
    """Ends this process (SIGTERM) when the one that began it has ended."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def end_quickly() -> None:
    """Has this process, and those that it forks, end without a search for garbage in all that it has imported.

    The search takes a second of work, and copies the memory that they share.
    """
    gc.freeze()
