"""Killed in the middle of merges: none is half done. After the next start a pull request is merged if and only if its
commits are in the branch, and no merge is lost that somebody was told of."""
import os
import random
import threading
import time

from client import ADMIN, Client
from program import wait_until
from pulls import propose, put_file
from repositories import at

KILLS = min(int(os.environ.get("CAIRN_KILLS", 50)), 20)
MERGERS, STYLES = 3, ("squash", "merge", "rebase")


class Merger(threading.Thread):
    """Proposes a file of its own and merges it, until the server is gone."""

    def __init__(self, program, repository, number, life):
        super().__init__()
        self.client, self.repository = Client(program.url, basic=ADMIN), repository
        self.prefix, self.style = f"f-{number}-{life}", STYLES[number % len(STYLES)]
        self.proposed, self.merged, self.wrong = {}, set(), []
        self.started = threading.Event()

    def run(self):
        try:
            for count in range(1000):
                name = f"{self.prefix}-{count}"
                put_file(self.client, self.repository, name, new_branch=name)
                self.proposed[name] = propose(self.client, self.repository, name)
                self.started.set()
                answer = self.client.session.post(f"{self.client.url}/api/v1{self.proposed[name]}/merge", json={"do": self.style}, timeout=30)
                if answer.status_code != 200:
                    self.wrong.append(f"{name}: {answer.status_code} {answer.text}")
                    return
                self.merged.add(name)
        except (OSError, AssertionError):  # requests' own errors are OSErrors too; answers may be cut off
            pass
        finally:
            self.started.set()


def files(client, repository):
    tree = client.get(f"{at(repository)}/git/trees/main?per_page=10000").json()
    return {entry["path"] for entry in tree["tree"]}


def test_no_merge_is_half_done(program):
    program.create_user(*ADMIN, "--admin")
    program.start()
    owner = Client(program.url, basic=ADMIN)
    repository = owner.post("/user/repos", {"name": "r", "auto_init": True, "default_branch": "main"}, expect=201).json()
    dice = random.Random(7)
    acknowledged = interrupted = 0
    for life in range(KILLS):
        mergers = [Merger(program, repository, number, life) for number in range(MERGERS)]
        for merger in mergers:
            merger.start()
        for merger in mergers:
            merger.started.wait(60)
        time.sleep(dice.uniform(0.0, 0.3))
        program.kill()
        for merger in mergers:
            merger.join()
            assert not merger.wrong, merger.wrong
        program.start()
        owner = Client(program.url, basic=ADMIN)
        there = files(owner, repository)
        for merger in mergers:
            acknowledged += len(merger.merged)
            for name, pull in merger.proposed.items():
                assert name in there or name not in merger.merged, f"life {life}: the merge of {name} is lost"
                interrupted += name in there and name not in merger.merged
                wait_until(lambda: owner.get(pull).json()["merged"] == (name in there), f"{name} to be what it is")
    print(f"\nkilled {KILLS} times, {acknowledged} merges acknowledged, {interrupted} finished after a start")
