"""Differences that are long are sent while they are made: they begin at once, take no memory, and end with their client."""
import socket
import subprocess
import time

import pytest
import requests
from client import ADMIN, Client
from program import wait_until
from repositories import at, new_repository
from watch import watching
from working_copy import Git, address

ROOT = ("root", "correct horse battery")

FILES, LINES = 5000, 50


def text(seed):
    return b"".join(b"%d of %d\n" % (line, seed) for line in range(LINES))


def large_history():
    """Four commits for git fast-import: the second adds a file of 400,000 lines, the last changes 5,000 files and 500,000 lines."""
    def data(content):
        return b"data %d\n%s\n" % (len(content), content)

    def commit(mark, files):
        changes = b"".join(b"M 100644 inline %s\n%s" % (path.encode(), data(content)) for path, content in files.items())
        return b"commit refs/heads/main\nmark :%d\ncommitter A <a@example.com> %d +0000\n%s%s\n" % (
            mark, 1_700_000_000 + mark, data(b"change"), changes)

    def many(version):
        return {f"{number % 50}/{number}.txt": text(version * FILES + number) for number in range(FILES)}

    yield commit(1, many(0))
    yield commit(2, {"long.txt": b"".join(b"%d\n" % number for number in range(400_000))})
    yield commit(3, {"short.txt": b"short\n"})
    yield commit(4, many(1))


class Large:
    def __init__(self, site, mallory, folder):
        git = Git(folder)
        git.done("init", "-q", "-b", "main")
        git.done("fast-import", "--quiet", input=b"".join(large_history()))
        self.repository = new_repository(mallory)
        git.done("push", "-q", address(site, self.repository["full_name"], *ROOT), "main")
        self.first, self.long, self.short, self.many = git.done("rev-list", "--reverse", "main").split()

    def at(self, path):
        return f"{at(self.repository)}/{path.format(**vars(self))}"


@pytest.fixture(scope="module")
def large(site, mallory, tmp_path_factory):
    made = Large(site, mallory, tmp_path_factory.mktemp("large"))
    wait_until(lambda: not mallory.get("/admin/jobs").json(), "what follows from the push", 60)
    return made


def read(site, path):
    """How long the first byte takes, how many lines come, and what comes last."""
    begun, first, lines, last = time.monotonic(), None, 0, b""
    with requests.get(f"{site.url}/api/v1{path}", stream=True, timeout=60) as answer:
        assert answer.status_code == 200
        for piece in answer.iter_content(64 << 10):
            first = first or time.monotonic() - begun
            lines, last = lines + piece.count(b"\n"), (last + piece)[-1000:]
    return first, lines, last


@pytest.mark.parametrize("path", ["git/commits/{many}.diff", "git/commits/{many}.patch", "compare/{short}...{many}?output=diff",
                                  "compare/{long}...{many}?output=patch"])
def test_they_begin_at_once_and_take_no_memory(site, large, path):
    read(site, large.at(path))  # what is read is in memory after this
    with watching(site, memory=32, seconds=20):
        first, lines, _ = read(site, large.at(path))
    assert lines >= 2 * FILES * LINES
    assert first < 0.1, f"{first * 1000:.0f} ms"


def test_one_long_file_takes_little(site, large):
    with watching(site, memory=100, seconds=20):
        _, lines, _ = read(site, large.at("git/commits/{long}.diff"))
    assert lines >= 400_000


def test_who_leaves_is_not_worked_for(site, large):
    def processor_time():
        fields = open(f"/proc/{site.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100

    for _ in range(20):
        with socket.create_connection(("127.0.0.1", site.port)) as connection:
            connection.sendall(f"GET /api/v1{large.at('git/commits/{many}.diff')} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert connection.recv(1)
    time.sleep(1)
    before = processor_time()
    time.sleep(1)
    assert processor_time() - before < 0.3


def test_many_at_once_leave_room_for_others(site, large):
    """Thirty-six of them, read by nobody, while somebody else clones."""
    readers = []
    with watching(site, memory=200, seconds=30) as watch:
        for _ in range(36):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.connect(("127.0.0.1", site.port))
            reader.sendall(f"GET /api/v1{large.at('git/commits/{many}.diff')} HTTP/1.1\r\nHost: x\r\n"
                           f"X-Forwarded-For: 192.0.2.1\r\n\r\n".encode())
            readers.append(reader)
        subprocess.run(["git", "ls-remote", f"{site.url}/{large.repository['full_name']}.git"], check=True, capture_output=True,
                       timeout=10)
        wait_until(lambda: len(watch.waits) >= 300, "three hundred strangers")
        for reader in readers:
            reader.close()


def test_past_the_budget_they_say_so(program, tmp_path):
    program.settings["limits"] = {"DIFF_LINES": "1000"}
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    program.start()
    admin = Client(program.url, basic=ADMIN)
    repository = new_repository(admin)
    git = Git(tmp_path / "work")
    git.done("init", "-q", "-b", "main")
    git.commit({f"{number}.txt": text(number) for number in range(200)})
    git.done("push", "-q", address(program, repository["full_name"], *ADMIN), "main")
    for ending in ("diff", "patch"):
        _, lines, last = read(program, f"{at(repository)}/git/commits/main.{ending}")
        assert lines < 3000
        assert b"This was cut here" in last
