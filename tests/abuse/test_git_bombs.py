"""Pushes that are small and have much in them. None may cost much, whoever looks at them afterwards."""
import time

import pytest
from bombs import delta_bomb, push_request, tree_bomb
from program import wait_until
from repositories import at
from watch import watching


@pytest.fixture
def bomb(site, mallory, git, target):
    """A repository with ten million files in nine objects."""
    repository, place = target
    git.done("update-ref", "refs/heads/main", tree_bomb(git))
    with watching(site, memory=300, seconds=30):
        git.done("push", "-q", place, "main")
        time.sleep(3)  # what follows from a push
    return repository


def rows(site, table):
    import contextlib
    import sqlite3
    with contextlib.closing(sqlite3.connect(site.folder / "cairn.db")) as database:
        return database.execute(f"SELECT count(*), coalesce(sum(length(entries)), 0) FROM {table}").fetchone()


def test_ten_million_files(site, bomb, stranger, database):
    paths = {"git/commits/main": 200, "commits": 200, "git/trees/main?recursive=1": 422, "git/trees/main": 200, "contents": 200,
             "contents/0/1": 200, "commits/main.diff": 413, "git/commits/main.patch": 413, "archive/main.zip": 422,
             "archive/main.tar.gz": 422, "languages": 200, "compare/main...main": 200, "branches": 200}
    for path, status in paths.items():
        with watching(site, memory=200, seconds=5):
            stranger.get(f"{at(bomb)}/{path}", expect=status)
    if database == "sqlite":
        assert rows(site, "folder_history")[1] < 1 << 20, "what a push has written about the files"


def test_what_is_told_of_too_many_files_is_nothing(bomb, stranger):
    assert stranger.get(f"{at(bomb)}/git/commits/main").json()["files"] is None
    assert stranger.get(f"{at(bomb)}/languages").json() == {}


def test_two_of_them_are_not_compared(site, mallory, stranger, git, target):
    repository, place = target
    git.done("update-ref", "refs/heads/main", tree_bomb(git))
    git.done("push", "-q", place, "main")
    tree = git.done("rev-parse", tree_bomb(git, b"y") + "^{tree}")
    git.done("push", "-q", place, git.done("commit-tree", "-p", "main", "-m", "other", tree) + ":refs/heads/other")
    for path in ("compare/main...other?output=diff", "compare/main...other", "git/commits/other"):
        with watching(site, memory=200, seconds=5):
            stranger.call("GET", f"{at(repository)}/{path}", expect=413 if "output" in path else 200)


def test_a_pack_that_grows(site, mallory, target):
    repository, _ = target
    pack, name = delta_bomb(2600 << 20)
    assert len(pack) < 20 << 10
    with watching(site, memory=400, seconds=15):
        answer = mallory.session.post(f"{site.url}/{repository['full_name']}.git/git-receive-pack", timeout=60,
                                      data=push_request(pack, name, "refs/tags/x"),
                                      headers={"Content-Type": "application/x-git-receive-pack-request"})
    assert answer.status_code == 200
    assert "takes more memory or time than this site gives" in answer.text and "ng refs/tags/x" in answer.text


def test_a_commit_that_says_too_much(site, mallory, stranger, git, target):
    repository, place = target
    tree = git.done("mktree", input=b"")
    large = git.done("commit-tree", "-F", "-", tree, input=b"word " * (8 << 20))
    with watching(site, memory=200, seconds=30):
        words = git.fails("push", place, f"{large}:refs/heads/main")
    assert "larger than the commits and tags that this site takes" in words
    small = git.done("commit-tree", "-F", "-", tree, input=b"word " * (100 << 10))
    git.done("push", "-q", place, f"{small}:refs/heads/main")
    assert len(stranger.get(f"{at(repository)}/git/commits/main").json()["commit"]["message"]) >= 500 << 10


def large_files(git, place):
    """Two commits with files of 16 MiB that have little in common."""
    git.commit({"a.bin": bytes(range(256)) * (64 << 10), "b.txt": b"".join(b"%d\n" % (i % 977) for i in range(4 << 20))})
    git.commit({"a.bin": bytes(range(255, -1, -1)) * (64 << 10), "b.txt": b"".join(b"%d\n" % (i % 983) for i in range(4 << 20))})
    git.done("push", "-q", place, "main")


def test_differences_of_large_files(site, stranger, git, target):
    repository, place = target
    large_files(git, place)
    for path in ("git/commits/main.diff", "git/commits/main.patch", "compare/main~1...main?output=diff"):
        with watching(site, memory=300, seconds=10):
            said = stranger.get(f"{at(repository)}/{path}").text
        assert "Binary files a/a.bin and b/a.bin differ" in said and "b/b.txt differ" in said


def test_nobody_works_for_who_has_left(site, stranger, git, target):
    """A client that closes its connection has its difference given up."""
    import socket
    repository, place = target
    for number in range(2):
        git.commit({f"{i}.txt": b"".join(b"%d\n" % (j * (i + 3 + number) % 9973) for j in range(100_000)) for i in range(60)})
    git.done("push", "-q", place, "main")

    def processor_time():
        fields = open(f"/proc/{site.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100

    with socket.create_connection(("127.0.0.1", site.port)) as connection:
        connection.sendall(f"GET /api/v1{at(repository)}/git/commits/main.diff HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        time.sleep(0.5)
    def is_idle():
        before = processor_time()
        time.sleep(0.5)
        return processor_time() - before < 0.2
    wait_until(is_idle, "the work to end", 5)
