"""A server of several processes, as the help has an operator start it, and the worker apart from it: what they
share, and how they stop.
"""

import json
import multiprocessing
import os
import random
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts import members, tokens
from app.accounts.roles import Role
from app.accounts.tokens import Scope
from app.cli import main
from app.cli.serving import processes, server
from app.cli.serving.job_worker import STOP_SECONDS
from app.cli.serving.shared_counts import SharedCounts, address_of
from app.database.config import Config, ConfigError, Mode
from app.database.opening import transact
from app.database.tables.jobs import Job
from app.database.tables.matches import JobWorker
from app.matches import jobs
from app.matches.jobs import LEASE, JobState
from app.web.create_app import create_app
from app.web.http.hosts import trusted_at
from app.web.installation import open_installation
from engine.record import bounds
from tests.app.conftest import Log

ROOT = Path(__file__).parents[3]
OPERATION = ROOT / "app" / "web" / "operation"
HOST = "fupan.example"
PATIENCE = 200
RUN = "from app.cli import main; main()"
MANY = 8 * bounds.AT_ONCE_MATCHES


def ports(count: int) -> list[int]:
    """Ports of this machine that are free, of those that the system gives to no connection by itself."""
    found: list[int] = []
    for port in random.sample(range(20_000, 32_000), 1_000):
        with socket.socket() as probing:
            if probing.connect_ex(("127.0.0.1", port)) != 0:
                found.append(port)
        if len(found) == count:
            break
    return found


def of_unit(name: str) -> list[str]:
    """What the example of a unit has under a name."""
    return re.findall(rf"^{name}=(.+)$", (OPERATION / "fupan.service").read_text(), re.MULTILINE)


def unit_settings() -> dict[str, str]:
    """The settings in the example of /etc/fupan.conf, which the units and the command read."""
    lines = (OPERATION / "fupan.conf").read_text().splitlines()
    return dict(each.split("=", 1) for each in lines if not each.startswith("#"))


def through_proxy(*headers: str) -> dict[str, str]:
    """The headers of a request that the example of a proxy hands on from a browser."""
    told = {"$host": HOST, "$scheme": "https", "$remote_addr": "192.0.2.1", '""': "close"}
    set_there = re.findall(r"proxy_set_header ([\w-]+) (\S+);", (OPERATION / "nginx.conf").read_text())
    assert len(set_there) == 5
    return {name: told[value] for name, value in set_there} | dict(each.split(": ") for each in headers)


def environment_of(folder: Path, **settings: object) -> dict[str, str]:
    """The environment of a run over a folder with the settings of the unit, and others."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FUPAN_")}
    environment |= unit_settings()
    environment |= {"FUPAN_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    return environment | {f"FUPAN_{name.upper()}": str(value) for name, value in settings.items()}


@contextmanager
def started(
    folder: Path, *arguments: str, said: int | IO[str] = subprocess.PIPE, **settings: object
) -> "Iterator[subprocess.Popen[str]]":
    """A run of `fupan` over a folder with the settings of the unit, which is killed at the end if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, *arguments], env=environment_of(folder, **settings), stderr=said, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        print(process.communicate()[1] or "")


def stopped(process: "subprocess.Popen[str]") -> str:
    """What a process has said that ends well within 30 seconds."""
    said = process.communicate(timeout=30)[1]
    assert process.returncode == 0, said
    return said


def get(port: int, path: str, *headers: str) -> bytes:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=through_proxy(*headers))
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: bytes = answer.read()
        return found


def wait_until(done: Callable[[], bool], process: "subprocess.Popen[str]") -> None:
    """Waits for what a process does that runs on."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if done():
                return
        except OSError:
            pass
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.1)


def _both_answer(pool: ThreadPoolExecutor, port: int, folder: Path) -> bool:
    """Whether both processes have answered, after some requests at the same time."""
    assert set(pool.map(lambda _: get(port, "/healthz"), range(32))) == {b"ok\n"}
    return len([*folder.glob("fupan-*/counter_*.db")]) == 2


def admin_of(database: str) -> str:
    """The header with the token of an admin of a new club."""
    fupan = open_installation(Config(database_url=database, secret_key=""))

    def fill(session: Session) -> str:
        account = members.make_account(session, "Sun", "", Role.ADMIN).id
        assert account is not None
        return tokens.make(session, account, "program", frozenset(Scope), 7)

    token = transact(fupan.sessions, fill)
    fupan.close()
    return f"Authorization: Bearer {token}"


def test_the_server_of_the_unit_finishes_what_it_began_and_a_worker_goes_on_with_the_job(
    tmp_path: Path, log: Log
) -> None:
    (command,), port, metrics = of_unit("ExecStart"), *ports(2)
    program, *arguments = command.replace("5000", str(port)).replace("5001", str(metrics)).split()
    assert program == "/opt/fupan/bin/fupan"
    (tmp_path / "data").mkdir()
    database = f"sqlite:///{tmp_path / 'data' / 'fupan.sqlite3'}"
    token = admin_of(database)
    with started(tmp_path, *arguments) as process:
        wait_until(lambda: json.loads(get(port, "/readyz")) == {"database": True, "worker": True}, process)
        with ThreadPoolExecutor(16) as pool:
            wait_until(lambda: _both_answer(pool, port, tmp_path), process)
        assert b'fupan_requests_total{method="GET",rule="/healthz",status="200"}' in get(metrics, "/metrics")
        login = urllib.request.Request(f"http://127.0.0.1:{port}/login", headers=through_proxy())
        with urllib.request.urlopen(login, timeout=30) as answer:
            assert re.match(r"__Host-fupan=.*; Secure", answer.headers["Set-Cookie"])

        body = log("slow")
        slow = socket.create_connection(("127.0.0.1", port), timeout=30)
        head = ["POST /api/v1/uploads?name=slow.json HTTP/1.1", f"Content-Length: {len(body)}"]
        head += [f"{name}: {value}" for name, value in through_proxy(token).items()]
        slow.sendall(b"\r\n".join((*(each.encode() for each in head), b"", body[:10])))
        many = b"\n".join(log(str(number)) for number in range(MANY))
        address = f"http://127.0.0.1:{port}/api/v1/uploads?name=many.jsonl"
        sent = urllib.request.Request(address, data=many, headers=through_proxy(token))
        with urllib.request.urlopen(sent, timeout=60) as answer:
            assert answer.status == 202
        wait_until(lambda: json.loads(get(port, "/api/v1/jobs/1", token))["state"] == "running", process)
        process.send_signal(signal.SIGTERM)
        time.sleep(2)
        assert process.poll() is None
        slow.sendall(body[10:])
        assert slow.recv(1_000).startswith(b"HTTP/1.1 201 ")
        slow.close()
        said = stopped(process)
    assert {"/healthz", "/api/v1/uploads"} <= {
        json.loads(line)["rule"] for line in said.splitlines() if line.startswith("{")
    }
    assert [*tmp_path.glob("fupan-*")] == []
    with socket.socket() as probing:
        assert probing.connect_ex(("127.0.0.1", port)) != 0

    fupan = open_installation(Config(database_url=database, secret_key=""))

    def job() -> tuple[str, int, int]:
        with fupan.sessions() as session:
            state, ends, progress = session.execute(select(Job.state, Job.ends, Job.progress)).one()
            return state, ends, json.loads(progress).get("matches", 0)

    assert job()[:2] == (JobState.WAITING, 0)
    assert not jobs.has_worker(fupan.sessions)
    with started(tmp_path, "worker") as process:
        wait_until(lambda: jobs.has_worker(fupan.sessions), process)
        wait_until(lambda: job()[0] == JobState.DONE, process)
        process.send_signal(signal.SIGTERM)
        stopped(process)
    assert job() == (JobState.DONE, 0, MANY)
    assert not jobs.has_worker(fupan.sessions)
    fupan.close()


def examples_in(folder: Path) -> Path:
    """A folder with the command of the examples.  It runs this code, with data in the folder."""
    program = folder / "program"
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n{RUN}\n")
    settings = (OPERATION / "fupan.conf").read_text().replace("/var/lib/fupan", str(folder / "data"))
    (folder / "fupan.conf").write_text(settings)
    script = (OPERATION / "fupan.sh").read_text()
    assert script.count("sudo -u fupan ") == 1
    script = script.replace("sudo -u fupan ", "").replace("/etc/fupan.conf", str(folder / "fupan.conf"))
    (folder / "fupan.sh").write_text(script.replace("/opt/fupan/bin/fupan", str(program)))
    for each in ("program", "fupan.sh"):
        (folder / each).chmod(0o700)
    return folder


def test_a_shell_has_the_folders_of_the_server_and_the_timer_writes_backups(tmp_path: Path) -> None:
    folder = examples_in(tmp_path)
    bare = {"PATH": os.environ["PATH"], "HOME": str(folder)}

    def run(*command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(command, cwd=folder, env=bare, capture_output=True, text=True, timeout=120)

    fupan = str(folder / "fupan.sh")
    empty = run(fupan, "audit", "verify")
    assert (empty.returncode, empty.stderr) == (1, "")
    assert empty.stdout.startswith(f"The database {folder / 'data' / 'fupan.sqlite3'} is empty: ")
    assert run(fupan, "club", "new", "Lantern Club").returncode == 0
    assert run(fupan, "keys", "new", "lantern-club").returncode == 0
    assert [*(folder / "data" / "keys").iterdir()]

    service, timer = ((OPERATION / f"fupan-backup.{kind}").read_text() for kind in ("service", "timer"))
    assert re.findall("^EnvironmentFile=(.+)$", service, re.MULTILINE) == of_unit("EnvironmentFile")
    assert re.search(r"^OnCalendar=\d\d:\d\d$", timer, re.MULTILINE)
    commands = re.findall("^ExecStart=(.+)$", service, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        words = shlex.split(command.replace("%%", "%").replace("/opt/fupan/bin/fupan", fupan))
        done = run(*words)
        assert done.returncode == 0, done.stderr
    (backup,) = folder.glob("*.fupan")
    assert run(fupan, "restore", "--check", backup.name).returncode == 0
    assert (folder / "erasures.json").exists()


def test_the_examples_of_an_operator_fit_one_another(tmp_path: Path) -> None:
    unit = unit_settings()
    assert of_unit("EnvironmentFile") == ["/etc/fupan.conf"]
    (command,), (patience,) = of_unit("ExecStart"), of_unit("TimeoutStopSec")
    served = main.commands["serve"].make_context("serve", command.split()[2:]).params
    assert trusted_at(served["host"], Config.from_environment(unit | {"FUPAN_DATA": str(tmp_path)})) == (HOST,)
    assert int(patience) > STOP_SECONDS

    proxy = (OPERATION / "nginx.conf").read_text()
    assert f"proxy_pass http://{served['host']}:{served['port']};" in proxy
    assert set(re.findall("server_name (.+);", proxy)) == {HOST}
    (mebibytes,) = re.findall("client_max_body_size (.+)m;", proxy)
    assert int(mebibytes) * 1024**2 > bounds.UPLOAD_BYTES

    container = (OPERATION / "Containerfile").read_text().replace("\\\n#", "").replace("\\\n", "")
    build, *runs = [each.split() for each in re.findall("^#   podman (.+)", container, re.MULTILINE)]
    assert build == ["build", "--format", "docker", "--tag", "fupan", "."]
    assert all({"run", "fupan:/data"} <= {*each} for each in runs)
    adding, serving = runs
    added = main.commands["users"].commands["add"].make_context("add", adding[adding.index("add") + 1 :]).params
    assert added == {"name": "NAME", "admin": True}
    assert f"FUPAN_TRUSTED_HOSTS={HOST}" in serving
    assert int(serving[serving.index("--stop-timeout") + 1]) == int(patience)
    (line,), (settings,) = (re.findall(rf"^{name} (.+)", container, re.MULTILINE) for name in ("CMD", "ENV"))
    inside = dict(each.split("=", 1) for each in settings.split()) | {"FUPAN_TRUSTED_HOSTS": HOST}
    assert inside.keys() == unit.keys()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (installed,) = re.findall(r"\.whl\)\[(.+)\]", container)
    assert set(installed.split(",")) == {"club", "postgres"} <= extras.keys()
    served = main.commands["serve"].make_context("serve", json.loads(line)[2:]).params
    assert trusted_at(served["host"], Config.from_environment(inside | {"FUPAN_DATA": str(tmp_path)})) == (HOST,)
    assert f"EXPOSE {served['port']}\n" in container
    assert f"http://127.0.0.1:{served['port']}/readyz" in container


def test_a_worker_that_is_silent_is_not_alive(web_config: Config) -> None:
    fupan = open_installation(web_config)
    jobs.note_worker(fupan.sessions, "one")
    with fupan.sessions.begin() as session:
        session.get_one(JobWorker, "one").seen_at -= LEASE
    assert not jobs.has_worker(fupan.sessions)
    for _ in range(2):
        jobs.note_worker(fupan.sessions, "two")
        assert jobs.has_worker(fupan.sessions)
    with fupan.sessions() as session:
        assert session.scalars(select(JobWorker.name)).all() == ["two"], "those that are silent are forgotten"
    fupan.close()


def test_a_server_without_jobs_is_ready_while_there_is_a_worker(
    web_config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    apps = []

    class Server:
        """One that ends at once."""

        def __init__(self, app: object, *_: object, **_named: object) -> None:
            apps.append(app)

        def run(self) -> None:
            """Answers nothing."""

    def start(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(server, "Answering", Server)
    monkeypatch.setattr(server.Worker, "start", start)
    assert server.serve("127.0.0.1", 1, config=web_config, jobs=False) == 0
    (app,) = apps
    assert app.test_client().get("/readyz").json == {"database": True, "worker": False}
    jobs.note_worker(app.extensions["fupan"].sessions, "one")
    assert app.test_client().get("/readyz").status_code == 200
    app.extensions["fupan"].close()


@pytest.mark.parametrize("workers", [(), ("--workers", "2")])
def test_the_address_takes_connections_once_it_is_named(tmp_path: Path, workers: tuple[str, ...]) -> None:
    (port,) = ports(1)
    with started(
        tmp_path, "serve", "--port", str(port), *workers, mode="alone", trusted_hosts="", trusted_proxies=0
    ) as process:
        assert process.stderr is not None
        assert any("Fupan answers at" in line for line in process.stderr)
        socket.create_connection(("127.0.0.1", port), timeout=10).close()


def test_several_processes_need_their_library(web_config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, processes.__name__)
    monkeypatch.delattr("app.cli.serving.processes")
    monkeypatch.setitem(sys.modules, "gunicorn.app.base", None)
    with pytest.raises(ConfigError, match=r"--workers needs the library gunicorn.*pip install 'fupan\[club\]'"):
        server.serve("127.0.0.1", 1, config=web_config, processes=2)


def test_pages_are_imported_once_for_all_processes(web_config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    monkeypatch.setattr(processes, "end_with", lambda _parent: None)
    monkeypatch.setattr(processes, "blueprints", lambda: done.append("imported"))
    monkeypatch.setattr(processes._Processes, "run", lambda _self: done.append("forked"))
    processes._answer({}, web_config, multiprocessing.Event())
    assert done == ["imported", "forked"]


def test_the_processes_of_a_server_count_requests_together(web_config: Config, tmp_path: Path) -> None:
    config = replace(web_config, mode=Mode.CLUB, api_requests=3, api_counts=address_of(tmp_path / "counts"))
    apps = [create_app(config) for _ in range(2)]
    sent = {"Authorization": "Bearer one"}
    answers = [apps[number % 2].test_client().get("/api/v1/hands", headers=sent).status_code for number in range(5)]
    assert answers == [401, 401, 401, 429, 429]
    for app in apps:
        app.extensions["fupan"].close()


def test_a_network_of_many_people_counts_each_of_them_apart(web_config: Config) -> None:
    app = create_app(replace(web_config, mode=Mode.CLUB, api_requests=2))

    def programs(session: Session) -> list[str]:
        made = [members.make_account(session, name, "", Role.MEMBER).id for name in ("Sun", "Li")]
        return [tokens.make(session, each or 0, "program", frozenset({Scope.READ}), 7) for each in made]

    shown = ["none", "other", "third", *transact(app.extensions["fupan"].sessions, programs)]
    sent = [{"Authorization": f"Bearer {each}"} for each in shown for _ in range(2)]
    answers = [app.test_client().get("/api/v1/hands", headers=each).status_code for each in sent]
    assert answers == [401] * 4 + [429] * 2 + [200] * 4
    app.extensions["fupan"].close()


def test_a_shared_count_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (SharedCounts(address_of(tmp_path / "counts")) for _ in range(2))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    assert [first.incr("a", 60), second.incr("a", 60), first.incr("b", 60, 3)] == [1, 2, 3]
    assert (first.get("a"), second.get_expiry("a"), first.get("c")) == (2, now + 60, 0)
    monkeypatch.setattr(time, "time", lambda: now + 60)
    assert (second.get("a"), second.incr("a", 60), first.get("b")) == (0, 1, 0)
    first.clear("a")
    assert second.get("a") == 0
    first.incr("d", 60)
    second.reset()
    assert first.get("d") == 0
    assert first.check()
