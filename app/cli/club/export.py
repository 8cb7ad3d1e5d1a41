"""`fupan export`: what a club owns, as files that another installation imports."""

import sys
from pathlib import Path

from app.cli.commands import command, option
from app.cli.inputs import WrongUsage, name_of, trouble_of
from app.cli.matches.importing import database
from app.cli.output import print_lines
from app.text.language import _
from app.text.terminal import style_of


@command()
@option("--all", "folder", required=True, metavar="FOLDER", help="Write all to this folder, which is made.")
def export(folder: str) -> int:
    """Write what a club owns as files, which fupan import stores in another installation.

    They are the logs byte for byte, in the folder logs, and beside them as lines of JSON: what people gave matches and
    who sees them; house rules with all versions; score sheets; which names are of one person; notes; accounts with
    their roles and the people they are tied to; and disputes with evidence, rulings, verdicts and the record. A SHA-256
    of each file is in export.json or in the line that names the file.

    Passwords, logins, tokens, signing keys, searches, drafts of logs and what was deleted are not among them. The names
    of people are, so only the owner may read the folder.
    """
    from app.cli.exports.everything import export_all, lines_of

    with database(reading=True) as fupan:
        try:
            counts = export_all(fupan, Path(folder))
        except OSError as error:
            raise WrongUsage(
                _("{target}: cannot be written ({reason})", target=name_of(folder), reason=trouble_of(error))
            ) from error
    print_lines(lines_of(counts), style_of(sys.stdout))
    return 0
