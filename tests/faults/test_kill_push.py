"""Killed in the middle of pushes: no repository is damaged, no push that git was told of is lost, and after the next start
the table of branches says what the references say."""
import os
import random
import subprocess
import threading
import time

from client import ADMIN, Client
from program import wait_until
from working_copy import Git, address

KILLS = int(os.environ.get("CAIRN_KILLS", 50))
PUSHERS = 4


class Pusher(threading.Thread):
    """Pushes a new commit to its branch and to a new one, and deletes old ones, until the server is gone."""

    def __init__(self, program, work, number, life):
        super().__init__()
        self.url = address(program, "root/r", *ADMIN)
        self.work, self.number, self.life = work, number, life
        self.there, self.unknown = {}, set()  # the branches that it was told of; those that nobody knows about
        self.started = threading.Event()

    def run(self):
        for count in range(1000):
            head = self.work.commit({"count": f"{self.life} {count}"})
            changes = {f"own-{self.number}": head, f"b-{self.number}-{self.life}-{count}": head}
            if count > 1:
                changes[f"b-{self.number}-{self.life}-{count - 2}"] = None
            specs = [f"+HEAD:refs/heads/{name}" if id else f":refs/heads/{name}" for name, id in changes.items()]
            pushed = self.work.run("push", "-q", "--atomic", self.url, *specs)
            self.started.set()
            if pushed.returncode != 0:
                self.unknown |= set(changes)
                self.words = pushed.stderr.decode()
                return
            for name, id in changes.items():
                self.there[name] = id


def references(folder):
    listed = subprocess.run(["git", "-C", folder, "for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/heads"],
                            capture_output=True, text=True, check=True).stdout
    return dict(line.split(" ") for line in listed.splitlines())


def test_no_push_is_lost(program, tmp_path):
    program.create_user(*ADMIN, "--admin")
    program.start()
    Client(program.url, basic=ADMIN).post("/user/repos", {"name": "r"}, expect=201)
    git = Git(tmp_path / "work")
    works = []
    for number in range(PUSHERS):
        git.done("init", "-q", "-b", "main", str(number))
        works.append(git.inside(str(number)))
        works[-1].commit({"a": str(number)})
    works[0].done("push", "-q", address(program, "root/r", *ADMIN), "main")
    folder = next(path for path in (program.folder / "repositories").rglob("*.git") if path.is_dir())
    dice = random.Random(7)
    acknowledged = 0
    for life in range(KILLS):
        pushers = [Pusher(program, work, number, life) for number, work in enumerate(works)]
        for pusher in pushers:
            pusher.start()
        for pusher in pushers:
            pusher.started.wait(60)
        time.sleep(dice.uniform(0.0, 0.3))
        program.kill()
        for pusher in pushers:
            pusher.join()
        checked = subprocess.run(["git", "-C", folder, "fsck", "--no-dangling", "--strict"], capture_output=True, text=True)
        assert checked.returncode == 0 and not checked.stderr.strip(), f"life {life}: {checked.stdout}{checked.stderr}"
        there = references(folder)
        for pusher in pushers:
            acknowledged += len(pusher.there)
            for name, id in pusher.there.items():
                if name not in pusher.unknown:
                    assert there.get(name) == id, f"life {life}: {name} is at {there.get(name)}, not at {id}"
        program.start()
        wait_until(lambda: dict(program.sql("SELECT name, commit_id FROM branch")) == there, "the table of branches to follow")
    program.stop()
    os.chmod(program.config, 0o600)
    program.run("doctor")
    print(f"\nkilled {KILLS} times, {acknowledged} acknowledged changes of references, none lost")
