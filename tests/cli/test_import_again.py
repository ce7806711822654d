"""`cairn import`, a second time; and sources that may only be read."""
import os
import sqlite3

from client import Client
from moving_house import import_from, on_each_engine, report_of
from old_site import PASSWORD, git


def changed(report):
    return {kind["name"]: (kind["changed"], kind["gone"], kind["examples"]) for kind in report["changed"]}


@on_each_engine
def test_what_has_changed_there_since_is_told(program, old):
    assert report_of(program, old)["changed"] == []
    assert report_of(program, old)["changed"] == [], "nothing has changed"
    old.script("""UPDATE issue SET content = 'Worse.' WHERE id = 51;
                  UPDATE "user" SET full_name = 'Alice Other', last_login_unix = 5 WHERE id = 11;
                  UPDATE "user" SET last_login_unix = 5, updated_unix = 6 WHERE id = 12;
                  DELETE FROM star WHERE id = 1""")
    old.add("issue", {"id": 54, "repo_id": 31, "index": 8, "poster_id": 11, "name": "A new one"})
    work = old.folder / "work-31"
    (work / "more.txt").write_text("more\n")
    git("add", ".", cwd=work)
    git("commit", "-q", "-m", "More", cwd=work)
    git("push", "-q", old.repositories / "alice/things.git", "HEAD:main", cwd=work)
    for flags in (["--dry-run"], [], []):
        report = report_of(program, old, *flags)
        assert changed(report) == {"accounts": (1, 0, ["Alice"]), "issues": (1, 0, ["It breaks"]), "stars": (0, 1, []),
                                   "repositories": (1, 0, ["Alice/Things"])}, flags
        assert report["by_name"]["issues"]["moved"] == 4
    said = import_from(program, old).stdout
    assert "not taken" in said and "It breaks" in said
    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))
    assert alice.get("/repos/Alice/Things/issues/1").json()["body"] == "Badly."
    assert alice.get("/repos/Alice/Things/issues/8").json()["title"] == "A new one"


def in_write_ahead_mode(old, leave_log):
    """As a server leaves its database that was stopped, or killed."""
    path = old.data / "gitea.db"
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("UPDATE \"user\" SET full_name = 'In the log' WHERE id = 11")
    if leave_log:
        log = path.with_name("gitea.db-wal").read_bytes()
    database.close()
    if leave_log:
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("UPDATE \"user\" SET full_name = 'Before' WHERE id = 11")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("UPDATE \"user\" SET full_name = 'In the log' WHERE id = 11")
        log = path.with_name("gitea.db-wal").read_bytes()
        kept = path.read_bytes()
        database.close()
        path.write_bytes(kept)
        path.with_name("gitea.db-wal").write_bytes(log)


def test_a_write_ahead_log_needs_nothing_to_be_written(program, old):
    old.flush()
    for leave_log in (False, True):
        in_write_ahead_mode(old, leave_log)
        before = sorted(os.listdir(old.data))
        assert "gitea.db-shm" not in before and ("gitea.db-wal" in before) == leave_log
        old.data.chmod(0o555)
        try:
            report = report_of(program, old, *([] if leave_log else ["--dry-run"]))
        finally:
            old.data.chmod(0o755)
        assert report["by_name"]["accounts"]["moved"] == 4
        assert sorted(os.listdir(old.data)) == before
    program.start()
    assert Client(program.url, basic=("Alice", PASSWORD)).get("/user").json()["full_name"] == "In the log"


def test_a_dry_run_counts_what_cannot_be_linked(program, old):
    report = report_of(program, old, "--dry-run")
    one_disk = os.stat(old.repositories).st_dev == os.stat(program.folder).st_dev
    assert (report["bytes_to_copy"] == 0) == one_disk
