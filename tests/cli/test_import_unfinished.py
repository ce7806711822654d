"""`cairn import` that does not come to its end."""
import sqlite3
import subprocess

from client import Client
from moving_house import import_from, on_each_engine, report_of
from old_site import PASSWORD
from program import BINARY, wait_until
from psql import Refused


def begun(program, kind):
    try:
        return program.sql(f"SELECT 1 FROM import_progress WHERE kind = '{kind}' AND moved > 0")
    except (sqlite3.OperationalError, Refused):
        return []  # there is no database yet


def cut_short(program, old, kind="issues"):
    """An import that is killed while it brings that."""
    process = subprocess.Popen([BINARY, "--config", program.config, "import", "--from-app-ini", old.config],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: begun(program, kind), f"the first {kind}")
    process.kill()
    assert process.wait() != 0, "it was too quick to be killed"


def many(old):
    old.add("issue", *[{"id": 100 + n, "repo_id": 31, "index": 100 + n, "poster_id": 11, "name": f"Issue {n}"}
                       for n in range(5000)])


@on_each_engine
def test_a_site_that_has_half_moved_in_does_not_start(program, old):
    many(old)
    cut_short(program, old)
    served = program.run("serve", check=False)
    assert served.returncode != 0 and "has begun and not ended" in served.stderr and "cairn import" in served.stderr
    assert report_of(program, old)["by_name"]["issues"]["moved"] == 5003
    program.start()
    found = Client(program.url, basic=("Alice", PASSWORD)).get("/repos/Alice/Things/issues?type=issues&state=all&limit=1")
    assert found.headers["X-Total-Count"] == "5002"


def test_it_can_be_left_at_what_has_come(program, old):
    many(old)
    cut_short(program, old)
    assert "nothing more comes" in program.run("import", "--abandon").stdout
    assert "no import that has begun" in program.run("import", "--abandon", check=False).stderr
    program.start()
    Client(program.url, basic=("bob", PASSWORD)).get("/user", expect=401)  # whose second step did not get lost
    # What has come is whole in itself.
    alice = Client(program.url, basic=("Alice", PASSWORD))
    came = int(alice.get("/repos/Alice/Things/issues?type=issues&state=all&limit=1").headers["X-Total-Count"])
    assert 0 < came < 5002 and alice.get("/repos/Alice/Things").json()["open_issues_count"] == came - 1
    newest = alice.get("/repos/Alice/Things/issues?state=all&limit=1").json()[0]["number"]
    assert alice.post("/repos/Alice/Things/issues", {"title": "new"}, expect=201).json()["number"] > newest
    program.stop()
    # And it can still be moved as a whole.
    assert report_of(program, old)["by_name"]["comments"]["moved"] > 0


def test_what_to_move_must_be_said(program, small):
    assert "no import that has begun" in program.run("import", "--abandon", check=False).stderr
    assert "--from-app-ini" in program.run("import", check=False).stderr
    assert program.run("import", "--abandon", "--from-app-ini", small.config, check=False).returncode != 0
    import_from(program, small)
    program.start()
