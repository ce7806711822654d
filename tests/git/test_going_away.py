"""Clients that go away in the middle: what runs for them ends, and nothing of theirs stays."""
import base64
import pathlib
import random
import socket

from client import ADMIN, Client
from program import wait_until
from repositories import new_repository
from working_copy import address


def children(program):
    """The commands of the processes that the server has started and that still run."""
    found = []
    for task in pathlib.Path(f"/proc/{program.process.pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            try:
                found.append(pathlib.Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[1].decode())
            except (OSError, IndexError):
                pass
    return found


def connection(program, path, head, body=b""):
    s = socket.create_connection(("127.0.0.1", program.port), timeout=30)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.sendall(f"POST {path} HTTP/1.1\r\nHost: x\r\n{head}\r\n".encode() + body)
    return s


def test_a_clone_that_is_broken_off(program, begun):
    program.create_user(*ADMIN, "--admin")
    program.start()
    new_repository(Client(program.url, basic=ADMIN), "r")
    head = begun.commit({"big.bin": random.Random(5).randbytes(12 << 20)})
    begun.done("push", "-q", address(program, "root/r", *ADMIN), "main")
    wait_until(lambda: not children(program), "the push to end")
    body = b"0011command=fetch" + b"0001" + b"0032want " + head.encode() + b"\n" + b"0009done\n" + b"0000"
    client = connection(program, "/root/r.git/git-upload-pack",
                        "Content-Type: application/x-git-upload-pack-request\r\nGit-Protocol: version=2\r\n"
                        f"Content-Length: {len(body)}\r\n", body)
    assert client.recv(1000).startswith(b"HTTP/1.1 200")
    # Beside it, git may still be at what follows a push.
    wait_until(lambda: "upload-pack" in children(program), "git to run")
    client.close()
    wait_until(lambda: not children(program), "git to be ended")


def test_a_push_that_is_broken_off(program, begun):
    program.create_user(*ADMIN, "--admin")
    program.start()
    admin = Client(program.url, basic=ADMIN)
    new_repository(admin, "r")
    dice = random.Random(6)
    head = begun.commit({f"f{number}": dice.randbytes(20_000) for number in range(200)})
    pack = begun.run("pack-objects", "--revs", "--stdout", "-q", input=f"{head}\n".encode()).stdout
    line = b"0" * 40 + b" " + head.encode() + b" refs/heads/main\0report-status side-band-64k"
    body = b"%04x" % (len(line) + 4) + line + b"0000" + pack
    client = connection(program, "/root/r.git/git-receive-pack",
                        "Content-Type: application/x-git-receive-pack-request\r\nContent-Length: %d\r\n" % len(body) +
                        f"Authorization: Basic {base64.b64encode(':'.join(ADMIN).encode()).decode()}\r\n", body[:len(body) // 2])
    wait_until(lambda: children(program), "git to run")
    client.close()
    wait_until(lambda: not children(program), "git to be ended")
    stored = next(path for path in (program.folder / "repositories").rglob("*.git") if path.is_dir())
    wait_until(lambda: not list((stored / "objects").glob("tmp_objdir*")), "the quarantine to go")
    assert admin.get("/repos/root/r").json()["empty"]
