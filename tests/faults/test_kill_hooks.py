"""A server that is killed again and again, and receivers that fail at random: every event arrives at least once, and for
one hook none before the one that happened before it.

CAIRN_HOOK_EVENTS=10000 CAIRN_HOOK_KILLS=20 is the whole proof; by default it is a smaller one.
"""
import os
import random
import threading

from client import ADMIN, Client
from program import wait_until
from receiver import Receiver

EVENTS = int(os.environ.get("CAIRN_HOOK_EVENTS", 400))
KILLS = int(os.environ.get("CAIRN_HOOK_KILLS", 4))
HOOKS = 8


class Writer(threading.Thread):
    """Opens issues in a repository of its own until it was told so often that they are there, or the server is gone."""

    def __init__(self, program, number, done):
        super().__init__()
        self.path, self.done, self.wrong = f"/repos/root/r{number}/issues", done, []
        self.client = Client(program.url, basic=ADMIN)

    def run(self):
        while len(self.done) < EVENTS // HOOKS:
            try:
                answer = self.client.session.post(f"{self.client.url}/api/v1{self.path}", json={"title": "x"}, timeout=30)
            except OSError:
                return
            if answer.status_code != 201:
                self.wrong.append(f"{answer.status_code} {answer.text}")
                return
            self.done.append(answer.json()["number"])


def test_every_event_arrives_in_order(program):
    program.settings["webhook"] = {"ALLOWED_HOST_LIST": "loopback", "RETRY_DELAY": "1s", "DELIVER_TIMEOUT": "2s"}
    program.write_config()
    program.create_user(*ADMIN, "--admin")
    dice = random.Random(11)
    told = [[] for _ in range(HOOKS)]      # every call, taken or not
    taken = [set() for _ in range(HOOKS)]  # what was answered with success

    def answer(delivery):
        hook = int(delivery.path[1:])
        told[hook].append(delivery.json["number"])
        luck = dice.random()
        if luck < 0.03:
            return None
        if luck < 0.06:
            return 500
        taken[hook].add(delivery.json["number"])
        return 200

    with Receiver(answer) as box:
        program.start()
        root = Client(program.url, basic=ADMIN)
        for number in range(HOOKS):
            root.post("/user/repos", {"name": f"r{number}"}, expect=201)
            box.hook(root, f"/repos/root/r{number}", "issues", path=f"/{number}")
        done = [[] for _ in range(HOOKS)]
        for life in range(KILLS + 1):
            writers = [Writer(program, number, done[number]) for number in range(HOOKS)]
            for writer in writers:
                writer.start()
            if life < KILLS:
                wanted = EVENTS * (life + 1) // (KILLS + 1)
                wait_until(lambda: sum(map(len, done)) >= wanted, f"{wanted} events", 600)
                program.kill()
            for writer in writers:
                writer.join()
                assert not writer.wrong, writer.wrong
            if life < KILLS:
                program.start()
        wait_until(lambda: all(set(done[hook]) <= taken[hook] for hook in range(HOOKS)), "every event to arrive", 1800)
        program.stop()
    for hook in range(HOOKS):
        assert told[hook] == sorted(told[hook]), f"hook {hook} was told out of order"
    calls = sum(map(len, told))
    print(f"\n{sum(map(len, done))} events for {HOOKS} hooks, {KILLS} kills: {calls} calls, none lost, none out of order")
