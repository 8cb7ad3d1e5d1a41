"""`fupan serve`: the pages, on this machine."""

import os
import socket
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from app.cli.commands import argument, command, option
from app.cli.inputs import WrongUsage, complain, reason_of, trouble_of
from app.cli.matches.delete import purge_and_say
from app.cli.matches.importing import database, import_files
from app.cli.unusable import refusals_said
from app.text.language import _, marked
from engine import __version__

if TYPE_CHECKING:
    from app.matches.installation import Installation
    from app.text.language import Language


@command()
@argument("files", nargs=-1, metavar="[FILE...]")
@option("--host", default="127.0.0.1", show_default=True, help="The address to answer at.")
@option("--port", type=click.IntRange(1, 65535), default=5000, show_default=True, help="The port to answer at.")
@option(
    "--demo",
    is_flag=True,
    help="Import the demo first, in the language of this command: an evening of each game, a club's season, disputes, "
    "and a key to sign verdicts with.",
)
@option(
    "--trust-visitors",
    is_flag=True,
    help="Answer other machines too, and let every visitor rule, sign, delete, erase and rename, under any name.",
)
@option(
    "--insecure",
    is_flag=True,
    help="Let members of a club log in from other machines without HTTPS.",
)
@option(
    "--read-only",
    is_flag=True,
    help="Only read the database: nothing can be uploaded, written, ruled, renamed or deleted.",
)
@option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    help="Answer Prometheus at this port, which this machine alone can reach.",
)
@option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Answer with N processes at one address; one more does the jobs.",
)
@option("--no-jobs", is_flag=True, help="Do no jobs: fupan worker does them.")
def serve(
    files: tuple[str, ...],
    host: str,
    port: int,
    demo: bool,
    trust_visitors: bool,
    insecure: bool,
    read_only: bool,
    metrics_port: int | None,
    workers: int | None,
    no_jobs: bool,
) -> int:
    """Serve the pages: uploads, matches, hands step by step, rules.

    The given logs and folders of logs are imported first. What cannot be read is reported, and the rest is served.
    Ctrl-C stops the server.

    Nobody logs in unless FUPAN_MODE=club. So the server answers the person at this machine and nobody else: it starts
    only at an address that other machines cannot reach (the default), and refuses requests that a proxy hands on.

    With --read-only or --trust-visitors it answers others too. At an address that they can reach, FUPAN_TRUSTED_HOSTS
    must list the names that it answers to; behind proxies, FUPAN_TRUSTED_PROXIES says how many there are.

    With --read-only the database is only read, and may be one that cannot be written. Pages have no forms, nothing is
    imported, and nothing is computed in the background.

    With --workers the server stops within 30 seconds of SIGTERM: it answers the requests in work, and the upload that
    is being judged waits for the next start. It needs pip install 'fupan[club]'.
    """
    from app.cli.asked_language import language_of_machine
    from app.cli.serving.demo import file_disputes, language_of_demo
    from app.cli.serving.server import serve as answer
    from app.database.config import Config, ConfigError, Mode
    from app.database.demo_logs import demo_files, demo_in
    from app.web.http.errors import ONLY_READ
    from app.web.http.hosts import HostRefused, trusted_at

    if read_only and (files or demo or trust_visitors):
        raise click.UsageError(_("--read-only excludes FILE, --demo and --trust-visitors, which write"))

    def settings(*, kept_key: bool) -> Config:
        with refusals_said():
            made = Config.from_environment(kept_key=kept_key)
        if made.mode is Mode.CLUB and (read_only or trust_visitors):
            raise click.UsageError(_("FUPAN_MODE=club excludes --read-only and --trust-visitors: its people log in"))
        return replace(made, trust_visitors=trust_visitors, insecure=insecure, read_only=read_only)

    def say() -> None:
        shown = f"[{host}]" if ":" in host else host
        click.echo(_("Fupan answers at {address} until Ctrl-C ends it.", address=f"http://{shown}:{port}/"), err=True)
        if read_only:
            click.echo(_(ONLY_READ), err=True)
        elif trust_visitors:
            click.echo(_("Every visitor may rule, sign, delete, erase and rename, under any name."), err=True)

    try:
        trusted_at(host, settings(kept_key=False))
        _try_address(host, port)
        with database(reading=read_only) as fupan:
            if not read_only:
                if demo:
                    language = language_of_demo(fupan, language_of_machine())
                    with demo_in(language) as within:
                        import_files(fupan, demo_files(within), sum_alone=True)
                    import_files(fupan, files)
                    file_disputes(fupan, language)
                    _make_demo_key()
                    _issue_demo_verdict(fupan, language)
                else:
                    import_files(fupan, files)
                purge_and_say(fupan)
                _say_outdated(fupan)
        return answer(
            host,
            port,
            config=settings(kept_key=not read_only),
            metrics_port=metrics_port,
            processes=workers,
            jobs=not no_jobs,
            say=say,
        )
    except ConfigError as error:
        raise WrongUsage(_("a setting cannot be used: {reason}", reason=reason_of(error))) from error
    except HostRefused as refused:
        raise WrongUsage(reason_of(refused)) from refused
    except OSError as error:
        raise WrongUsage(
            _("cannot answer at {host}, port {port}: {reason}", host=host, port=port, reason=trouble_of(error))
        ) from error


def _make_demo_key() -> None:
    """Makes a key for the demo where no key is in use, and prints where it is or why there is none."""
    from app.cli.serving.demo import make_demo_key
    from app.disputes.verdicts.key_folder import KeyRefused, folder_of

    folder = folder_of(os.environ)
    try:
        made = make_demo_key(folder)
    except (KeyRefused, OSError) as error:
        reason = trouble_of(error) if isinstance(error, OSError) else reason_of(error)
        complain(_("verdicts cannot be issued, because no key is in use: {reason}", reason=reason))
        return
    if made is not None:
        words = _(
            "Made the signing key {name} in {folder}. It is for trying out: make another for verdicts that count.",
            name=made.name,
            folder=folder,
        )
        click.echo(words, err=True)


def _issue_demo_verdict(fupan: "Installation", language: "Language") -> None:
    """Issues the verdict of the demo, where its key is in use."""
    from app.cli.serving.demo import issue_verdict
    from app.disputes.verdicts.key_folder import KeyRefused, folder_of

    with suppress(KeyRefused, OSError):  # Said when the key was to be made.
        issue_verdict(fupan, folder_of(os.environ), language)


def _say_outdated(fupan: "Installation") -> None:
    """Prints how many matches another version of the engine judged that can be judged again, if any."""
    from app.matches.outdated import count_to_judge

    with fupan.sessions() as session:
        count = count_to_judge(session)
    if count:
        one = marked(
            "{count} match was judged by another version of the engine; fupan reprocess judges it again with {version}."
        )
        many = marked(
            "{count} matches were judged by another version of the engine; fupan reprocess judges them again with "
            "{version}."
        )
        click.echo(_(one if count == 1 else many, count=f"{count:,}", version=__version__), err=True)


def _try_address(host: str, port: int) -> None:
    """Raises OSError for an address that is not available, before much work is done."""
    family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
