"""`fupan backup` and `fupan restore`: the whole database in one file, and back without those erased since.

`fupan erasures` writes who they are, by hashes.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.commands import argument, command, option
from app.cli.inputs import WrongUsage, bytes_of, listed_erasures, name_of, reason_of, trouble_of
from app.cli.output import print_lines
from app.cli.serving.doctor import opened_database
from app.cli.unusable import refusals_said
from app.cli.words import labelled
from app.text.language import _, _n
from app.text.terminal import Style, style_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from app.database.backup import Mend, RestoredBackup


@command()
@argument("file")
@option("--keys", is_flag=True, help="Put the signing keys into the backup too. Whoever has it can then sign verdicts.")
def backup(file: str, keys: bool) -> int:
    """Write the whole database to FILE, from which fupan restore makes it again, on SQLite or PostgreSQL.

    It has the state of one moment, also while the server runs and others write. FILE appears when it is whole. It holds
    names, matches and hashes of passwords, so only its owner may read it.

    The settings, the secret key of cookies and, without --keys, the signing keys are not in it.
    """
    from app.database.backup import BackupRefused, write_backup
    from app.database.config import data_folder
    from app.database.drafts import note_folder
    from app.disputes.audit_log.appending import chain_now

    style = style_of(sys.stdout)
    note_folder(data_folder(os.environ), Path(file).parent)
    with opened_database() as engine:
        try:
            written = write_backup(engine, Path(file), chain_now, _keys() if keys else {})
        except BackupRefused as refused:
            raise WrongUsage(_("{source}: {reason}", source=name_of(file), reason=reason_of(refused))) from None
        except OSError as error:
            raise WrongUsage(
                _("{target}: cannot be written ({reason})", target=name_of(file), reason=trouble_of(error))
            ) from error
    print_lines(_lines(written, style), style)
    return 0


@command()
@argument("file")
@option("--keys", is_flag=True, help="Put the signing keys of the backup into the folder of keys.")
@option("--check", is_flag=True, help="Restore it into a temporary place alone, and check all that is in it.")
@option("--erasures", metavar="LIST", help="Erase again whom the list names, which fupan erasures wrote.")
def restore(file: str, keys: bool, check: bool, erasures: str | None) -> int:
    """Make the database of the settings from a backup. Where there is a database already, nothing is done.

    A backup of an older version is brought up to date.

    Who was erased after it was made is in it, and comes back unless --erasures names a list written after that.

    With --check the database of the settings is not touched: the backup is restored into a temporary file, and checked
    as by fupan doctor and fupan audit verify.

    Exit status: 0 done, and with --check nothing is wrong; 1 something is wrong; 2 it cannot be restored.
    """
    from app.database.backup import BackupRefused, restore_backup
    from app.database.config import Config
    from app.database.drafts import draft_folder

    style = style_of(sys.stdout)
    mend = None if erasures is None else _erased_again(erasures)
    try:
        with bytes_of(file) as stream:
            if check:
                with draft_folder() as folder:
                    url = f"sqlite:///{folder / 'checked.sqlite3'}"
                    restored = restore_backup(url, stream)
                    faults = list(_faults(url, restored, style))
                print_lines([*_lines(restored, style), *faults], style)
                return 1 if faults else 0
            with refusals_said():
                restored = restore_backup(Config.from_environment(kept_key=False).database_url, stream, mend)
    except BackupRefused as refused:
        raise WrongUsage(_("{source}: {reason}", source=name_of(file), reason=reason_of(refused))) from None
    print_lines(_lines(restored, style), style)
    if mend is not None:
        people = _n("{count} person", "{count} people", restored.mended)
        print_lines([labelled(_("erased again"), people)], style)
    if keys:
        _put_keys(restored.keys)
    return 0


@command()
@argument("file")
def erasures(file: str) -> int:
    """Write to FILE whose data were erased, by hashes, so that fupan restore --erasures FILE erases them again.

    It replaces FILE. Write it often, and to another disk than that of the database: a backup does not know of the
    erasures after it. Somebody who has a name can find out whether it is listed, so only its owner may read the file.
    """
    from sqlalchemy.orm import Session

    from app.database.config import data_folder
    from app.database.drafts import draft_beside, note_folder
    from app.players.personal.erasure_list import as_file

    with opened_database() as engine, Session(engine) as session:
        data, count = as_file(session)
    place = Path(file)
    note_folder(data_folder(os.environ), place.parent)
    try:
        with draft_beside(place) as draft:
            draft.stream.write(data)
            draft.flush()
            os.replace(draft.path, place)
    except OSError as error:
        raise WrongUsage(
            _("{target}: cannot be written ({reason})", target=name_of(file), reason=trouble_of(error))
        ) from error
    print_lines([labelled(_("erasures"), f"{count}")], style_of(sys.stdout))
    return 0


def _erased_again(file: str) -> "Mend":
    """What erases in a restored database whom a list names.  Raises WrongUsage for a file that is not a list."""
    from sqlalchemy.orm import Session

    from app.matches.followers import CARRIED
    from app.players.personal.erasing import erase_again
    from app.web.installation import FOLLOWERS

    listed = listed_erasures(file)

    def again(connection: "Connection") -> int:
        with Session(connection, info={CARRIED: FOLLOWERS}) as session:
            count = erase_again(session, listed)
            session.flush()
        return count

    return again


def _lines(backup: "RestoredBackup", style: Style) -> Iterator[str]:
    """What is in a backup."""
    head = backup.head
    yield labelled(_("written"), _("{moment}, by Fupan {version}", moment=head.at, version=style.safe(head.version)))
    matches, rows = backup.rows.get("logs", 0), sum(backup.rows.values())
    yield labelled(
        _("database"),
        f"{_n('{count} match', '{count} matches', matches)}, {_n('{count} row', '{count} rows', rows)}",
    )
    entries = _n("{count} entry", "{count} entries", head.chain.length)
    yield labelled(_("record of disputes"), f"{entries}, {head.chain.head}")
    if backup.keys:
        yield labelled(_("signing keys"), style.safe(", ".join(sorted(backup.keys))))


def _faults(url: str, restored: "RestoredBackup", style: Style) -> Iterator[str]:
    """What is wrong in a restored database, a line each."""
    from sqlalchemy.orm import sessionmaker

    from app.cli.serving.doctor import check_lines
    from app.database.checks import checks
    from app.database.opening import open_database
    from app.players.statistics.audited_scores import audit_with_scores

    engine, chain = open_database(url), restored.head.chain
    try:
        for check in checks(engine):
            if check.faults:
                yield from check_lines(check, style)
        audited = audit_with_scores(sessionmaker(engine), chain.head if chain.length else None, chain.length)
    finally:
        engine.dispose()
    if not audited.whole or audited.chain.entries != chain.length:
        words = _("the record of disputes; where the backup is restored, fupan audit verify says more")
        yield labelled(style.paint(_("wrong"), "error"), words)


def _keys() -> Mapping[str, bytes]:
    """The files of the signing keys, by name."""
    from app.disputes.verdicts.key_folder import KeyRefused, files_of_keys, folder_of

    try:
        return files_of_keys(folder_of(os.environ))
    except KeyRefused as refused:
        raise WrongUsage(reason_of(refused)) from None


def _put_keys(files: Mapping[str, bytes]) -> None:
    """Puts the files of signing keys into their folder."""
    from app.disputes.verdicts.key_folder import KeyRefused, folder_of, put_files

    folder = folder_of(os.environ)
    try:
        put_files(folder, files)
    except KeyRefused as refused:
        raise WrongUsage(reason_of(refused)) from None
    except OSError as error:
        raise WrongUsage(_("{folder} cannot be written ({reason})", folder=folder, reason=trouble_of(error))) from None
