"""Names with several addresses: each that may be called is tried, and none that may not."""
import contextlib
import functools
import http.server
import os
import shutil
import socket
import subprocess
import threading

import pytest
from client import ADMIN, Client
from program import free_port, wait_until
from repositories import new_repository
from working_copy import Git

NAME = "both.test"

# What the name stands for, the address where somebody listens, the rule of whom may be called, and an address where nobody
# may knock.
CASES = {"nobody listens on the first": (["::1", "127.0.0.1"], "127.0.0.1", "loopback", None),
         "the first may not be called": (["127.0.0.1", "127.0.0.2"], "127.0.0.2", "127.0.0.2/32", "127.0.0.1"),
         "the second may not be called": (["127.0.0.2", "127.0.0.1"], "127.0.0.2", "127.0.0.2/32", "127.0.0.1")}


def can_be_alone():
    return shutil.which("unshare") and subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(not can_be_alone(), reason="only root may give a program its own /etc/hosts")


class Door:
    """Where nobody may knock: it counts who does."""

    def __init__(self, address, port):
        self.knocks = 0
        self.socket = socket.create_server((address, port))
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        with contextlib.suppress(OSError):
            while True:
                self.socket.accept()[0].close()
                self.knocks += 1

    def close(self):
        self.socket.close()


class Files(http.server.SimpleHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts += 1
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(params=CASES)
def case(request):
    return CASES[request.param]


@pytest.fixture
def person(case, program, tmp_path):
    """Of an instance for which the name stands for these addresses."""
    addresses, _, rule, _ = case
    hosts = tmp_path / "hosts"
    hosts.write_text("127.0.0.1 localhost\n" + "".join(f"{address} {NAME}\n" for address in addresses))
    program.before = ["unshare", "--mount", "sh", "-c", f'mount --bind "{hosts}" /etc/hosts && exec "$@"', "sh"]
    program.settings.update(webhook={"ALLOWED_HOST_LIST": rule}, migrations={"ALLOWED_DOMAINS": rule})
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    program.start()
    return Client(program.url, basic=ADMIN)


@pytest.fixture
def door(case):
    """door(port) opens the one where nobody may knock, if there is one; at the end nobody has."""
    *_, address = case
    opened = []
    yield lambda port: address and opened.append(Door(address, port))
    for each in opened:
        each.close()
        assert each.knocks == 0, "the address that may not be called"


@pytest.fixture
def served(tmp_path):
    """A folder with one repository, src.git, for every way to serve it."""
    git = Git(tmp_path / "work")
    git.done("init", "-q", "-b", "trunk")
    git.commit({"a.txt": "stone"})
    git.done("clone", "-q", "--bare", ".", tmp_path / "served" / "src.git")
    subprocess.run(["git", "update-server-info"], cwd=tmp_path / "served" / "src.git", check=True)
    return tmp_path / "served"


@pytest.fixture
def web_server(case, served, door):
    server = http.server.ThreadingHTTPServer((case[1], 0), functools.partial(Files, directory=os.fspath(served)))
    server.posts = 0
    door(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def copy(person, address):
    made = person.post("/repos/migrate", {"clone_addr": address, "repo_name": "copy"}, expect=201).json()
    assert made["default_branch"] == "trunk" and not made["empty"]


def test_a_hook(person, web_server):
    repository = new_repository(person)
    work = f"/repos/{repository['full_name']}"
    hook = person.post(f"{work}/hooks", {"type": "cairn", "active": True, "events": ["issues"], "config": {
        "url": f"http://{NAME}:{web_server.server_port}/hook", "content_type": "json"}}, expect=201).json()
    person.post(f"{work}/issues", {"title": "one"}, expect=201)
    wait_until(lambda: web_server.posts == 1, "the hook to be called")
    assert person.get(f"{work}/hooks/{hook['id']}").json()["active"]


def test_a_repository_by_http(person, web_server):
    copy(person, f"http://{NAME}:{web_server.server_port}/src.git")


def test_a_repository_by_git(case, person, served, door):
    port = free_port()
    door(port)
    with subprocess.Popen(["git", "daemon", f"--listen={case[1]}", f"--port={port}", f"--base-path={served}", "--export-all"]) as daemon:
        try:
            wait_until(lambda: socket.socket().connect_ex((case[1], port)) == 0, "git's server")
            copy(person, f"git://{NAME}:{port}/src.git")
        finally:
            daemon.terminate()
