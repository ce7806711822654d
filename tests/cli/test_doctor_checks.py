"""cairn doctor: each check finds what it is for, and mends it where it says so. What is found is told once, by the check that it is for."""
import os
import subprocess
import time

import pytest
from client import ADMIN, PASSWORD, Client
from issues import new_issue
from program import Program
from pulls import begun, new_pull
from repositories import at

DAY = 86_400


class Patient:
    """A site with a little of everything, which stands still."""

    def __init__(self, program):
        self.program = program
        program.create_user(*ADMIN, "--admin")
        program.create_user("ann", PASSWORD)
        program.start()
        self.root, self.ann = Client(program.url, basic=ADMIN), Client(program.url, basic=("ann", PASSWORD))
        self.repository = begun(self.ann, name="work")
        where = at(self.repository)
        self.sha = self.ann.get(f"{where}/branches/main").json()["commit"]["id"]
        self.root.call("PUT", f"/user/starred/ann/work", expect=204)
        label = self.ann.post(f"{where}/labels", {"name": "bug", "color": "#ff0000"}, expect=201).json()
        milestone = self.ann.post(f"{where}/milestones", {"title": "one"}, expect=201).json()
        self.issue, _ = new_issue(self.ann, self.repository, "a title", labels=[label["id"]], milestone=milestone["id"])
        self.ann.post(f"{self.issue}/comments", {"body": "some words"}, expect=201)
        new_pull(self.ann, self.repository, "topic")
        for state in ("pending", "success"):
            self.ann.post(f"{where}/statuses/{self.sha}", {"state": state, "context": "ci"}, expect=201)
        self.ann.call("POST", f"{self.issue}/assets", expect=201, files={"attachment": ("a.txt", b"attached")})
        program.stop()
        os.chmod(program.config, 0o600)
        self.folder = next(path for path in program.folder.glob("repositories/??/??/*.git")
                           if (path / "refs/heads/topic").exists() or "refs/heads/topic" in self.packed(path))

    @staticmethod
    def packed(path):
        file = path / "packed-refs"
        return file.read_text() if file.exists() else ""

    def sql(self, statement):
        return self.program.sql(statement)

    def look(self, name):
        """What is wrong by that check alone."""
        done = self.program.run("doctor", "--only", name, check=False)
        found = [line[6:] for line in done.stdout.splitlines() if line.startswith("    - ")]
        assert done.returncode == (1 if found else 0), done.stdout + done.stderr
        return found

    def repair(self, name, expect=0):
        done = self.program.run("doctor", "--only", name, "--repair", check=False)
        assert done.returncode == expect, done.stdout + done.stderr
        return [line[6:] for line in done.stdout.splitlines() if line.startswith("    + ")]

    def git(self, *arguments):
        environment = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(self.folder)}
        return subprocess.run(["git", *arguments], cwd=self.folder, env=environment, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def patient(tmp_path, database):
    made = Program(tmp_path / "data", database)
    yield Patient(made)
    made.close()


def test_there_is_nothing_to_say_of_it(patient):
    done = patient.program.run("doctor")
    assert "All is well." in done.stdout and "    -" not in done.stdout


def test_what_there_is(program):
    told = program.run("doctor", "--list").stdout
    for name in ("settings", "counts", "references", "stray-files", "commit-graphs"):
        assert f"\n{name}" in f"\n{told}"
    assert "not repaired:" in told and "while the site is stopped" in told
    done = program.run("doctor", "--only", "count", check=False)
    assert done.returncode == 2 and "did you mean counts?" in done.stderr


KEPT = [("repository", column) for column in (
    "stars_count", "forks_count", "watchers_count", "open_issues_count", "closed_issues_count", "open_pulls_count", "closed_pulls_count",
    "release_count", "branch_count", "lfs_size")] + [
    ("account", "starred_repos_count"), ("account", "followers_count"), ("account", "following_count"), ("label", "issue_count"),
    ("milestone", "issue_count"), ("milestone", "closed_issue_count"), ("issue", "reaction_count"), ("issue", "comment_count"),
    ("pull_request", "review_comment_count")]


class TestCounts:
    def test_are_counted_anew(self, patient):
        for table, column in KEPT:
            right = patient.sql(f"SELECT {column} FROM {table} ORDER BY 1")
            patient.sql(f"UPDATE {table} SET {column} = {column} + 7")
            assert len(patient.look("counts")) == 1, column
            assert patient.repair("counts"), column
            assert patient.sql(f"SELECT {column} FROM {table} ORDER BY 1") == right, column

    def test_the_next_number_of_an_issue(self, patient):
        patient.sql("UPDATE repository SET last_issue_number = 1")
        assert "next number" in patient.look("counts")[0]
        patient.repair("counts")
        assert patient.sql("SELECT last_issue_number FROM repository") == [("2",)]

    def test_while_the_site_runs(self, patient):
        patient.program.start()
        patient.sql("UPDATE repository SET open_issues_count = 9")
        assert patient.ann.get(at(patient.repository)).json()["open_issues_count"] == 9
        patient.repair("counts")
        assert patient.ann.get(at(patient.repository)).json()["open_issues_count"] == 1, "nobody is told what was kept before"


class TestLooseRows:
    def test_are_mended(self, patient):
        patient.sql("UPDATE comment SET repository_id = 4711")
        patient.sql("UPDATE pull_request SET repository_id = 4711")
        patient.sql("INSERT INTO code_index (repository_id, commit_id, version, pending, reached, cut, indexed_at)"
                    " VALUES (4711, 'x', 1, '', '', FALSE, 0)")
        assert len(patient.look("loose-rows")) == 3
        assert len(patient.repair("loose-rows")) == 3
        assert patient.sql("SELECT count(*) FROM comment WHERE repository_id = 4711") == [("0",)]

    def test_a_milestone_that_is_gone(self, patient):
        patient.sql("UPDATE issue SET milestone_id = 4711 WHERE milestone_id <> 0")
        assert "milestone" in patient.look("loose-rows")[0]
        patient.repair("loose-rows")
        patient.program.start()
        assert patient.ann.get(patient.issue).json()["milestone"] is None

    def test_what_only_a_person_can_mend(self, patient):
        patient.sql("UPDATE attachment SET release_id = 4711")
        assert "files of releases" in patient.look("loose-rows")[0]
        assert patient.repair("loose-rows", expect=1) == []
        assert patient.sql("SELECT count(*) FROM attachment") == [("1",)]


class TestAccounts:
    def test_nobody_administers(self, patient):
        patient.sql("UPDATE account SET is_admin = FALSE")
        assert "administers" in patient.look("accounts")[0]

    def test_an_organization_without_owner(self, patient):
        patient.program.start()
        patient.ann.post("/orgs", {"username": "guild"}, expect=201)
        patient.program.stop()
        assert patient.look("accounts") == []
        patient.sql("DELETE FROM team_member")
        assert "guild" in patient.look("accounts")[0]

    def test_somebody_without_an_address(self, patient):
        patient.sql("UPDATE email_address SET is_primary = FALSE WHERE lower_email LIKE 'ann@%'")
        assert patient.look("accounts")[0].startswith("ann ")


def test_the_latest_states_of_commits(patient):
    right = patient.sql("SELECT number, latest FROM commit_status ORDER BY number")
    for broken in ("TRUE", "FALSE"):
        patient.sql(f"UPDATE commit_status SET latest = {broken}")
        assert len(patient.look("commit-states")) == 1
        assert patient.repair("commit-states")
        assert patient.sql("SELECT number, latest FROM commit_status ORDER BY number") == right


class TestSearch:
    @pytest.fixture(autouse=True)
    def on_sqlite(self, database):
        if database == "postgres":
            pytest.skip("PostgreSQL keeps its indexes of words itself")

    def found(self, patient):
        patient.program.start()
        try:
            return ([user["login"] for user in patient.ann.get("/users/search?q=ann").json()["data"]],
                    [one["name"] for one in patient.ann.get("/repos/search?q=work").json()["data"]],
                    [one["title"] for one in patient.ann.get("/repos/issues/search?q=title").json()])
        finally:
            patient.program.stop()

    def test_what_is_missing_is_put_in(self, patient):
        right = self.found(patient)
        assert right == (["ann"], ["work"], ["a title"])
        for statement in ("DELETE FROM account_search", "DELETE FROM repository_search",
                          "INSERT INTO issue_words (issue_words) VALUES ('delete-all')",
                          "INSERT INTO comment_words (comment_words) VALUES ('delete-all')"):
            patient.sql(statement)
        assert len(patient.look("search")) == 4
        assert len(patient.repair("search")) == 4
        assert self.found(patient) == right

    def test_what_is_gone_is_taken_out(self, patient):
        patient.sql("INSERT INTO account_search (rowid, text) VALUES (4711, 'gone')")
        patient.sql("INSERT INTO issue_words (rowid, title, body) VALUES (4711, 'gone', 'gone')")
        assert len(patient.look("search")) == 2
        patient.repair("search")
        assert self.found(patient) == (["ann"], ["work"], ["a title"])

    def test_not_while_the_site_runs(self, patient):
        patient.sql("DELETE FROM account_search")
        patient.program.start()
        said = patient.repair("search", expect=1)
        assert "not mended while the site runs" in said[0]
        assert len(patient.look("search")) == 1


def test_code_that_is_not_indexed(patient):
    patient.program.start()
    wait = time.monotonic() + 30
    while not patient.sql("SELECT 1 FROM code_index i JOIN branch b ON b.commit_id = i.commit_id AND b.name = 'main'"):
        assert time.monotonic() < wait
        time.sleep(0.05)
    patient.program.stop()
    patient.sql(f"UPDATE branch SET updated_at = {int(time.time()) - 2 * DAY}")
    assert patient.look("code-search") == []
    patient.sql("UPDATE code_index SET commit_id = '0000000000000000000000000000000000000000'")
    assert "1 repositories" in patient.look("code-search")[0]
    assert patient.repair("code-search", expect=1), "the server has to do it"
    assert patient.sql("SELECT count(*) FROM job WHERE kind = 'content_index'") == [("1",)]


class TestWork:
    def job(self, patient, state, created, due=0):
        patient.sql("INSERT INTO job (kind, owner, key, payload, state, turn, due_at, leases, attempts, last_error, created_at)"
                    f" VALUES ('mail', '', '', '', '{state}', 0, {due}, 1, 3, 'it broke', {created})")

    def test_that_failed(self, patient):
        self.job(patient, "failed", 1_700_000_000)
        assert "it broke" in patient.look("jobs")[0]
        assert patient.repair("jobs", expect=1) == []

    def test_that_nobody_does(self, patient):
        now = int(time.time())
        patient.sql(f"UPDATE upkeep_task SET prev_at = {now}")
        self.job(patient, "running", now - DAY, now - 3600)
        assert "taken" in patient.look("jobs")[0]
        self.job(patient, "ready", now - 2 * DAY)
        assert "waited" in patient.look("jobs")[1]
        # Of a site that stands still nobody expects more.
        patient.sql(f"UPDATE upkeep_task SET prev_at = {now - 3 * DAY}")
        assert patient.look("jobs") == []

    def test_upkeep(self, patient):
        name = patient.sql("SELECT name FROM upkeep_task ORDER BY name LIMIT 1")[0][0]
        patient.sql(f"UPDATE upkeep_task SET last_error = 'no luck' WHERE name = '{name}'")
        assert patient.look("tasks") == [f"the task {name} has failed last time: no luck"]
        now = int(time.time())
        patient.sql(f"UPDATE upkeep_task SET last_error = '', prev_at = {now}, next_at = {now + DAY}")
        assert patient.look("tasks") == []
        patient.sql(f"UPDATE upkeep_task SET next_at = {now - 2 * DAY} WHERE name = '{name}'")
        assert name in patient.look("tasks")[0]

    def test_mirrors(self, patient):
        patient.sql("INSERT INTO pull_mirror (repository_id, remote_address, credentials, wiki, interval_seconds, updated_at, synced_at,"
                    " next_at, last_error) SELECT id, 'https://elsewhere.example/x.git', '', FALSE, 3600, 0, 0, 1, 'gone away' FROM repository")
        patient.sql("UPDATE repository SET mirror = TRUE")
        assert "gone away" in patient.look("mirrors")[0]


class TestGit:
    def test_branches(self, patient):
        patient.git("update-ref", "refs/heads/by-hand", patient.sha)
        patient.git("update-ref", "-d", "refs/heads/topic")
        assert "branches" in patient.look("branches")[0]
        patient.repair("branches")
        assert patient.sql("SELECT name FROM branch ORDER BY name") == [("by-hand",), ("main",)]

    def test_alternates(self, patient):
        (patient.folder / "objects/info").mkdir(exist_ok=True)
        (patient.folder / "objects/info/alternates").write_text("/nowhere/objects\n")
        assert "/nowhere/objects" in patient.look("alternates")[0]

    def test_hooks(self, patient):
        (patient.folder / "hooks").mkdir(exist_ok=True)
        hook = patient.folder / "hooks/post-receive"
        hook.write_text("#!/bin/sh\nexit 1\n")
        (patient.folder / "hooks/update.sample").write_text("#!/bin/sh\n")
        (patient.folder / "hooks/update.sample").chmod(0o700)
        assert patient.look("hooks") == [], "what is no program is not run"
        hook.chmod(0o700)
        assert str(hook) in patient.look("hooks")[0]
        patient.repair("hooks")
        assert not hook.exists() and list(patient.folder.parents[2].glob(".set-aside/*/*/*/*.git/hooks/post-receive"))

    def test_commit_graphs(self, patient):
        patient.git("commit-graph", "write", "--reachable")
        assert patient.look("commit-graphs") == []
        graph = patient.folder / "objects/info/commit-graph"
        damaged = bytearray(graph.read_bytes())
        damaged[len(damaged) // 2] ^= 0xFF
        graph.chmod(0o600)
        graph.write_bytes(damaged)
        assert "ann/work" in patient.look("commit-graphs")[0]
        patient.repair("commit-graphs")
        patient.git("commit-graph", "verify")

    def test_objects(self, patient):
        tree = patient.git("rev-parse", "main^{tree}")
        loose = patient.folder / "objects" / tree[:2] / tree[2:]
        if not loose.exists():
            for pack in (patient.folder / "objects/pack").glob("*.pack"):
                taken = pack.rename(patient.folder / pack.name)
                subprocess.run(["git", "unpack-objects", "-q"], cwd=patient.folder, stdin=open(taken, "rb"), check=True)
        for other in (patient.folder / "objects/pack").glob("*"):
            other.unlink()
        loose.unlink()
        assert "objects are missing in ann/work" in patient.look("objects")[0]
        assert patient.repair("objects", expect=1) == []


class TestFiles:
    def test_that_are_missing_or_not_whole(self, patient):
        (file,) = patient.program.stored("attachments")
        file.chmod(0o600)
        file.write_bytes(b"short")
        assert "5 bytes and should have 8" in patient.look("files")[0]
        file.unlink()
        assert "is not in the storage" in patient.look("files")[0]
        assert patient.repair("files", expect=1) == []

    def test_that_nobody_names(self, patient):
        (file,) = patient.program.stored("attachments")
        stray = file.with_name("0b5cbbb1-0000-4000-8000-000000000000")
        stray.write_bytes(b"left over")
        assert patient.look("stray-files") == [], "it may be on its way"
        old = time.time() - 2 * DAY
        for path in (stray, file):
            os.utime(path, (old, old))
        assert len(patient.look("stray-files")) == 1 and stray.name in patient.look("stray-files")[0]
        patient.repair("stray-files")
        (aside,) = (patient.program.folder / "storage").glob(f".set-aside/*/attachments/*/{stray.name}")
        assert aside.read_bytes() == b"left over" and file.exists() and not stray.exists()


class TestTheMachine:
    def test_settings_that_others_can_read(self, patient):
        os.chmod(patient.program.config, 0o644)
        assert "chmod" in patient.look("settings")[0]
        patient.repair("settings")
        assert os.stat(patient.program.config).st_mode & 0o777 == 0o600

    def test_what_others_can_read(self, patient):
        store = patient.program.folder / "repositories"
        os.chmod(store, 0o755)
        assert str(store) in patient.look("permissions")[0]
        patient.repair("permissions")
        assert os.stat(store).st_mode & 0o777 == 0o700

    def test_a_clock_that_is_behind(self, patient):
        patient.sql(f"UPDATE audit_event SET created_at = {int(time.time()) + DAY}")
        assert "from now" in patient.look("clock")[0]


class TestPostgres:
    @pytest.fixture(autouse=True)
    def on_postgres(self, database):
        if database != "postgres":
            pytest.skip("SQLite tells of these itself, or has none")

    def test_references(self, patient):
        patient.sql("ALTER TABLE star DROP CONSTRAINT star_account_id_fkey")
        patient.sql("INSERT INTO star (account_id, repository_id, created_at) SELECT 4711, id, 0 FROM repository")
        assert patient.look("references") == []
        patient.sql("ALTER TABLE star ADD CONSTRAINT star_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id) NOT VALID")
        assert "1 rows of star point to rows of account" in patient.look("references")[0]
        assert "star_account_id_fkey" in patient.look("database")[0]

    def test_sequences(self, patient):
        patient.sql("SELECT setval(pg_get_serial_sequence('issue', 'id'), 1, false)")
        assert "issue" in patient.look("sequences")[0]
        patient.repair("sequences")
        patient.program.start()
        new_issue(patient.ann, patient.repository, "another one")


def test_references_on_sqlite(patient, database):
    if database != "sqlite":
        pytest.skip("see TestPostgres")
    patient.sql("INSERT INTO star (account_id, repository_id, created_at) SELECT 4711, id, 0 FROM repository")
    assert any("rows of star point to rows of account" in line for line in patient.look("database"))


def test_a_database_of_an_older_program(patient):
    patient.sql("DELETE FROM schema_migration WHERE number = (SELECT max(number) FROM schema_migration)")
    assert "older than this program" in patient.look("migrations")[0]
    assert patient.look("counts") == [], "its tables are another's"
