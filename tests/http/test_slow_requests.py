"""[log] SLOW_REQUEST: what takes long is told to the operator, with what took so long and without what people have written."""
import contextlib
import json
import sqlite3
import subprocess
import time

import pytest
from client import ADMIN, Client
from collector import Collector
from program import Program, wait_until
from psql import tool
from wire import Wire

SECRET = "words of a person"


@pytest.fixture(scope="module")
def collector():
    with Collector() as made:
        yield made


@pytest.fixture(scope="module")
def watched(tmp_path_factory, database, collector):
    settings = {"log": {"SLOW_REQUEST": "1s", "FORMAT": "json"}, **collector.settings()}
    instance = Program(tmp_path_factory.mktemp("watched"), database, settings)
    instance.create_user(*ADMIN, "--admin")
    yield instance.start()
    instance.close()


@pytest.fixture(scope="module")
def root(watched):
    token = Client(watched.url, basic=ADMIN).post("/users/root/tokens", {"name": "t", "scopes": ["all"]}).json()["sha1"]
    made = Client(watched.url, token=token)
    made.post("/user/repos", {"name": "r"}, expect=201)
    return made


def told(program, path):
    """The lines about slow requests there."""
    lines = [json.loads(line) for line in program.log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line["message"] == "a request was slow" and line["path"] == path]


@contextlib.contextmanager
def locked(program, seconds):
    """Nobody else writes issues, for as long as that."""
    until = time.monotonic() + seconds
    if program.postgres:
        holder = subprocess.Popen([tool("psql"), "-qX", "-d", program.postgres.name], env=program.postgres.environment, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)
        holder.stdin.write("BEGIN; LOCK TABLE issue IN SHARE MODE;\n\\echo locked\n")
        holder.stdin.flush()
        assert holder.stdout.readline() == "locked\n"
        yield until
        holder.communicate("ROLLBACK;\n")
    else:
        with contextlib.closing(sqlite3.connect(program.folder / "cairn.db", isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            yield until
            holder.execute("ROLLBACK")


def test_what_took_long_is_told_with_its_statements(watched, root, collector):
    path = "/api/v1/repos/root/r/issues"
    with Wire(watched.port) as wire, locked(watched, 1.5) as until:
        body = json.dumps({"title": SECRET})
        wire.send(f"POST {path} HTTP/1.1\nHost: x\nAuthorization: token {root.token}\nContent-Type: application/json\n"
                  f"Content-Length: {len(body)}\n\n{body}")
        wait_until(lambda: time.monotonic() > until, "the lock to be held for so long")
    with_title = wait_until(lambda: told(watched, path), "the line")
    line, = with_title
    assert line["level"] == "warning" and line["operation"] == "issueCreateIssue" and line["status"] == 201
    assert line["method"] == "POST" and line["request"] and line["git"] == 0 and line["more"] == 0
    assert 1 <= line["database"] <= line["seconds"] < 30 and line["statements"] > 3
    if watched.postgres:  # SQLite waits before the first of them
        assert line["slowest"].split(" s: ")[1].startswith("INSERT INTO issue") and "$1" in line["slowest"]
    assert SECRET not in watched.log.read_text()
    assert line["trace"] == collector.request(line["request"]).root.trace, "where there is a trace of it, that is found"


def test_who_sends_slowly_is_not_slow(watched, root):
    path = "/api/v1/markdown/raw"
    with Wire(watched.port) as wire:
        wire.send(f"POST {path} HTTP/1.1\nHost: x\nAuthorization: token {root.token}\nContent-Type: text/plain\nContent-Length: 6\n\nabc")
        until = time.monotonic() + 1.1
        wait_until(lambda: time.monotonic() > until, "more than a second")
        wire.send("def")
        assert wire.read().status == 200
    assert not told(watched, path)
