"""All attacks of tests/abuse at once, by 64 clients, for SOAK_MINUTES, with a kill in the middle: the memory has a bound, nothing that
was acknowledged is lost, and what is left is whole."""
import collections
import json
import multiprocessing
import os
import sqlite3
import subprocess
import sys
import time

import pytest
from client import ADMIN, Client
from neighbor import memory_of
from program import ROOT, wait_until

sys.path.append(str(ROOT / "tests/soak"))
import attacks  # noqa: E402
import honest  # noqa: E402
import targets  # noqa: E402

MINUTES = float(os.environ.get("SOAK_MINUTES", 60))
CLIENTS, PROCESSES = 64, 4
MOST_MEMORY = 512 << 20
# Sixty-four attackers and their victim share two processors here: alone, each attack has 50 ms in tests/abuse. A machine that has
# much else to do wakes everybody late, and an answer takes a few wakings.
MOST_WAIT, WAKINGS = float(os.environ.get("SOAK_P99", 0.5)), 10


def begin(world, until, folder):
    """Everybody, in processes that end by themselves."""
    context = multiprocessing.get_context("fork")
    everybody = [context.Process(target=attacks.attack, args=(world, range(n, CLIENTS, PROCESSES), until)) for n in range(PROCESSES)]
    everybody += [context.Process(target=honest.write, args=(world, n, until, folder / f"written-{n}"))
                  for n in range(len(world["writers"]))]
    everybody.append(context.Process(target=honest.look, args=(world, until, folder / "waited")))
    for each in everybody:
        each.start()
    return everybody


def watch(program, until):
    """The most memory of its own that it had until then."""
    most = 0
    while time.time() < until:
        assert program.process.poll() is None, program.log.read_text(errors="replace")[-4000:]
        most = max(most, memory_of(program))
        time.sleep(0.1)
    return most


def slowest(times):
    """All but one of a hundred are quicker."""
    return sorted(times)[int(len(times) * 0.99)]


def pages(client, path):
    page = 1
    while listed := client.get(f"{path}{'&' if '?' in path else '?'}limit=50&page={page}").json():
        yield from listed
        page += 1


def what_is_there(program):
    admin, there = Client(program.url, basic=ADMIN), set()
    for number in range(targets.WRITERS):
        name = f"ann{number}"
        at = f"/repos/{name}/work"
        there |= {(name, "issue", issue["title"]) for issue in pages(admin, f"{at}/issues?state=all&type=issues")}
        there |= {(name, "comment", comment["body"]) for comment in admin.get(f"{at}/issues/1/comments").json()}
        files = admin.get(f"{at}/git/trees/main?recursive=1&per_page=100000").json()
        there |= {(name, "file", entry["path"].removesuffix(".txt")) for entry in files["tree"]}
    return there


def check_what_is_left(program):
    """After the program has ended: the database, every repository, and what the doctor says."""
    if not program.postgres:
        with sqlite3.connect(program.folder / "cairn.db") as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    for folder in (program.folder / "repositories").rglob("*.git"):
        if (folder / "HEAD").exists():
            done = subprocess.run(["git", "-C", folder, "fsck", "--no-dangling", "--strict"], capture_output=True, text=True)
            assert done.returncode == 0 and "error" not in done.stderr, f"{folder}: {done.stdout}{done.stderr}"
    os.chmod(program.config, 0o600)
    said = program.run("doctor", check=False)
    told = [line for line in program.log.read_text(errors="replace").splitlines() if " warning " in line or " error " in line]
    assert said.returncode == 0, "\n".join([said.stdout, *told[-40:]])


@pytest.mark.filterwarnings("ignore")
def test_all_at_once(program, tmp_path):
    world = targets.prepare(program, tmp_path)
    begun = time.time()
    until = begun + MINUTES * 60
    everybody = begin(world, until, tmp_path)
    try:
        most = watch(program, begun + MINUTES * 30)
        program.kill()
        program.start()
        most = max(most, watch(program, until))
        for each in everybody:
            each.join(60)
    finally:
        for each in everybody:
            each.kill()
    told = [json.loads(line) for n in range(targets.WRITERS) for line in (tmp_path / f"written-{n}").read_text().splitlines()]
    failures = [line for line in told if line[1] == "failure"]
    acknowledged = {tuple(line) for line in told if line[1] in honest.KINDS}
    refused = collections.Counter(f"{what} {words}" for _, what, words in told if what not in honest.KINDS)
    waited = json.loads((tmp_path / "waited").read_text())
    waits, p99, late = sorted(waited["answers"]), slowest(waited["answers"]), slowest(waited["late"])
    print(f"\n{MINUTES} min: {most >> 20} MiB of its own at most, {len(acknowledged)} acknowledged writes, /version p50 "
          f"{waits[len(waits) // 2] * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, most {waits[-1] * 1000:.0f} ms of {len(waits)}; "
          f"p99 of waking late {late * 1000:.1f} ms; not acknowledged: {dict(refused) or 'nothing'}")

    there = wait_until(lambda: what_is_there(program), "what is there to be told", 120)
    assert not acknowledged - there, f"lost: {sorted(acknowledged - there)[:10]}"
    assert not failures, failures[:10]
    assert len(acknowledged) > targets.WRITERS * MINUTES, "there was hardly any load"
    program.stop()
    check_what_is_left(program)
    assert most < MOST_MEMORY, f"{most >> 20} MiB"
    assert p99 < MOST_WAIT + WAKINGS * late, f"p99 of /version is {p99 * 1000:.0f} ms"
