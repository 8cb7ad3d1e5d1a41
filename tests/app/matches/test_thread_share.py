"""Requests that write do not hold every thread."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from flask import Flask

from app.matches.thread_share import CHECKS, checks_password, share_threads
from app.web.http.errors import explain_errors


def application(writers: int, patience: float) -> tuple[Flask, Event]:
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=1)
    share_threads(app, writers, patience)
    explain_errors(app)
    free = Event()

    def write() -> str:
        free.wait(30)
        return "written"

    app.add_url_rule("/api/v1/write", "write", write, methods=["POST"])
    app.add_url_rule("/api/v1/check", "check", checks_password(lambda: write()), methods=["POST"])
    app.add_url_rule("/api/v1/read", "read", lambda: "read")
    app.add_url_rule("/api/v1/fail", "fail", lambda: 1 // 0, methods=["POST"])
    return app, free


def test_writers_that_wait_leave_threads_for_readers() -> None:
    app, free = application(writers=2, patience=0.05)
    with ThreadPoolExecutor(8) as pool:
        waiting = [pool.submit(app.test_client().post, "/api/v1/write") for _ in range(6)]
        refused = 0
        while refused < 4:
            refused = sum(each.done() for each in waiting)
        assert app.test_client().get("/api/v1/read").text == "read"
        free.set()
        answers = [each.result() for each in waiting]
    assert sorted(each.status_code for each in answers) == [200, 200, 503, 503, 503, 503]
    busy = next(each for each in answers if each.status_code == 503)
    assert busy.headers["Retry-After"] == "5"
    assert "busy with other uploads" in busy.get_json()["detail"]


def test_a_turn_is_given_back_whatever_happens() -> None:
    app, free = application(writers=1, patience=0.05)
    free.set()
    client = app.test_client()
    for _ in range(3):
        assert client.post("/api/v1/fail").status_code == 500
        assert client.post("/api/v1/none").status_code == 404
        assert client.post("/api/v1/write").status_code == 200


def test_requests_with_a_password_wait_for_one_another_and_keep_no_writer_waiting() -> None:
    app, free = application(writers=1, patience=0.05)
    with ThreadPoolExecutor(2 * CHECKS) as pool:
        waiting = [pool.submit(app.test_client().post, "/api/v1/check") for _ in range(2 * CHECKS)]
        assert app.test_client().post("/api/v1/fail").status_code == 500
        assert not any(each.done() for each in waiting)
        free.set()
        assert [each.result().status_code for each in waiting] == [200] * 2 * CHECKS
