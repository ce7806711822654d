"""Killed while a merge queue works: nothing is half merged, nothing is merged that was not checked, and the queue goes on."""
import os
import random
import threading
import time

from client import ADMIN, Client
from merge_queues import QueueSite, enter, is_merged, made, new_pulls, report, with_queue
from program import wait_until
from repositories import at

KILLS = min(int(os.environ.get("CAIRN_KILLS", 50)), 15)
PULLS = 4
PATIENCE = 90  # seconds: on PostgreSQL another node might be at it, for whose lease the queue waits first


class Checker(threading.Thread):
    """Says of all that the queue makes that it is good, until all of it is merged or stop() is called. Whatever has no answer is said
    again."""

    def __init__(self, url, repository, pulls):
        super().__init__()
        self.client, self.repository, self.pulls = Client(url, basic=ADMIN), repository, pulls
        self.checked, self.answered, self.stopped = set(), set(), threading.Event()
        self.start()

    def run(self):
        while not self.stopped.wait(0.002):
            try:
                if all(is_merged(self.client, pull) for pull in self.pulls):
                    return
                self.report_new()
            except (OSError, AssertionError, ValueError):  # answers may be cut off
                continue

    def report_new(self):
        for pull in self.pulls:
            commit = made(self.client, self.repository, pull)
            if commit and commit not in self.answered:
                self.checked.add(commit)  # first: an answer may not come any more
                report(self.client, self.repository, commit)
                self.answered.add(commit)

    def stop(self):
        self.stopped.set()
        self.join()


def test_no_queue_is_half_done(tmp_path, database):
    site = QueueSite(tmp_path / "data", database)
    program, owner, dice, landed = site.program, site.root, random.Random(11), 0
    lives = KILLS if database == "sqlite" else KILLS // 2  # each waits for a lease
    try:
        for life in range(lives):
            repository = with_queue(owner)
            pulls = new_pulls(owner, repository, PULLS)
            for pull in pulls:
                enter(owner, pull, ("merge", "squash")[life % 2])
            checker = Checker(program.url, repository, pulls)
            time.sleep(dice.uniform(0.0, 0.6))
            program.kill()
            checker.stop()
            program.start()
            owner = Client(program.url, basic=ADMIN)
            again = Checker(program.url, repository, pulls)
            for pull in pulls:
                wait_until(lambda: is_merged(owner, pull), f"life {life}: {pull} to be merged", PATIENCE)
            again.stop()
            checked = checker.checked | again.checked
            commits = [owner.get(pull).json()["merge_commit_sha"] for pull in pulls]
            landed += sum(commit in checker.checked for commit in commits)
            assert set(commits) <= checked, f"life {life}: what was merged was checked"
            there = {entry["path"] for entry in owner.get(f"{at(repository)}/git/trees/main").json()["tree"]}
            assert {f"f{number}.txt" for number in range(1, PULLS + 1)} <= there
            # A merge that the kill met is finished first; that the branch has moved is found by whoever looks after a start.
            wait_until(lambda: owner.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == commits[-1],
                       f"life {life}: the branch to be told of as it is")
            wait_until(lambda: not any(made(owner, repository, pull) for pull in pulls), f"life {life}: the branches of the queue to go")
        print(f"\nkilled {lives} times, {landed} of {lives * PULLS} merged as what was checked before")
    finally:
        program.close()
