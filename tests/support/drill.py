"""Who works at several nodes while something is broken. Each remembers what was acknowledged, and what was wrong: nobody is told
anything but success, to come again (503, with Retry-After), that there is no room (507, where a disk may be full), or nothing because
the connection breaks."""
import contextlib
import hashlib
import itertools
import os
import random
import re
import threading
import time

from balancer import Balancer
from client import ADMIN, Client
from large_files import oid_of
from nodes import Node
from program import Program, wait_until
from working_copy import Git, address

SECONDS = float(os.environ.get("CAIRN_DRILL_SECONDS", 2))  # of load before, during and after each fault
TO_COME_AGAIN = {503}
NO_ROOM = {507}


@contextlib.contextmanager
def three_nodes(folder, drain_time="0s", **settings):
    """A site of three nodes that has a person, root, and her repository r with an issue; and root's token."""
    first = Program(folder, "postgres", settings={"server": {"DRAIN_TIME": drain_time, "LFS_START_SERVER": "true"}, **settings})
    first.create_user(*ADMIN, "--admin")
    nodes = [first, *(Node(first, number) for number in (2, 3))]
    try:
        for node in nodes:
            node.start()
        root = Client(first.url, basic=ADMIN)
        token = root.post("/users/root/tokens", {"name": "t", "scopes": ["all"]}).json()["sha1"]
        root.post("/user/repos", {"name": "r"}, expect=201)
        root.post("/repos/root/r/issues", {"title": "the first"}, expect=201)
        yield nodes, token
    finally:
        for node in reversed(nodes):
            node.close()


class Load(threading.Thread):
    """One who works until told to stop, at whichever node answers."""

    def __init__(self, nodes, number, token=None, refusals=frozenset(TO_COME_AGAIN)):
        super().__init__()
        self.nodes, self.number, self.token, self.refusals = nodes, number, token, refusals
        self.dice, self.over = random.Random(number), threading.Event()
        self.wrong, self.refused, self.longest = [], [], 0.0
        self.acknowledged, self.unknown = {}, set()

    def run(self):
        refused_since = None
        for count in itertools.count():
            if self.over.is_set():
                return
            try:
                done = self.step(count, self.dice.choice(self.nodes))
            except Exception as error:  # a thread's own would be forgotten
                self.wrong.append(repr(error))
                return
            if done:
                refused_since = None
                continue
            self.refused.append(time.monotonic())
            refused_since = refused_since or time.monotonic()
            self.longest = max(self.longest, time.monotonic() - refused_since)
            time.sleep(0.05)

    def step(self, count, node):
        """Does something new. False: it was refused, in a way that is none of the wrong ones."""
        raise NotImplementedError

    def ask(self, node, method, path, **more):
        """The answer, or None where there was none, or one of those that may be."""
        try:
            with Client(node.url, token=self.token).session as session:
                answer = session.request(method, node.url + path, timeout=60, **more)
        except OSError:
            return None
        if len(answer.content) < int(answer.headers.get("Content-Length", 0)):
            return None  # it broke off
        if isinstance(node, Balancer) and answer.status_code in (502, 503, 504):
            return None  # in whose words a connection breaks
        if answer.status_code not in self.refusals:
            return answer
        if answer.status_code == 503 and "Retry-After" not in answer.headers:
            self.wrong.append(f"{method} {path}: {answer.text}")
        return None

    def must_be(self, status, answer, what):
        """Whether there is an answer, which is wrong if it has another status."""
        if answer is not None and answer.status_code != status:
            self.wrong.append(f"{what}: {answer.status_code} {answer.text[:500]}")
            return False
        return answer is not None


class Writer(Load):
    """Opens issues, and reads each of them at another node."""

    def step(self, count, node):
        title = f"{self.number}-{count}"
        made = self.ask(node, "POST", "/api/v1/repos/root/r/issues", json={"title": title})
        if made is None:
            self.unknown.add(title)
        if not self.must_be(201, made, f"POST {title}"):
            return False
        self.acknowledged[title] = made.json()["number"]
        read = self.ask(self.dice.choice(self.nodes), "GET", f"/api/v1/repos/root/r/issues/{self.acknowledged[title]}")
        if self.must_be(200, read, f"GET {title}") and read.json()["title"] != title:
            self.wrong.append(f"GET {title}: {read.text}")
        return True


class Pusher(Load):
    """Pushes a branch after the other: `acknowledged` has the commit of each."""

    def __init__(self, nodes, number, folder, size=10, **more):
        super().__init__(nodes, number, **more)
        self.size, self.work = size, Git(folder)
        self.work.done("init", "-q", "-b", "main")
        self.work.commit({"a": "a"})
        self.work.done("push", "-q", address(nodes[0], "root/r", *ADMIN), "main")

    def step(self, count, node):
        head, name = self.work.commit({"count": self.dice.randbytes(self.size)}), f"b-{count}"
        pushed = self.work.run("push", "-q", address(node, "root/r", *ADMIN), f"HEAD:refs/heads/{name}")
        if pushed.returncode != 0:
            self.unknown.add(name)
            words = pushed.stderr.decode(errors="replace")
            if {int(status) for status in re.findall(r"returned error: (\d+)", words)} - self.refusals:
                self.wrong.append(f"push {name}: {words}")
            return False
        self.acknowledged[name] = head
        return True


class Keeper(Load):
    """Uploads files, and reads one of those that were kept at any node: `acknowledged` has the digest of each by its address."""

    sizes = (10, 3000, 70_000, 400_000, 9 << 20)  # the last in parts, where there are any

    def step(self, count, node):
        content = self.dice.randbytes(self.dice.choice(self.sizes))
        kept = self.keep(node, count, content)
        if kept is not None:
            self.acknowledged[kept] = oid_of(content)
        self.look(self.dice.choice(self.nodes), self.dice.choice([*self.acknowledged] or [None]))
        return kept is not None

    def look(self, node, path):
        """The file, whole, or nothing: where it breaks off, that is told."""
        got = path and self.ask(node, "GET", path)
        if got is None or not self.must_be(200, got, f"GET {path}"):
            return False
        if (found := hashlib.sha256(got.content).hexdigest()) != self.acknowledged[path]:
            self.wrong.append(f"GET {path}: {len(got.content)} bytes that are {found}")
        return True

    def keep(self, node, count, content):
        """Uploads it and returns its address; None: it was refused."""
        raise NotImplementedError


class AttachmentKeeper(Keeper):
    def keep(self, node, count, content):
        made = self.ask(node, "POST", "/api/v1/repos/root/r/issues/1/assets", files={"attachment": ("f.zip", content)})
        return f"/attachments/{made.json()['uuid']}" if self.must_be(201, made, "attach") else None


class LargeFileKeeper(Keeper):
    def keep(self, node, count, content):
        path = f"/root/r.git/info/lfs/objects/{oid_of(content)}"
        sent = self.ask(node, "PUT", f"{path}/{len(content)}", data=content)
        return path if self.must_be(200, sent, "PUT to LFS") else None


class PackageKeeper(Keeper):
    def keep(self, node, count, content):
        path = f"/api/packages/root/generic/p-{self.number}/1.{count}/file"
        sent = self.ask(node, "PUT", path, data=content)
        return path if self.must_be(201, sent, "PUT package") else None


KEEPERS = (AttachmentKeeper, LargeFileKeeper, PackageKeeper)


@contextlib.contextmanager
def at_work(load):
    """They work meanwhile; afterwards none of them has met anything wrong."""
    for each in load:
        each.start()
    try:
        yield
    finally:
        for each in load:
            each.over.set()
        for each in load:
            each.join()
    assert not any(each.wrong for each in load), [each.wrong for each in load]


def issues_at(node, token):
    """Title and number of each."""
    root, found = Client(node.url, token=token), []
    for page in itertools.count(1):
        listed = root.get(f"/repos/root/r/issues?state=all&limit=50&page={page}").json()
        found += [(issue["title"], issue["number"]) for issue in listed]
        if not listed:
            return found


def assert_issues_are_there(nodes, token, writers):
    """At each node, once, with the number that was told."""
    for node in nodes:
        issues = issues_at(node, token)
        there = dict(issues)
        assert len(there) == len(issues) == len({number for _, number in issues}), "one is there twice"
        for writer in writers:
            assert writer.acknowledged.items() <= there.items()
            assert {title for title in there if title.startswith(f"{writer.number}-")} <= writer.acknowledged.keys() | writer.unknown


def assert_branches_are_there(nodes, token, pusher):
    """In the repository's folder, and, when all that follows is done, at each node."""
    folder = next(path for path in (nodes[0].folder / "repositories").rglob("*.git") if path.is_dir())
    listed = Git(folder).done("for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/heads")
    assert pusher.acknowledged.items() <= dict(line.split(" ") for line in listed.splitlines()).items()
    wait_until(lambda: not Client(nodes[0].url, token=token).get("/admin/jobs").json(), "all that follows to be done", patience=120)
    for node in nodes:
        root = Client(node.url, token=token)
        for name, head in pusher.acknowledged.items():
            assert root.get(f"/repos/root/r/branches/{name}").json()["commit"]["id"] == head


def assert_files_are_there(nodes, keepers):
    """Each of them at one of the nodes: these have nothing of their own in which a file could be."""
    for keeper in keepers:
        assert all(keeper.look(node, path) for node, path in zip(itertools.cycle(nodes), keeper.acknowledged))
        assert not keeper.wrong, keeper.wrong


def told(load):
    """For docs/scaling.md: how much was refused, and for how long at most."""
    return f"{sum(len(each.refused) for each in load)} refused, for at most {max(each.longest for each in load):.1f} s"
