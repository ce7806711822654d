"""Clients of SSH and of LFS that are slow, or say nothing: each holds no more than a little memory, and nobody else waits."""
import base64
import contextlib
import os
import socket
import time

import pytest
from client import PASSWORD, Client
from large_files import LargeFiles, oid_of
from program import free_port
from repositories import new_repository
from secure_shell import memory_of

MANY = 40
SMALL = 1  # MiB that a client may hold


@pytest.fixture
def place(program):
    """An instance that is quick to lose patience, its owner, and the large files of a repository."""
    port = free_port()
    program.settings["server"] |= {"LFS_START_SERVER": "true", "PER_WRITE_TIMEOUT": "3s", "START_SSH_SERVER": "true",
                                   "SSH_LISTEN_HOST": "127.0.0.1", "SSH_PORT": port, "SSH_LOGIN_GRACE_TIME": 3,
                                   "SSH_MAX_UNAUTHENTICATED": MANY * 2}
    program.write_config()
    program.create_user("ann", PASSWORD)
    program.start()
    ann = Client(program.url, basic=("ann", PASSWORD))
    files = LargeFiles(ann, new_repository(ann, auto_init=True)["full_name"])
    files.put(b"warm" * 1000)
    return program, ann, files, port


@contextlib.contextmanager
def clients(port, request=b""):
    """Many connections that have sent this and nothing more."""
    with contextlib.ExitStack() as stack:
        made = []
        for _ in range(MANY):
            one = stack.enter_context(socket.socket())
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that little is under way
            one.connect(("127.0.0.1", port))
            one.sendall(request)
            made.append(one)
        yield made


def head(method, files, path, *more):
    credentials = base64.b64encode(f"ann:{PASSWORD}".encode()).decode()
    address = files.base[files.base.index("/", 8):] + path
    return "\r\n".join([f"{method} {address} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Basic {credentials}", *more, "", ""]).encode()


def end_of(one):
    """What it is told at last, when the server hangs up."""
    one.settimeout(30)
    told = b""
    with contextlib.suppress(ConnectionError):
        while part := one.recv(65536):
            told = (told + part)[-1000:]
    return told


def assert_others_are_served(ann, files):
    begun = time.monotonic()
    ann.get("/user")
    files.batch("download", (oid_of(b"warm" * 1000), 4000))
    assert time.monotonic() - begun < 2


def test_uploads_that_stop_half_way(place):
    program, ann, files, _ = place
    data = os.urandom(8_000_000)
    before = memory_of(program)
    request = head("PUT", files, f"/objects/{oid_of(data)}/{len(data)}", f"Content-Length: {len(data)}") + data[:2_000_000]
    with clients(program.port, request) as stuck:
        assert_others_are_served(ann, files)
        assert memory_of(program) - before < MANY * SMALL
        for one in stuck:
            end_of(one)
    assert memory_of(program) - before < MANY * SMALL
    # None of what came is kept, and the place is free for who sends all of it.
    assert "error" in files.asked("download", data)
    files.put(data)
    assert files.get(data).content == data


def test_downloads_that_nobody_reads(place):
    program, ann, files, _ = place
    data = os.urandom(20_000_000)
    files.put(data)
    files.get(data)
    before = memory_of(program)
    with clients(program.port, head("GET", files, f"/objects/{oid_of(data)}")) as stuck:
        for one in stuck:
            assert one.recv(12) == b"HTTP/1.1 200"
        assert_others_are_served(ann, files)
        assert memory_of(program) - before < MANY * SMALL
        # The server hangs up on its own: what is left in the buffers is far less than the whole.
        time.sleep(4)
        for one in stuck:
            one.settimeout(30)
            read = 0
            with contextlib.suppress(ConnectionError):
                while part := one.recv(1 << 20):
                    read += len(part)
            assert read < len(data)
    assert files.get(data).content == data


def test_a_slow_download_that_goes_on_is_not_cut_off(place):
    program, _, files, _ = place
    data = os.urandom(3_000_000)
    files.put(data)
    with socket.create_connection(("127.0.0.1", program.port)) as one:
        one.sendall(head("GET", files, f"/objects/{oid_of(data)}", "Connection: close"))
        one.settimeout(30)
        told = b""
        while part := one.recv(100_000):
            told += part
            time.sleep(0.15)
        assert told.endswith(data)


def test_heads_that_never_end_and_bodies_that_never_begin(place):
    program, ann, files, _ = place
    before = memory_of(program)
    batch = head("POST", files, "/objects/batch", "Content-Length: 100000", "Content-Type: application/vnd.git-lfs+json")
    for request in (batch, batch[:50]):
        with clients(program.port, request) as stuck:
            assert_others_are_served(ann, files)
            assert memory_of(program) - before < MANY * SMALL
            for one in stuck:
                end_of(one)
    assert_others_are_served(ann, files)


@pytest.mark.parametrize("words", [b"", b"SSH-2.0-silent\r\n", b"SSH-2.0-half\r\n\x00\x00\x10"])
def test_strangers_at_the_door_of_ssh(place, words):
    program, ann, files, port = place
    before = memory_of(program)
    with clients(port, words) as stuck:
        for one in stuck:
            one.settimeout(30)
            assert one.recv(4) == b"SSH-"
        assert_others_are_served(ann, files)
        assert memory_of(program) - before < MANY * SMALL
        begun = time.monotonic()
        for one in stuck:
            end_of(one)
        assert time.monotonic() - begun < 15
    assert memory_of(program) - before < MANY * SMALL
