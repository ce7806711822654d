"""Power cuts, as near as a test can come: killed in the middle of parallel writes, and nothing acknowledged may be lost.

A kill does not lose what the operating system has been given, so this shows the order (answer after commit), recovery at
start, and integrity; that a commit reaches the disk is synchronous=FULL's and PostgreSQL's business.
"""
import itertools
import os
import random
import sqlite3
import threading

from client import ADMIN, Client

KILLS = int(os.environ.get("CAIRN_KILLS", 50))
WRITERS = 8


class Writer(threading.Thread):
    """Makes and takes back tokens until the server is gone, and remembers what it was told was done."""

    def __init__(self, program, number, life):
        super().__init__()
        self.client = Client(program.url, basic=ADMIN)
        self.prefix = f"w{number}-{life}"
        self.made, self.deleted, self.unknown, self.wrong = set(), set(), set(), []
        self.started = threading.Event()

    def run(self):
        for number in itertools.count():
            name = f"{self.prefix}-{number}"
            try:
                if not self.write("POST", "/users/root/tokens", name, 201, self.made, {"name": name, "scopes": ["read:user"]}):
                    return
                self.started.set()
                if number % 3 == 0 and not self.write("DELETE", f"/users/root/tokens/{name}", name, 204, self.deleted):
                    return
            except OSError:  # requests' own errors are OSErrors too
                self.unknown.add(name)
                return
            finally:
                self.started.set()

    def write(self, method, path, name, wanted, done, body=None):
        answer = self.client.session.request(method, f"{self.client.url}/api/v1{path}", json=body, timeout=30)
        if answer.status_code != wanted:
            self.wrong.append(f"{method} {name}: {answer.status_code} {answer.text}")
            return False
        done.add(name)
        return True


def tokens_there(client):
    names, page = set(), 1
    while listed := client.get(f"/users/root/tokens?limit=50&page={page}").json():
        names |= {token["name"] for token in listed}
        page += 1
    return names


def clean_up(client, names):
    for name in names:
        client.delete(f"/users/root/tokens/{name}", expect=204)


def test_nothing_acknowledged_is_lost(program):
    program.create_user(*ADMIN, "--admin")
    dice = random.Random(20)
    acknowledged = 0
    for life in range(KILLS):
        program.start()
        writers = [Writer(program, number, life) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.started.wait(30)
        # Somewhere in the stream of writes; where does not matter, only that it differs.
        threading.Event().wait(dice.uniform(0.0, 0.15))
        program.kill()
        for writer in writers:
            writer.join()
            assert not writer.wrong, writer.wrong

        program.start()
        client = Client(program.url, basic=ADMIN)
        there = tokens_there(client)
        made = set().union(*(writer.made for writer in writers))
        deleted = set().union(*(writer.deleted for writer in writers))
        unknown = set().union(*(writer.unknown for writer in writers))
        acknowledged += len(made) + len(deleted)
        assert made - deleted - unknown <= there, f"life {life}: lost {sorted(made - deleted - unknown - there)}"
        assert not (deleted & there), f"life {life}: came back {sorted(deleted & there)}"
        assert there <= made | unknown, f"life {life}: nobody asked for {sorted(there - made - unknown)}"
        clean_up(client, there)
        program.kill()
        if not program.postgres:
            with sqlite3.connect(program.folder / "cairn.db") as database:
                assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                assert database.execute("PRAGMA foreign_key_check").fetchall() == []

    os.chmod(program.config, 0o600)
    program.run("doctor")
    assert acknowledged > KILLS * WRITERS, "there was hardly any load"
    print(f"\nkilled {2 * KILLS} times, {acknowledged} acknowledged writes, none lost")
