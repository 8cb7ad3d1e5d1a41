"""What the help says to those who run a server for others."""

from typing import Final

from app.text.language import marked

SERVER: Final = (
    marked(
        "`fupan serve` asks nobody who they are, unless `FUPAN_MODE=club` is set. So it answers the person at "
        "its own machine and nobody else: it starts only on a loopback address and with names of this machine, "
        "and refuses requests that a proxy hands on (`Forwarded`, `X-Forwarded-…`, `Via`)."
    ),
    marked(
        "With `FUPAN_MODE=club` people log in, and each has a role: `fupan help club`, or the topic “A club and its "
        "roles” of the help."
    ),
    marked(
        "With `--read-only` it answers others too, shows pages without forms and refuses every request that "
        "could write. A database that cannot be written is shown in the same way. With `--trust-visitors` "
        "every visitor may do everything, under any name."
    ),
    marked(
        "For others, `FUPAN_TRUSTED_HOSTS` lists the names that the server answers to. Behind a proxy, "
        "`FUPAN_TRUSTED_PROXIES=1` has it believe what the proxy says in `X-Forwarded-For`, "
        "`X-Forwarded-Proto` and `X-Forwarded-Host`, which the proxy must set; with two proxies it is 2."
    ),
    marked(
        "`FUPAN_DATABASE_URL` names the database, an SQLite file or PostgreSQL. Without it, the database "
        "is a file in your data folder. The README lists the other settings."
    ),
    marked(
        "`fupan doctor` says whether the database is sound, and what to do if it is not. While PostgreSQL"
        " cannot be reached, pages answer 503; they work again when it is back."
    ),
)
"""Who may reach a server, and what they may do."""
CLUB: Final = (
    marked(
        "With `FUPAN_MODE=club` people log in, and each has a role; who has not logged in is a guest. It "
        "needs `pip install 'fupan[club]'`, and `fupan users add NAME --admin`, which adds the first admin, "
        "who invites the others on the page “Members”."
    ),
    marked(
        "`fupan club new NAME` names the club; with another NAME it names it anew. Verdicts are signed with a key: "
        "`fupan keys new NAME` makes one, and `fupan keys export` prints what those who check verdicts need. The key "
        "is a file in the folder `FUPAN_KEYS`; keep a copy of it where nobody else can read it."
    ),
    marked(
        "Guests see public matches, and rules. Members see the matches and statistics of the club, take "
        "notes, dispute and upload. Recorders take in what members upload, fill sheets and say who sees a "
        "match. Arbiters rule and sign. Admins delete, erase and invite."
    ),
    marked(
        "With `FUPAN_OPEN_STATISTICS=1` guests read statistics, ratings, events and the pages of players too. Then "
        "they see the dates, events and results of every match of the club, also of those that they cannot open."
    ),
    marked(
        "A recorder marks a player as a minor on the player's page. Guests, and what is made for other sites, then "
        "have the seat or a number in the place of the name; a search for it finds nothing, and logs and verdicts "
        "that may have it are not given to them. What people wrote, such as the comments in a log, does not change. "
        "`FUPAN_HIDE_MINORS=0` shows these names; while they are hidden, guests read no statistics of an archive."
    ),
    marked(
        "Somebody with an account may ask a recorder to tie it to their person of the statistics. Members "
        "dispute matches that they played in, recorders any. Against a ruling, who opened the dispute and the "
        "players of the match appeal."
    ),
    marked(
        "Nobody rules on a match that they played in, or signs a verdict on it. An arbiter is tied to a person of the "
        "statistics, or declares on the page “My account” to play nowhere in the club, before they rule. Where an "
        "arbiter has the name of a player of the match, and with `FUPAN_RULING_VOTES=2` always, a ruling needs two "
        "arbiters, each with an account: one proposes, another agrees."
    ),
)
"""What a club needs to begin, and what each role may do."""
OPERATION: Final = (
    marked(
        "This is for one machine with Linux. In a copy of the source, `python3 -m venv /opt/fupan` and "
        "`/opt/fupan/bin/pip install '.[club,postgres]'` install Fupan, and `useradd --system --create-home --home-dir "
        "/var/lib/fupan fupan` adds the user that it runs as."
    ),
    marked(
        "The files are below. `fupan.conf` has the settings: put it at `/etc/fupan.conf`, with the name of your server "
        "in it. Put `fupan.service`, `fupan-backup.service` and `fupan-backup.timer` into `/etc/systemd/system/`. Put "
        "`fupan.sh` at `/usr/local/bin/fupan` and make it executable: it gives every command the settings and the "
        "folders of the server."
    ),
    marked(
        "`fupan users add NAME --admin` adds the first admin, `fupan club new NAME` names the club, `fupan keys new "
        "NAME` makes the key that signs verdicts, and `systemctl enable --now fupan fupan-backup.timer` starts the "
        "server and the backups."
    ),
    marked(
        "The server answers at this machine alone, without TLS, and a proxy hands requests on: `nginx.conf`, below. "
        "The proxy must set all three headers `X-Forwarded-…` as it does there, because the server believes them "
        "(`FUPAN_TRUSTED_PROXIES=1`). It also receives slow uploads whole, so that they hold no process of the server."
    ),
    marked(
        "`--workers N` answers with N processes, one for each core; one more does the jobs: large uploads, long "
        "computations, ratings. At `systemctl stop fupan` the requests in work are answered within 25 seconds, and a "
        "job in work waits for the next start."
    ),
    marked(
        "The processes share the database with its logins, jobs, and waits after failed logins. They count the "
        "requests of programs together, and `/metrics` has what all of them counted. Each process by itself does 8 "
        "requests at a time, of which 4 may write and 2 compute, checks 2 passwords at a time, and keeps opened "
        "matches in memory."
    ),
    marked(
        "With `--no-jobs` the server does no jobs, and `fupan worker` does them: as a service of its own, with the "
        "same settings, also on another machine with the same PostgreSQL."
    ),
    marked(
        "PostgreSQL: `createuser fupan`, `createdb --owner fupan fupan`, and "
        "`FUPAN_DATABASE_URL=postgresql:///fupan` in `/etc/fupan.conf`. The first start makes the tables. To move a "
        "database there, write `fupan backup FILE` under the old setting and `fupan restore FILE` under the new one."
    ),
    marked(
        "In a container, `Containerfile`, below, takes the place of the unit. The volume `/data` has the database, the "
        "secret key of cookies and the signing keys. Several containers for one club need PostgreSQL, and the same "
        "`FUPAN_SECRET_KEY`."
    ),
    marked(
        "Backups: every night `fupan-backup.timer` has `fupan backup FILE` write one into `/var/lib/fupan/backups` "
        "while the server runs, and `fupan erasures LIST` write who was erased, by hashes. Copy both to another "
        "machine, and try a backup with `fupan restore --check FILE`. The settings and the secret key are not in it, "
        "and the signing keys only with `--keys`. `fupan restore FILE --erasures LIST` erases those people again."
    ),
    marked(
        "To move to another installation, or to keep what the club owns in files that can be read: `fupan export "
        "--all FOLDER` writes it, and `fupan import FOLDER` stores it in an empty installation, with disputes, their "
        "record and accounts. Passwords and signing keys are not in it: `fupan users recover NAME` prints a link for a "
        "new password."
    ),
    marked(
        "To upgrade, write a backup, stop the server, install the new version and start it: it brings the tables up "
        "to date. Then run `fupan doctor`, and `fupan reprocess`, which judges again what an earlier version judged."
    ),
    marked(
        "The way back: stop the server, install the version before, and move the database away, because an earlier "
        "version does not open it. `fupan restore FILE` makes it from the backup. What came after the backup is lost."
    ),
    marked(
        "What to watch: `/healthz` answers 200 while a process answers; `/readyz` answers 503 while the database "
        "cannot be reached or has tables of another version, or no worker is alive. `--metrics-port` answers "
        "Prometheus: `fupan_requests_total` by address and status, and `fupan_request_seconds`. Warn at answers 500 "
        "and 503, at times that grow, and when the disk fills."
    ),
    marked(
        "`journalctl -u fupan` has a line of JSON for each request, without names. A page about a fault shows the id "
        "of its line. Every week, `fupan doctor` checks the database, and `fupan audit verify` the record of disputes."
    ),
)
"""How a club's server is set up, kept running, upgraded and watched."""
