"""`cairn import`: a site of Gitea or Forgejo moves in, on each database from each database."""
import os
import subprocess

import pytest
import requests
from client import Client
from moving_house import import_from, on_each_engine, reasons, report_of
from old_site import (ASSET, ATTACHMENT, CLIENT_ID, CLIENT_SECRET, PASSWORD, REDIRECT, TABLES, TOKEN, TOTP_SECRET,
                      OldSite)
from one_time import totp
from program import BINARY
from relying_party import parameters
from visitor import Visitor


def files_in(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@on_each_engine
def test_everything_moves_and_goes_on_working(program, old, tmp_path):
    report = report_of(program, old)
    assert report["product"] == "Gitea" and report["schema_version"] == 321 and not report["dry_run"]
    moved = {name: kind["moved"] for name, kind in report["by_name"].items()}
    assert moved["accounts"] == 4 and moved["repositories"] == 3 and moved["issues"] == 3 and moved["comments"] == 5
    assert moved["security keys"] == 1 and moved["mirrors"] == 1 and moved["tag protections"] == 1
    assert any("LDAP" in reason for reason in reasons(report, "accounts"))
    assert [loss["examples"] for loss in reasons(report, "one-time codes").values()] == [["ldap"]]
    assert "its folder is not there" in reasons(report, "repositories")
    assert "its file is not there" in reasons(report, "attachments")
    assert {table["name"] for table in report["left_behind"]} \
        == {"branch (deleted)", "issue_content_history", "login_source", "renamed_branch"}

    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))
    me = alice.get("/user").json()
    assert (me["id"], me["login"], me["full_name"], me["is_admin"]) == (11, "Alice", "Alice Able", True)
    assert {mail["email"] for mail in alice.get("/user/emails").json()} == {"alice@example.com", "alice@elsewhere.example"}
    Client(program.url, basic=("Alice", "wrong")).get("/user", expect=401)
    alice.get("/user")  # the hash is one of ours by now
    assert alice.get("/users/bob").json()["visibility"] == "limited"
    assert [key["title"] for key in alice.get("/user/keys").json()] == ["laptop"]
    assert [person["login"] for person in alice.get("/user/followers").json()] == ["bob"]

    # Of the second step only what the key opens is here, and bob's is asked for.
    Client(program.url, basic=("bob", PASSWORD)).get("/user", expect=401)
    bob = Client(program.url, basic=("bob", PASSWORD), headers={"X-Gitea-OTP": totp(TOTP_SECRET)})
    assert bob.get("/user").json()["id"] == 12

    token = Client(program.url, token=TOKEN)
    for _ in range(2):
        assert token.get("/user").json()["login"] == "Alice"
    token.post("/user/emails", {"emails": ["x@example.com"]}, expect=403)
    Client(program.url, token=TOKEN[:-1] + "8").get("/user", expect=401)
    Client(program.url, token="f" * 32 + TOKEN[-8:]).get("/user", expect=401)

    check_repository(alice, old)
    check_issues(alice, old)
    check_organization(alice)
    check_git(program, old, tmp_path)
    check_oauth2(program)


def check_repository(alice, old):
    things = alice.get("/repos/Alice/Things").json()
    assert (things["id"], things["description"], things["empty"], things["default_branch"]) == (31, "All the things", False, "main")
    assert (things["stars_count"], things["watchers_count"], things["forks_count"]) == (1, 1, 1)
    assert (things["open_issues_count"], things["open_pr_counter"], things["release_counter"]) == (1, 1, 1)
    assert things["allow_squash_merge"] is False and things["internal_tracker"]["enable_time_tracker"] is False
    assert things["topics"] == ["tools"] and not things["has_packages"]
    assert alice.get("/repos/bob/Things").json()["parent"]["full_name"] == "Alice/Things"
    alice.get("/repos/bob/lost", expect=404)
    assert alice.session.get(f"{alice.url}/api/v1/repos/alice/stuff").json()["full_name"] == "Alice/Things"
    assert alice.session.get(f"{alice.url}/api/v1/users/alicia").json()["login"] == "Alice"
    assert {branch["name"] for branch in alice.get("/repos/Alice/Things/branches").json()} == {"feature", "main"}
    assert alice.get("/repos/Alice/Things/collaborators/bob/permission").json()["permission"] == "write"
    assert [key["title"] for key in alice.get("/repos/Alice/Things/keys").json()] == ["deploy"]
    tags, = alice.get("/repos/Alice/Things/tag_protections").json()
    assert (tags["name_pattern"], sorted(tags["whitelist_usernames"])) == ("v*", ["Alice", "bob"])
    rule = alice.get("/repos/Alice/Things/branch_protections/main").json()
    assert rule["push_whitelist_usernames"] == ["Alice"] and rule["required_approvals"] == 1
    assert alice.get("/repos/Alice/Things/wiki/page/Home").json()["title"] == "Home"
    hook, = alice.get("/repos/Alice/Things/hooks").json()
    assert hook["config"]["url"] == "https://hooks.example.com/x" and sorted(hook["events"]) == ["issues", "push"]
    release, = alice.get("/repos/Alice/Things/releases").json()
    assert (release["id"], release["tag_name"], release["author"]["login"]) == (81, "v1.0", "Alice")
    assert [asset["name"] for asset in release["assets"]] == ["things.bin"]
    assert alice.session.get(release["assets"][0]["browser_download_url"]).content == b"bytes"
    assert alice.session.get(f"{alice.url}/attachments/{ASSET}").content == b"bytes"
    status, = alice.get(f"/repos/Alice/Things/commits/{old.base}/statuses").json()
    assert (status["context"], status["status"]) == ("ci", "success")


def check_issues(alice, old):
    issue = alice.get("/repos/Alice/Things/issues/1").json()
    assert (issue["id"], issue["title"], issue["user"]["login"], issue["comments"]) == (51, "It breaks", "bob", 1)
    assert [label["name"] for label in issue["labels"]] == ["bug"] and issue["labels"][0]["color"] == "ee0701"
    assert issue["milestone"]["title"] == "1.0" and issue["milestone"]["due_on"] is None
    assert [person["login"] for person in issue["assignees"]] == ["Alice"]
    comment, = alice.get("/repos/Alice/Things/issues/1/comments").json()
    assert (comment["id"], comment["body"], comment["user"]["login"]) == (71, "I see it, too.", "Alice")
    assert [file["uuid"] for file in comment["assets"]] == [ATTACHMENT]
    assert alice.get("/repos/Alice/Things/issues/comments/71/reactions").json()[0]["content"] == "+1"
    assert [event["type"] for event in alice.get("/repos/Alice/Things/issues/1/timeline").json()] == ["comment", "label", "project"]
    assert [other["number"] for other in alice.get("/repos/Alice/Things/issues/1/dependencies").json()] == [7]
    elsewhere = alice.get("/repos/Alice/Things/issues/7").json()
    assert elsewhere["original_author"] == "carol" and elsewhere["state"] == "closed"

    pull = alice.get("/repos/Alice/Things/pulls/2").json()
    assert (pull["head"]["sha"], pull["base"]["ref"], pull["state"]) == (old.head, "main", "open")
    assert (pull["changed_files"], pull["additions"], pull["merge_base"]) == (1, 1, old.base) and pull["mergeable"]
    review, = alice.get("/repos/Alice/Things/pulls/2/reviews").json()
    assert (review["id"], review["state"], review["comments_count"]) == (61, "APPROVED", 1)
    remark, = alice.get("/repos/Alice/Things/pulls/2/reviews/61/comments").json()
    assert (remark["path"], remark["position"], remark["body"]) == ("feature.txt", 1, "Nice line")

    # A number that was given once is not given again.
    assert alice.post("/repos/Alice/Things/issues", {"title": "A new one"}, expect=201).json()["number"] == 10


def check_organization(alice):
    assert alice.get("/orgs/Acme").json()["full_name"] == "Acme, Inc."
    teams = {team["name"]: team for team in alice.get("/orgs/Acme/teams").json()}
    assert teams["Owners"]["permission"] == "owner" and teams["Owners"]["includes_all_repositories"]
    assert teams["readers"]["units_map"] == {"repo.code": "write", "repo.issues": "read"}
    hidden = alice.get("/repos/Acme/hidden").json()
    assert hidden["private"] and hidden["mirror"] and hidden["mirror_interval"] == "8h0m0s"
    assert [person["login"] for person in alice.get("/orgs/Acme/public_members").json()] == ["Alice"]
    assert [label["name"] for label in alice.get("/orgs/Acme/labels").json()] == ["org-wide"]


def check_git(program, old, tmp_path):
    clone = tmp_path / "clone"
    address = f"http://Alice:{TOKEN}@127.0.0.1:{program.port}/Alice/Things.git"
    environment = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0"}
    subprocess.run(["git", "clone", "-q", address, clone], env=environment, check=True, capture_output=True)
    assert (clone / "README.md").read_text() == "# Things\n"
    head = subprocess.run(["git", "ls-remote", address, "refs/pull/2/head"], env=environment, check=True, capture_output=True,
                          text=True).stdout.split()[0]
    assert head == old.head
    answer = requests.post(f"http://127.0.0.1:{program.port}/Alice/Things.git/info/lfs/objects/batch", timeout=30, json={
        "operation": "download", "objects": [{"oid": old.large, "size": 5}]}, headers={
            "Accept": "application/vnd.git-lfs+json", "Content-Type": "application/vnd.git-lfs+json"}, auth=("Alice", TOKEN))
    if answer.status_code == 200:  # the site may have LFS switched off
        assert "download" in answer.json()["objects"][0]["actions"], answer.text


def check_oauth2(program):
    browser = Visitor(program.url)
    browser.sign_in("Alice", PASSWORD)
    for _ in range(2):  # the second time with the hash that the first one left
        browser.open(f"/login/oauth/authorize?client_id={CLIENT_ID}&redirect_uri={REDIRECT}&response_type=code&state=x&scope=openid")
        if browser.answer.status_code == 200:
            browser.submit("/login/oauth/grant", {"granted": "true"})
        code = parameters(browser.location)["code"]
        wrong = requests.post(f"{program.url}/login/oauth/access_token", timeout=30, data={
            "grant_type": "authorization_code", "client_id": CLIENT_ID, "client_secret": "wrong", "code": code,
            "redirect_uri": REDIRECT})
        assert wrong.status_code in (400, 401), wrong.text
        right = requests.post(f"{program.url}/login/oauth/access_token", timeout=30, data={
            "grant_type": "authorization_code", "client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "code": code,
            "redirect_uri": REDIRECT})
        assert right.status_code == 200, right.text
        assert right.json()["access_token"] and right.json()["id_token"]


@on_each_engine
def test_a_dry_run_says_what_would_be_moved_and_leaves_nothing(empty_program, old):
    program = empty_program
    before = files_in(program.folder)
    report = report_of(program, old, "--dry-run")
    assert report["dry_run"]
    assert report["by_name"]["accounts"]["moved"] == 4 and report["by_name"]["repositories"]["moved"] == 3
    assert report["by_name"]["repositories"]["bytes"] > 0 and report["by_name"]["LFS objects"]["bytes"] == 5
    assert "its folder is not there" in reasons(report, "repositories")
    assert files_in(program.folder) == before

    program.create_user("root", "correct horse battery", "--admin")
    again = report_of(program, old, "--dry-run")
    assert {kind["name"]: kind["moved"] for kind in again["kinds"]} \
        == {kind["name"]: kind["moved"] for kind in report["kinds"]}
    program.start()
    root = Client(program.url, basic=("root", "correct horse battery"))
    assert [person["login"] for person in root.get("/admin/users").json()] == ["root"]
    assert not any((program.folder / "repositories").rglob("*.git"))


def test_the_report_is_readable(program, small):
    said = import_from(program, small).stdout
    assert "accounts" in said and "Moved" in said


@on_each_engine
def test_an_import_that_was_killed_goes_on(program, old):
    old.add("issue", *[{"id": 100 + n, "repo_id": 31, "index": 100 + n, "poster_id": 11, "name": f"Issue {n}"}
                       for n in range(3000)])
    old.add("comment", *[{"id": 1000 + n, "type": 0, "poster_id": 12, "issue_id": 100 + n, "content": f"Comment {n}"}
                         for n in range(3000)])
    kills = 0
    for patience in (0.15, 0.3, 0.45, 0.6):
        process = subprocess.Popen([BINARY, "--config", program.config, "import", "--from-app-ini", old.config],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
    assert kills > 0, "the import was too quick to be killed"
    report = report_of(program, old)
    assert report["by_name"]["issues"]["moved"] == 3003 and report["by_name"]["comments"]["moved"] == 3005
    assert report["by_name"]["repositories"]["moved"] == 3
    assert report_of(program, old)["by_name"]["issues"]["moved"] == 3003, "a second time moves nothing"

    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))
    found = alice.get("/repos/Alice/Things/issues?type=issues&state=all&limit=1")
    assert found.headers["X-Total-Count"] == "3002"
    assert alice.get("/repos/Alice/Things").json()["open_issues_count"] == 3001
    assert alice.get("/repos/Alice/Things/issues/comments/71").json()["body"] == "I see it, too."
    program.stop()
    program.run("doctor")


def test_accounts_that_are_here_already_are_told_apart(program, old):
    program.create_user("alice", "correct horse battery", "--admin")
    report = report_of(program, old, "--dry-run")
    conflict, = [loss for reason, loss in reasons(report, "accounts").items() if "--same" in reason]
    assert conflict["examples"] == ["Alice"]
    assert "its owner was not moved" in reasons(report, "repositories")

    report = report_of(program, old, "--same", "Alice")
    assert report["by_name"]["repositories"]["moved"] == 3
    program.start()
    alice = Client(program.url, basic=("alice", "correct horse battery"))
    assert alice.get("/user").json()["id"] == 1
    assert alice.get("/repos/alice/Things").json()["owner"]["login"] == "alice"
    Client(program.url, basic=("alice", PASSWORD)).get("/user", expect=401)
    assert Client(program.url, token=TOKEN).get("/user").json()["login"] == "alice"


def test_ids_that_are_taken_here_make_way(program, small):
    program.create_user("root", "correct horse battery", "--admin")
    import_from(program, small)
    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD)).get("/user").json()
    assert alice["id"] > 1
    root = Client(program.url, basic=("root", "correct horse battery"))
    made = root.post("/admin/users", {"username": "next", "email": "next@example.com", "password": "correct horse battery"},
                     expect=201).json()
    assert made["id"] > alice["id"]


def test_what_one_version_does_not_have_is_not_needed(program, tmp_path):
    layout = {name: columns for name, columns in TABLES.items() if name != "webauthn_credential"}
    layout["user"] = layout["user"].replace(" keep_activity_private:b", "").replace(" email_notifications_preference:t", "")
    layout["issue"] = layout["issue"].replace(" time_estimate:i", "")
    layout["star"] = "id:i person:i repo_id:i"
    layout["forgejo_version"] = "id:i version:i"
    old = OldSite(tmp_path / "old", "sqlite", layout)
    old.add_user(1, "Alice")
    old.add("star", {"id": 1, "person": 1, "repo_id": 1})
    report = report_of(program, old)
    assert report["product"] == "Forgejo" and report["by_name"]["accounts"]["moved"] == 1
    assert list(reasons(report, "stars")) == ["the layout of the old site's table is not known: star has no column uid"]


@pytest.mark.parametrize("algorithm, hashed", [
    ("pbkdf2$320000$50", lambda salt: __import__("old_site").pbkdf2(PASSWORD, salt, 320000)),
    ("scrypt$65536$16$2$50", lambda salt: __import__("hashlib").scrypt(
        PASSWORD.encode(), salt=salt, n=65536, r=16, p=2, maxmem=2 ** 28, dklen=50).hex()),
    ("bcrypt$10", lambda salt: __import__("old_site").bcrypted(PASSWORD)),
])
def test_every_way_to_hash_a_password_signs_in(program, tmp_path, algorithm, hashed):
    old = OldSite(tmp_path / "old", "sqlite")
    salt = os.urandom(16)
    old.add_user(1, "Alice", passwd=hashed(salt), salt=salt.hex(), passwd_hash_algo=algorithm)
    import_from(program, old)
    program.start()
    assert Client(program.url, basic=("Alice", PASSWORD)).get("/user").json()["login"] == "Alice"
    Client(program.url, basic=("Alice", PASSWORD + "x")).get("/user", expect=401)


def test_it_refuses_with_a_sentence(program, small):
    def refusal(*flags):
        done = import_from(program, small, *flags, check=False)
        assert done.returncode == 1 and done.stdout == ""
        return done.stderr

    small.write_config({"database": {"DB_TYPE": "mysql", "HOST": "db:3306"}})
    assert "'mysql'" in refusal() and "SQLite and PostgreSQL" in refusal()
    small.write_config({"database": {"DB_TYPE": "sqlite3", "PATH": "nowhere/gitea.db"}})
    assert "nowhere/gitea.db is not there" in refusal()
    small.write_config({"database": {"DB_TYPE": "sqlite3", "PATH": "data/gitea.db"}, "repository": {"ROOT": "/nowhere"}})
    assert "/nowhere is not there" in refusal()
    small.write_config({"server": {}})
    assert "says nothing about a database" in refusal()
    small.write_config({"database": {"DB_TYPE": "sqlite3", "PATH": "data/gitea.db"}})
    small.script('DROP TABLE "repo_unit"')
    assert "no table 'repo_unit'" in refusal()
    small.config.unlink()
    assert "app.ini" in refusal()


def test_a_site_that_runs_is_left_alone(program, small):
    program.start()
    assert "stop it first" in import_from(program, small, check=False).stderr
    assert "stop it first" in import_from(program, small, "--dry-run", check=False).stderr
    program.stop()
    import_from(program, small)


def test_the_source_is_only_read(program, old):
    before = {path: path.read_bytes() for path in old.data.rglob("*") if path.is_file()}
    import_from(program, old)
    assert {path: path.read_bytes() for path in old.data.rglob("*") if path.is_file()} == before


def test_what_was_refused_is_tried_again(program, old):
    program.create_user("alice", "correct horse battery", "--admin")
    first = report_of(program, old)
    assert first["by_name"]["repositories"]["moved"] == 2 and first["by_name"]["access tokens"]["moved"] == 0
    (old.repositories / "bob/lost.git").mkdir()
    subprocess.run(["git", "init", "-q", "--bare", old.repositories / "bob/lost.git"], check=True)
    second = report_of(program, old, "--same", "alice")
    assert second["by_name"]["repositories"]["moved"] == 4 and reasons(second, "repositories") == {}
    assert second["by_name"]["access tokens"]["moved"] == 1 and second["by_name"]["webhooks"]["moved"] == 1
    assert report_of(program, old)["by_name"] == second["by_name"], "a third time moves nothing"
    program.start()
    assert Client(program.url, token=TOKEN).get("/repos/alice/things/hooks").json()[0]["active"]


def test_a_row_that_nobody_has_thought_of_keeps_no_other(program, small):
    small.add("follow", *[{"id": n, "user_id": 1, "follow_id": 1} for n in range(1, 4)])
    small.add("label", {"id": 1, "repo_id": 0, "org_id": 1, "name": "fine", "color": "#fff"},
              {"id": 2 ** 63 - 1, "repo_id": 0, "org_id": 1, "name": "far out", "color": "#fff"})
    small.add("user", {"id": 7, "name": "bad\ufffdname", "email": "x@example.com"})
    small.script("UPDATE label SET description = CAST(x'ff00fe' AS TEXT) WHERE id = 1")
    report = report_of(program, small)
    assert report["by_name"]["accounts"]["moved"] == 1 and report["by_name"]["labels"]["moved"] == 1


def test_advice_is_given(program, old):
    old.config.write_text(old.config.read_text() + "[server]\nROOT_URL = https://old.example.org\n")
    report = report_of(program, old, "--dry-run")
    assert any("https://old.example.org/" in line for line in report["advice"])
    assert any("LFS_START_SERVER" in line for line in report["advice"])
