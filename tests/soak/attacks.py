"""The attacks of tests/abuse, each as something that one client does again and again. What comes of it is nobody's business here:
refusals, timeouts and broken connections are what attackers have to expect."""
import base64
import os
import random
import socket
import subprocess
import time
import urllib.parse

import requests
from bombs import delta_bomb, push_request
from client import PASSWORD

MIB = 1 << 20
GIT = {"GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"}


class Attacker:
    """One of them: `turn()` does whatever its kind does once. It comes from an address of its own, as a proxy tells it."""

    def __init__(self, world, number):
        self.world, self.number, self.dice = world, number, random.Random(number)
        self.address = f"203.0.113.{number % 250 + 1}"
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.headers["X-Forwarded-For"] = self.address

    def get(self, path, **more):
        return self.session.get(self.world["url"] + path, timeout=60, **more)

    def head(self, method, path, *headers):
        """The head of a request, for those who say each byte themselves."""
        lines = (f"{method} {path} HTTP/1.1", "Host: a", f"X-Forwarded-For: {self.address}", *headers)
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.world["port"]), timeout=30)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        return connection

    def as_mallory(self):
        return {"Authorization": f"token {self.world['token']}"}


class Bomber(Attacker):
    """Looks at ten million files in nine objects."""
    PATHS = ("git/commits/main", "commits", "git/trees/main?recursive=1", "contents/0/1", "commits/main.diff", "archive/main.zip",
             "languages", "git/commits/main.patch")

    def turn(self):
        self.get(f"/api/v1/repos/mallory/bomb/{self.dice.choice(self.PATHS)}")


class Comparer(Attacker):
    """Has large differences made, and often does not wait for them."""
    PATHS = ("git/commits/main.diff", "compare/main~1...main?output=diff", "git/commits/main")

    def turn(self):
        path = f"/api/v1/repos/mallory/large/{self.dice.choice(self.PATHS)}"
        if self.dice.random() < 0.5:
            self.get(path)
        else:
            with self.connect() as connection:
                connection.sendall(self.head("GET", path))
                time.sleep(self.dice.random())


class FolderReader(Attacker):
    """Asks for files out of a folder of very many."""

    def turn(self):
        self.get(f"/api/v1/repos/mallory/wide/raw/f{self.dice.randrange(100_000):07}")


class SlowReader(Attacker):
    """Asks for an archive and reads nothing of it."""

    def turn(self):
        with self.connect() as connection:
            connection.sendall(self.head("GET", f"/mallory/large/archive/main.tar.gz?n={self.dice.random()}"))
            time.sleep(10)


class SlowTalker(Attacker):
    """Says its request a byte at a time."""

    def turn(self):
        with self.connect() as connection:
            for byte in self.head("POST", "/api/v1/user/repos", "Content-Type: application/json", "Content-Length: 1000")[:40]:
                connection.sendall(bytes([byte]))
                time.sleep(0.25)


class Guesser(Attacker):
    """Tries passwords, tokens and one-time codes."""

    def turn(self):
        kind = self.dice.randrange(3)
        if kind == 0:
            self.get("/api/v1/user", auth=(f"ann{self.dice.randrange(3)}", f"guess {self.dice.random()}"))
        elif kind == 1:
            self.get("/api/v1/user", headers={"Authorization": f"token {self.dice.randbytes(20).hex()}"})
        else:
            self.get("/api/v1/user", auth=("mallory", "wrong"), headers={"X-Gitea-OTP": str(self.dice.randrange(10 ** 6))})
        time.sleep(0.02)


class Pourer(Attacker):
    """Sends bodies of 100 MiB, with and without an account."""
    CREDENTIALS = base64.b64encode(f"mallory:{PASSWORD}".encode()).decode()

    def turn(self):
        more = (f"Authorization: Basic {self.CREDENTIALS}",) if self.dice.random() < 0.5 else ()
        path = self.dice.choice(("/api/v1/repos/mallory/yard/contents/a", "/api/v1/repos/mallory/yard/issues", "/api/v1/markdown"))
        with self.connect() as connection:
            connection.sendall(self.head("POST", path, "Content-Type: application/json", f"Content-Length: {100 * MIB}", *more))
            for _ in range(100):
                connection.sendall(b"[" * MIB)
            connection.recv(4096)


class PackGrower(Attacker):
    """Pushes a pack of some KiB that would grow to gigabytes."""

    def turn(self):
        pack, name = delta_bomb(2600 * MIB)
        self.session.post(f"{self.world['url']}/mallory/yard.git/git-receive-pack", timeout=120, auth=("mallory", PASSWORD),
                          data=push_request(pack, name, f"refs/tags/x{self.dice.random()}"),
                          headers={"Content-Type": "application/x-git-receive-pack-request"})


class Cloner(Attacker):
    """Clones what is large, again and again, or pushes what nobody takes."""

    def turn(self):
        secret = urllib.parse.quote(PASSWORD)
        address = self.world["url"].replace("://", f"://mallory:{secret}@")
        run = lambda *words: subprocess.run(["git", "-c", f"http.extraHeader=X-Forwarded-For: {self.address}", *words], timeout=120,
                                            capture_output=True, env={**os.environ, **GIT})
        if self.dice.random() < 0.5:
            run("ls-remote", address + "/mallory/bomb.git")
        else:
            run("archive", "--remote=" + address + "/mallory/large.git", "main")


class Demolisher(Attacker):
    """Makes repositories with much in them, and deletes them."""

    def turn(self):
        name = f"d{self.number}-{self.dice.randrange(10 ** 9)}"
        call = lambda method, path, body=None: self.session.request(method, f"{self.world['url']}/api/v1{path}", json=body, timeout=60,
                                                                    headers=self.as_mallory())
        call("POST", "/user/repos", {"name": name, "auto_init": True})
        for _ in range(20):
            call("POST", f"/repos/mallory/{name}/issues", {"title": "t" * 300, "body": "y" * 100_000})
        call("DELETE", f"/repos/mallory/{name}")


class WorkflowWriter(Attacker):
    """Commits workflows whose expressions and matrices want to be large."""

    def turn(self):
        grow = "format('" + "{0}" * 60 + "', " * 6 + "'x'" + ")" * 6
        text = f"on: push\nname: ${{{{ {grow} }}}}\njobs:\n  a:\n    runs-on: x\n    env:\n      A: ${{{{ {grow} }}}}\n    steps:\n      - run: a\n"
        self.session.post(f"{self.world['url']}/api/v1/repos/mallory/yard/contents/.gitea/workflows/w{self.dice.randrange(10 ** 9)}.yaml",
                          json={"content": base64.b64encode(text.encode()).decode(), "message": "w"}, headers=self.as_mallory(), timeout=60)
        time.sleep(1)


# How many of each, of sixteen: what costs this side much is rarer.
KINDS = (Bomber, Bomber, Comparer, Comparer, FolderReader, FolderReader, SlowReader, SlowReader, SlowReader, SlowTalker, Guesser, Guesser,
         Pourer, PackGrower, Demolisher, WorkflowWriter)


def attack(world, numbers, until):
    """Runs in a process of its own: these clients, each in a thread, until the moment comes (time.time())."""
    import threading

    os.nice(15)  # attackers bring processors of their own; here they must not take the victim's

    def loop(number):
        somebody = KINDS[number % len(KINDS)](world, number)
        while time.time() < until:
            try:
                somebody.turn()
            except (OSError, requests.RequestException, subprocess.SubprocessError, ValueError):
                time.sleep(0.2)

    threads = [threading.Thread(target=loop, args=(number,), daemon=True) for number in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.1, until + 30 - time.time()))
    os._exit(0)
