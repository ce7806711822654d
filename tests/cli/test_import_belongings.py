"""`cairn import`: what belongs to workflows, boards and registries, and what is counted because it has no place here."""
import json
import sqlite3

import pytest
import requests
from client import Client
from moving_house import ENGINES, import_from, on_each_engine, reasons, report_of
from old_site import FORGEJO, PASSWORD, THEN, TOTP_SECRET, furnished, git
from one_time import totp
from program import wait_until


@on_each_engine
def test_boards_values_and_packages_come(program, old):
    report = report_of(program, old)
    moved = {name: kind["moved"] for name, kind in report["by_name"].items()}
    assert (moved["projects"], moved["columns of projects"], moved["issues in projects"]) == (2, 2, 2)
    assert (moved["secrets of workflows"], moved["variables of workflows"]) == (2, 2)
    assert (moved["packages"], moved["versions of packages"], moved["files of packages"]) == (1, 1, 1)
    assert moved["stopwatches"] == moved["transfers of repositories"] == moved["scheduled merges"] == 1
    assert moved["notifications"] == 2
    assert list(reasons(report, "secrets of workflows")) == ["SECRET_KEY does not open it"]
    assert any("npm" in reason for reason in reasons(report, "packages"))
    assert "hush" not in json.dumps(report)
    left = {table["name"]: table for table in report["left_behind"]}
    assert {name: table["rows"] for name, table in left.items()} == {
        "branch (deleted)": 1, "issue_content_history": 1, "login_source": 1, "renamed_branch": 1}
    assert all(table["reason"] for table in left.values())

    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))
    plans, = alice.get("/repos/Alice/Things/projects").json()
    assert (plans["title"], plans["num_issues"], plans["template_type"]) == ("Plans", 2, "basic_kanban")
    columns = alice.get(f"/repos/Alice/Things/projects/{plans['id']}/columns").json()
    assert [(column["title"], column["default"]) for column in columns] == [("To do", True), ("Done", False)]
    assert [project["title"] for project in alice.get("/orgs/Acme/projects?state=closed").json()] == ["Of Acme"]
    assert [event["type"] for event in alice.get("/repos/Alice/Things/issues/1/timeline").json()] == ["comment", "label", "project"]
    assert [secret["name"] for secret in alice.get("/repos/Alice/Things/actions/secrets").json()] == ["DEPLOY_KEY"]
    assert alice.get("/repos/Alice/Things/actions/variables/TARGET").json()["data"] == "production"
    assert program.sql("SELECT name, value FROM action_variable WHERE account_id IS NULL AND repository_id IS NULL") == [("SITE_WIDE", "x")]
    kept = dict(program.sql("SELECT name, value FROM action_secret"))
    assert set(kept) == {"DEPLOY_KEY", "ORG_KEY"} and not any(word in str(kept) for word in ("hush", "of acme"))
    package, = alice.get("/packages/Alice").json()
    assert (package["name"], package["version"], package["repository"]["full_name"]) == ("Tool", "1.0", "Alice/Things")
    assert requests.get(f"{program.url}/api/packages/Alice/generic/Tool/1.0/tool.bin", auth=("Alice", PASSWORD),
                        timeout=30).content == b"a packaged file"
    threads = {thread["subject"]["title"]: thread for thread in alice.get("/notifications?all=true").json()}
    assert threads["It breaks"]["unread"] and threads["Add a feature"]["pinned"] and len(threads) == 2
    assert alice.get("/repos/bob/Things").json()["repo_transfer"]["recipient"]["login"] == "Alice"
    bob = Client(program.url, basic=("bob", PASSWORD), headers={"X-Gitea-OTP": totp(TOTP_SECRET)})
    assert [watch["issue_title"] for watch in bob.get("/user/stopwatches").json()] == ["It breaks"]


@on_each_engine
def test_a_merge_that_was_scheduled_is_made(program, old):
    """The rule asks for an approval, which came with the pull request."""
    old.script("DELETE FROM protected_branch")
    report_of(program, old)
    assert program.sql("SELECT style, title, message FROM pull_schedule") == [("squash", "One", "Two")]
    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))
    # Squashing is switched off there, so it goes on waiting until it is allowed.
    alice.call("PATCH", "/repos/Alice/Things", {"allow_squash_merge": True})
    alice.post("/repos/Alice/Things/statuses/" + old.head, {"state": "success", "context": "ci"}, expect=201)
    wait_until(lambda: alice.get("/repos/Alice/Things/pulls/2").json()["merged"], "the merge")


def opened_unit(old, repository, unit, **modes):
    assignments = ", ".join(f"{name} = {mode}" for name, mode in modes.items())
    old.script(f"UPDATE repo_unit SET {assignments} WHERE repo_id = {repository} AND type = {unit}")


@on_each_engine
def test_units_that_were_open_to_all_stay_so(program, old):
    old.add_user(15, "carol")
    opened_unit(old, 33, 2, anonymous_access_mode=1)  # issues
    opened_unit(old, 33, 5, everyone_access_mode=2)  # wiki
    opened_unit(old, 33, 8, everyone_access_mode=9)  # damaged
    old.add("issue", {"id": 60, "repo_id": 33, "index": 1, "poster_id": 11, "name": "Seen by all"})
    import_from(program, old)
    program.start()
    anybody, carol = Client(program.url), Client(program.url, basic=("carol", PASSWORD))
    alice = Client(program.url, basic=("Alice", PASSWORD))
    assert alice.get("/repos/Acme/hidden/public_access").json() == {
        "anonymous": {"repo.issues": "read"}, "everyone": {"repo.wiki": "write"}}
    assert anybody.get("/repos/Acme/hidden/issues/1").json()["title"] == "Seen by all"
    assert [issue["title"] for issue in anybody.get("/repos/issues/search?q=Seen").json()] == ["Seen by all"]
    assert "hidden" in [repository["name"] for repository in anybody.get("/repos/search").json()["data"]]
    anybody.get("/repos/Acme/hidden/contents", expect=403)
    anybody.get("/repos/Acme/hidden/wiki/pages", expect=404)
    carol.post("/repos/Acme/hidden/wiki/new", {"title": "By carol", "content_base64": "aGk="}, expect=201)
    anybody.get("/repos/Acme/hidden/public_access", expect=401)
    carol.get("/repos/Acme/hidden/public_access", expect=403)

    alice.call("PUT", "/repos/Acme/hidden/public_access", {}, expect=200)
    anybody.get("/repos/Acme/hidden", expect=404)
    carol.get("/repos/Acme/hidden/wiki/pages", expect=404)
    for wrong in ({"anonymous": {"repo.wiki": "write"}}, {"everyone": {"repo.code": "write"}}, {"everyone": {"repo.x": "read"}}):
        alice.call("PUT", "/repos/Acme/hidden/public_access", wrong, expect=422)
    alice.call("PUT", "/repos/Acme/hidden/public_access", {"anonymous": {"repo.code": "read"}}, expect=200)
    anybody.get("/repos/Acme/hidden/contents", expect=200)
    git("ls-remote", f"{program.url}/Acme/hidden.git")


def test_notes_and_references_of_ones_own_come(program, old):
    bare = old.repositories / "alice/things.git"
    for name in ("refs/notes/commits", "refs/custom/thing", "refs/pull/9/merge", "refs/remotes/origin/main",
                 "refs/original/refs/heads/main", f"refs/replace/{old.base}"):
        git("update-ref", name, old.base, cwd=bare)
    import_from(program, old)
    storage, = program.sql("SELECT storage FROM repository WHERE name = 'Things' AND owner_id = 11")[0]
    copy = next((program.folder / "repositories").rglob(f"{storage}.git"))
    names = git("for-each-ref", "--format=%(refname)", cwd=copy).splitlines()
    assert {name for name in names if not name.startswith(("refs/heads/", "refs/tags/"))} \
        == {"refs/notes/commits", "refs/custom/thing", "refs/pull/2/head"}


@pytest.mark.parametrize("flags", [["--dry-run"], []])
def test_missing_objects_are_told_of(program, old, flags):
    bare = old.repositories / "alice/things.git"
    blob = git("rev-parse", "main:README.md", cwd=bare)
    (bare / "objects" / blob[:2] / blob[2:]).unlink()
    report = report_of(program, old, *flags)
    loss, = [loss for reason, loss in reasons(report, "repositories").items() if "objects are missing" in reason]
    assert loss["count"] == 1 and loss["examples"][0].startswith("Alice/Things: ") and blob in loss["examples"][0]
    assert report["by_name"]["repositories"]["moved"] == 3
    if not flags:
        found = program.run("doctor", check=False)
        assert found.returncode == 1 and "objects are missing in Alice/Things (" in found.stdout and blob in found.stdout


def test_damaged_levels_open_nothing(program, old):
    old.add("team", {"id": 23, "org_id": 13, "name": "broken", "lower_name": "broken", "authorize": 7},
            {"id": 24, "org_id": 13, "name": "half", "lower_name": "half", "authorize": 0})
    old.add("team_unit", {"id": 7, "org_id": 13, "team_id": 23, "type": 1, "access_mode": 2},
            {"id": 8, "org_id": 13, "team_id": 24, "type": 1, "access_mode": 12},
            {"id": 9, "org_id": 13, "team_id": 24, "type": 2, "access_mode": 1})
    report = report_of(program, old)
    told = {reason: loss["examples"] for reason, loss in reasons(report, "teams").items()}
    assert told == {"moved without any rights: its level is none that there is": ["broken"],
                    "moved without its rights to a unit: their level is none that there is": ["half: repo.code"]}
    program.start()
    teams = {team["name"]: team for team in Client(program.url, basic=("Alice", PASSWORD)).get("/orgs/Acme/teams").json()}
    assert teams["broken"]["permission"] == "none" and not any(level != "none" for level in teams["broken"]["units_map"].values())
    assert teams["half"]["units_map"].get("repo.code", "none") == "none" and teams["half"]["units_map"]["repo.issues"] == "read"


def test_hooks_whose_events_cannot_be_read_are_told_of(program, old):
    old.add("webhook", {"id": 2, "repo_id": 31, "url": "https://hooks.example.com/broken", "content_type": 1, "events": "{oh",
                        "is_active": True, "type": "gitea"},
            {"id": 3, "repo_id": 31, "url": "https://hooks.example.com/odd", "content_type": 1, "is_active": True, "type": "gitea",
             "events": json.dumps({"choose_events": True, "events": {"push": True, "moonrise": True}})})
    told = {reason: loss["examples"] for reason, loss in reasons(report_of(program, old), "webhooks").items()}
    assert told == {"which events it hears of cannot be read: moved as one that hears of pushes": ["https://hooks.example.com/broken"],
                    "moved without an event that there is none of here: moonrise": ["https://hooks.example.com/odd"]}


def test_bots_stay_bots(program, small):
    small.add_user(2, "robot", type=4)
    import_from(program, small)
    assert program.sql("SELECT name FROM account WHERE bot") == [("robot",)]
    token = program.run("admin", "user", "generate-access-token", "--username", "robot", "--token-name", "t", "--scopes", "all",
                        "--raw").stdout.strip()
    program.run("admin", "user", "change-password", "--username", "robot", "--password", PASSWORD, "--must-change-password=false")
    program.start()
    assert Client(program.url, token=token).get("/user").json()["login"] == "robot"
    Client(program.url, basic=("robot", PASSWORD)).get("/user", expect=401)


def test_how_people_look_at_differences_comes(program, small):
    small.script("UPDATE \"user\" SET diff_view_style = 'split'")
    import_from(program, small)
    program.start()
    assert Client(program.url, basic=("Alice", PASSWORD)).get("/user/settings").json()["diff_view_style"] == "split"


def test_a_plain_name_protects_before_an_older_pattern(program, old):
    old.script("DELETE FROM protected_branch")
    old.add("protected_branch", {"id": 1, "repo_id": 31, "branch_name": "**", "can_push": True},
            {"id": 2, "repo_id": 31, "branch_name": "main", "can_push": False, "required_approvals": 2})
    import_from(program, old)
    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))
    assert [(rule["rule_name"], rule["priority"]) for rule in alice.get("/repos/Alice/Things/branch_protections").json()] \
        == [("main", 0), ("**", 0)]
    assert not alice.get("/repos/Alice/Things/branches/main").json()["user_can_push"]
    assert alice.get("/repos/Alice/Things/branches/main").json()["required_approvals"] == 2
    alice.post("/repos/Alice/Things/contents/new.txt", {"content": "aGk=", "message": "no"}, expect=403)


@on_each_engine
def test_newest_first_is_by_time(program, old):
    """As in repositories that the old site had itself brought from elsewhere."""
    old.add("issue", *[{"id": 200 + n, "repo_id": 32, "index": 100 - n, "poster_id": 11, "name": f"Issue {n}", "created_unix": THEN - n * 60,
                        "updated_unix": THEN, "is_pull": n >= 5} for n in range(10)])
    old.add("pull_request", *[{"id": 100 + n, "issue_id": 200 + n, "index": 100 - n, "head_repo_id": 32, "base_repo_id": 32,
                               "head_branch": f"b{n}", "base_branch": "main"} for n in range(5, 10)])
    old.add("comment", *[{"id": 300 + n, "type": 0, "poster_id": 11, "issue_id": 200, "content": f"Comment {n}",
                          "created_unix": THEN - n * 60} for n in range(5)])
    old.add("label", {"id": 44, "repo_id": 32, "name": "all", "color": "#fff"})
    old.add("issue_label", *[{"id": 10 + n, "issue_id": 200 + n, "label_id": 44} for n in range(10)])
    old.add("issue_assignees", *[{"id": 10 + n, "assignee_id": 12, "issue_id": 200 + n} for n in range(10)])
    old.add("milestone", {"id": 45, "repo_id": 32, "name": "all"})
    old.script("UPDATE issue SET milestone_id = 45 WHERE repo_id = 32")
    import_from(program, old)
    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))

    def titles(path):
        return [issue["title"] for issue in alice.get(path).json()]

    newest = [f"Issue {n}" for n in range(10)]
    for query in ("", "&labels=all", "&assigned_by=bob", "&created_by=Alice", "&milestones=all", "&q=Issue"):
        assert titles(f"/repos/bob/Things/issues?type=all&state=all{query}") == newest, query
        assert titles(f"/repos/bob/Things/issues?limit=3&page=2{query}") == newest[3:6], query
    assert titles("/repos/bob/Things/issues?type=issues") == newest[:5]
    assert titles("/repos/bob/Things/pulls") == newest[5:]
    assert titles("/repos/bob/Things/pulls?sort=oldest") == newest[:4:-1]
    assert titles("/repos/issues/search?q=Issue&owner=bob") == newest
    assert [issue["title"] for issue in alice.get("/repos/issues/search?limit=50").json() if issue["title"].startswith("Issue")] == newest
    said = [f"Comment {n}" for n in range(4, -1, -1)]
    assert [comment["body"] for comment in alice.get("/repos/bob/Things/issues/100/comments").json()] == said
    assert [comment["body"] for comment in alice.get("/repos/bob/Things/issues/comments").json()] == said
    assert [event["body"] for event in alice.get("/repos/bob/Things/issues/100/timeline").json()] == said


def test_remarks_on_lines_begin_with_their_hunk(program, old):
    import_from(program, old)
    program.start()
    remark, = Client(program.url, basic=("Alice", PASSWORD)).get("/repos/Alice/Things/pulls/2/reviews/61/comments").json()
    assert remark["diff_hunk"] == "@@ -0,0 +1 @@\n+something new"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_site_of_forgejo_moves(program, tmp_path, engine):
    """Every kind is held against the rows that there are."""
    old = furnished(tmp_path / "old", engine, FORGEJO)
    try:
        old.add("forgejo_version", {"id": 1, "version": 27})
        old.add("forgejo_blocked_user", {"id": 1, "user_id": 11, "block_id": 14})
        old.add("forgejo_auth_token", {"id": 1, "uid": 11, "lookup_key": "k", "hashed_validator": "v"})
        old.add("forgejo_repo_flag", {"id": 1, "repo_id": 31, "name": "checked"})
        old.add("federation_host", {"id": 1, "host_fqdn": "elsewhere.example.com"})
        old.script("UPDATE repo_unit SET default_permissions = 3 WHERE repo_id = 31 AND type = 5")
        old.script("UPDATE repository SET wiki_branch = 'master'")
        report = report_of(program, old)
        assert report["product"] == "Forgejo"
        counted = {table: rows_there(old, table) for table in old.tables}
        tables = {"accounts": "user", "repositories": "repository", "comments": "comment"}
        for name, table in {"issues": "issue", "labels": "label", "releases": "release", "teams": "team", "stars": "star",
                            "secrets of workflows": "secret", "one-time codes": "two_factor", "projects": "project",
                            "blocked accounts (Forgejo)": "forgejo_blocked_user", "webhooks": "webhook",
                            "branch protections": "protected_branch", "access tokens": "access_token",
                            "packages": "package", "notifications": "notification", **tables}.items():
            kind = report["by_name"][name]
            partial = sum(loss["count"] for loss in kind["not_moved"] if loss["reason"].startswith("moved "))
            lost = sum(loss["count"] for loss in kind["not_moved"]) - partial
            assert kind["moved"] + lost == counted[table] > 0, (name, kind)
        left = {table["name"]: table for table in report["left_behind"]}
        assert {"forgejo_repo_flag", "federation_host"} < set(left) and all(table["reason"] for table in left.values())
        assert "forgejo_auth_token" not in left
        assert list(reasons(report, "secrets of workflows")) == ["SECRET_KEY does not open it"]
        assert report["by_name"]["secrets of workflows"]["moved"] == 2
        program.start()
        bob = Client(program.url, basic=("bob", PASSWORD), headers={"X-Gitea-OTP": totp(TOTP_SECRET)})
        assert bob.get("/user").json()["login"] == "bob"
        alice = Client(program.url, basic=("Alice", PASSWORD))
        assert alice.get("/repos/Alice/Things/public_access").json()["everyone"] == {"repo.wiki": "write"}
        assert alice.get("/repos/Alice/Things/wiki/page/Home").json()["title"] == "Home"
    finally:
        old.close()


def rows_there(old, table):
    old.flush()
    if old.postgres:
        return int(old.postgres.rows(f'SELECT count(*) FROM "{table}"')[0][0])
    with sqlite3.connect(old.data / "gitea.db") as database:
        return database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]


def test_a_token_that_is_for_what_is_public_does_not_see_what_was_opened(program, small):
    small.add_repository(1, 1, "Alice", "Things", is_private=True)
    small.script("UPDATE repo_unit SET anonymous_access_mode = 1")
    import_from(program, small)
    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))
    made = alice.post("/users/Alice/tokens", {"name": "t", "scopes": ["public-only", "read:repository"]}, expect=201).json()
    Client(program.url).get("/repos/Alice/Things")
    Client(program.url, token=made["sha1"]).get("/repos/Alice/Things", expect=404)


