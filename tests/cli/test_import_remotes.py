"""`cairn import`: what calls other servers."""
import json

from client import Client
from moving_house import on_each_engine, reasons, report_of
from old_site import PASSWORD, TABLES, OldSite, git, sealed
from program import Program, wait_until
from receiver import Receiver

HOUR = 3600 * 10 ** 9


@on_each_engine
def test_push_mirrors_come_with_their_credentials(program, old, tmp_path):
    target = tmp_path / "target.git"
    git("config", "remote.remote_mirror_1.url", "https://me:a-secret@push.example.com/x.git",
        cwd=old.repositories / "alice/things.git")
    old.add("push_mirror",
            {"id": 1, "repo_id": 31, "remote_name": "remote_mirror_1", "remote_address": "https://push.example.com/x.git",
             "sync_on_commit": True, "interval": 8 * HOUR},
            {"id": 2, "repo_id": 31, "remote_name": "remote_mirror_2", "remote_address": "https://other.example.com/y.git",
             "interval": 0},
            {"id": 3, "repo_id": 31, "remote_name": "remote_mirror_3", "remote_address": str(target)},
            {"id": 4, "repo_id": 34, "remote_name": "remote_mirror_4", "remote_address": "https://lost.example.com/z.git"})
    report = report_of(program, old)
    assert report["by_name"]["push mirrors"]["moved"] == 2
    lost = reasons(report, "push mirrors")
    assert lost["its address is none that can be pushed to from here"]["examples"] == [str(target)]
    assert lost["its repository was not moved"]["examples"] == ["https://lost.example.com/z.git"]
    assert "a-secret" not in json.dumps(report)

    program.start()
    alice = Client(program.url, basic=("Alice", PASSWORD))
    first, second = sorted(alice.get("/repos/Alice/Things/push_mirrors").json(), key=lambda mirror: mirror["remote_name"])
    assert (first["remote_address"], first["interval"], first["sync_on_commit"]) == ("https://push.example.com/x.git", "8h0m0s", True)
    assert (second["remote_address"], second["interval"], second["sync_on_commit"]) == ("https://other.example.com/y.git", "0s", False)
    kept = dict(program.sql("SELECT remote_name, credentials FROM push_mirror"))
    assert kept["remote_mirror_1"] and "a-secret" not in kept["remote_mirror_1"] and not kept["remote_mirror_2"]


@on_each_engine
def test_credentials_that_came_with_a_push_mirror_open_the_other_server(program, old, tmp_path, database):
    there = Program(tmp_path / "there", database)
    there.create_user("target", "correct horse battery", "--admin")
    try:
        owner = Client(there.start().url, basic=("target", "correct horse battery"))
        owner.post("/user/repos", {"name": "dst", "private": True}, expect=201)
        address = f"{there.url}/target/dst.git"
        git("config", "remote.to_there.url", address.replace("://", "://target:correct%20horse%20battery@"),
            cwd=old.repositories / "alice/things.git")
        old.add("push_mirror", {"id": 1, "repo_id": 31, "remote_name": "to_there", "remote_address": address, "interval": 8 * HOUR})
        program.settings["migrations"] = {"ALLOW_LOCALNETWORKS": "true"}
        program.write_config()
        report_of(program, old)
        program.start()
        Client(program.url, basic=("Alice", PASSWORD)).post("/repos/Alice/Things/push_mirrors-sync", expect=200)
        wait_until(lambda: {branch["name"] for branch in owner.get("/repos/target/dst/branches").json() or []}
                   == {"feature", "main"}, "the push")
    finally:
        there.close()


@on_each_engine
def test_mirrors_keep_how_they_follow(program, old):
    old.script("UPDATE mirror SET enable_prune = FALSE, lfs_enabled = TRUE, lfs_endpoint = 'https://lfs.example.com/x'")
    report_of(program, old)
    assert program.sql("SELECT endpoint, since FROM pull_mirror_lfs") == [("https://lfs.example.com/x", "")]
    assert program.sql("SELECT count(*) FROM pull_mirror WHERE prune") == [("0",)]


def test_mirrors_of_before_there_was_lfs_come_too(program, tmp_path):
    old = OldSite(tmp_path / "old", "sqlite", {**TABLES, "mirror": "id:i repo_id:i interval:i remote_address:t"})
    old.add_user(1, "Alice")
    old.add_repository(1, 1, "Alice", "Things", is_mirror=True)
    old.add("mirror", {"id": 1, "repo_id": 1, "interval": HOUR, "remote_address": "https://mirror.example.com/x.git"})
    assert report_of(program, old)["by_name"]["mirrors"]["moved"] == 1
    assert program.sql("SELECT count(*) FROM pull_mirror_lfs") == [("0",)]
    assert program.sql("SELECT count(*) FROM pull_mirror WHERE prune") == [("1",)]


@on_each_engine
def test_webhooks_keep_their_headers_and_secrets(program, old):
    program.settings["webhook"] = {"ALLOWED_HOST_LIST": "127.0.0.1/32"}
    program.write_config()
    with Receiver() as receiver:
        everything = json.dumps({"send_everything": True})
        old.add("webhook",
                {"id": 2, "repo_id": 31, "url": receiver.url + "/headed", "content_type": 1, "secret": "hush", "events": everything,
                 "is_active": True, "type": "gitea", "header_authorization_encrypted": sealed("Bearer of-old")},
                {"id": 3, "repo_id": 31, "url": receiver.url + "/unopened", "content_type": 2, "events": json.dumps({"push_only": True}),
                 "is_active": True, "type": "forgejo", "header_authorization_encrypted": "00" * 40},
                {"id": 4, "repo_id": 31, "url": receiver.url + "/slack", "content_type": 1, "events": everything, "is_active": False,
                 "type": "slack", "meta": json.dumps({"channel": "#work", "username": "old", "icon_url": "", "color": "good"})},
                {"id": 5, "owner_id": 13, "url": receiver.url + "/org", "content_type": 1, "events": everything, "is_active": True, "type": "gitea"},
                {"id": 6, "url": receiver.url + "/system", "content_type": 1, "events": everything, "is_active": True, "type": "gitea",
                 "is_system_webhook": True},
                {"id": 7, "url": receiver.url + "/default", "content_type": 1, "events": everything, "is_active": True, "type": "gitea"},
                {"id": 8, "repo_id": 31, "url": receiver.url + "/odd", "content_type": 1, "events": everything, "type": "sourcehut_builds"})
        report = report_of(program, old)
        assert report["by_name"]["webhooks"]["moved"] == 7
        lost = {reason: loss["examples"] for reason, loss in reasons(report, "webhooks").items()}
        assert lost == {"moved without its Authorization header, which SECRET_KEY does not open": [receiver.url + "/unopened"],
                        "its kind is none that there is here: sourcehut_builds": [receiver.url + "/odd"]}

        program.start()
        alice = Client(program.url, basic=("Alice", PASSWORD))
        hooks = {hook["config"]["url"].rsplit("/", 1)[1]: hook for hook in alice.get("/repos/Alice/Things/hooks").json()}
        assert hooks["headed"]["events"] and hooks["unopened"]["events"] == ["push"]
        assert hooks["slack"]["config"]["channel"] == "#work" and not hooks["slack"]["active"]
        assert [hook["config"]["url"] for hook in alice.get("/orgs/Acme/hooks").json()] == [receiver.url + "/org"]
        assert [hook["config"]["url"] for hook in alice.get("/admin/hooks?type=system").json()] == [receiver.url + "/system"]
        assert [hook["config"]["url"] for hook in alice.get("/admin/hooks?type=default").json()] == [receiver.url + "/default"]
        alice.post("/repos/Alice/Things/branches", {"new_branch_name": "more"}, expect=201)
        pushed = [receiver.next("push") for _ in range(3)]
        by_path = {delivery.path: delivery for delivery in pushed}
        assert set(by_path) == {"/headed", "/unopened", "/system"}
        assert by_path["/headed"].headers["authorization"] == "Bearer of-old" and by_path["/headed"].signed_with("hush")
        assert by_path["/unopened"].headers["content-type"] == "application/x-www-form-urlencoded"
