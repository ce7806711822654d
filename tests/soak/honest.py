"""People who use the site while it is attacked: one who writes and remembers what was acknowledged, and one who looks at the version."""
import base64
import json
import os
import time

import requests
from wire import Wire

GET_VERSION = "GET /api/v1/version HTTP/1.1\nHost: 127.0.0.1\nX-Forwarded-For: 198.51.100.99\n\n"
KINDS = ("issue", "comment", "file")  # what is written


def write(world, number, until, notes):
    """Runs in a process of its own: opens issues, comments and commits files; what came of each is a line in the file `notes`: who, what
    was written or that it was not, and the word or why."""
    who = world["writers"][number]
    session = requests.Session()
    session.trust_env = False
    session.headers.update({"Authorization": f"token {who['token']}", "X-Forwarded-For": f"198.51.100.{number + 1}"})
    at = f"{world['url']}/api/v1/repos/{who['name']}/work"
    count = 0
    with open(notes, "a") as book:
        def note(what, words):
            book.write(json.dumps([who["name"], what, words]) + "\n")
            book.flush()

        while time.time() < until:
            count += 1
            word = f"word-{number}-{count}"
            kind = KINDS[count % 3]
            try:
                if kind == "issue":
                    answer = session.post(f"{at}/issues", json={"title": word}, timeout=60)
                elif kind == "comment":
                    answer = session.post(f"{at}/issues/1/comments", json={"body": word}, timeout=60)
                else:
                    answer = session.post(f"{at}/contents/{word}.txt", timeout=60, json={
                        "content": base64.b64encode(word.encode()).decode(), "message": word})
            except requests.RequestException as problem:
                note("no answer", f"{kind}: {type(problem).__name__}")
                time.sleep(0.2)
                continue
            if answer.status_code == 201:
                note(kind, word)
            else:
                failed = answer.status_code >= 500 and answer.status_code != 503
                note("failure" if failed else "refusal", f"{kind}: {answer.status_code} {answer.text[:300]}")
            time.sleep(0.1)
    os._exit(0)


def look(world, until, notes):
    """Runs in a process of its own: asks for the version all the time; the file `notes` gets how long each answer took, and how much
    later than asked for this process was woken each time: what the machine makes everybody wait, whoever answers."""
    times, late, pause = [], [], 0.02
    while time.time() < until:
        try:
            with Wire(world["port"]) as wire:
                while time.time() < until:
                    begun = time.monotonic()
                    wire.send(GET_VERSION)
                    assert wire.read().status == 200
                    times.append(time.monotonic() - begun)
                    asleep = time.monotonic()
                    time.sleep(pause)
                    late.append(time.monotonic() - asleep - pause)
        except (OSError, AssertionError):
            time.sleep(0.2)  # it was killed, and is about to come back
    with open(notes, "w") as book:
        json.dump({"answers": times, "late": late}, book)
    os._exit(0)
