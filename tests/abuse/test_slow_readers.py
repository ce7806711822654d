"""Readers that read nothing hold a socket and no worker."""
import os
import socket
import subprocess
import time

from client import ADMIN, Client
from neighbor import Neighbor, memory_of
from working_copy import Git, address

READERS = 96


def pushed(program, tmp_path):
    program.create_user(*ADMIN, "--admin")
    program.start()
    admin = Client(program.url, basic=ADMIN)
    admin.post("/user/repos", {"name": "large"}, expect=201)
    git = Git(tmp_path / "copy")
    git.done("init", "-q", "-b", "main")
    git.commit({"noise": os.urandom(8 << 20)})
    git.done("push", "-q", address(program, f"{ADMIN[0]}/large", *ADMIN), "main")


def test_git_goes_on(program, tmp_path):
    pushed(program, tmp_path)
    before = memory_of(program)
    readers = []
    with Neighbor(program) as neighbor:
        for number in range(READERS):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.connect(("127.0.0.1", program.port))
            reader.sendall(f"GET /{ADMIN[0]}/large/archive/main.tar.gz?n={number} HTTP/1.1\r\nHost: a\r\n"
                           f"X-Forwarded-For: 192.0.2.1\r\n\r\n".encode())
            readers.append(reader)
        time.sleep(1)
        begun = time.monotonic()
        subprocess.run(["git", "clone", "-q", f"{program.url}/{ADMIN[0]}/large.git", tmp_path / "clone"], check=True,
                       timeout=60)
        took = time.monotonic() - begun
        for reader in readers:
            reader.close()
    assert took < 10, f"a clone took {took:.1f} s"
    neighbor.was_not_disturbed(before + (200 << 20))
