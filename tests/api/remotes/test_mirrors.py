"""Repositories that follow one elsewhere, and repositories elsewhere that follow one of ours."""
import base64
import http.server
import threading

import pytest
from client import PASSWORD, Client
from large_files import LargeFiles, oid_of, pointer_to
from program import wait_until


@pytest.fixture
def pair(here, there, names):
    """A repository there, and a mirror of it here: their owners and their addresses."""
    owner, follower = there.person(names("source")), here.person(names("follower"))
    owner.post("/user/repos", {"name": "src", "auto_init": True}, expect=201)
    made = follower.post("/repos/migrate", {"clone_addr": f"{there.url}/{owner.name}/src.git", "repo_name": "mir", "mirror": True,
                                            "mirror_interval": "12h"}, expect=201).json()
    assert made["mirror"] and made["mirror_interval"] == "12h0m0s" and not made["has_pull_requests"]
    return owner, f"/repos/{owner.name}/src", follower, f"/repos/{follower.name}/mir"


def write(client, at, name, **more):
    return client.post(f"{at}/contents/{name}", {"content": "eA==", "message": "more", **more}, expect=201)


def branches(client, at):
    return sorted(branch["name"] for branch in client.get(at + "/branches").json() or [])


def test_a_mirror_follows_when_it_is_asked_to(pair):
    owner, src, follower, mir = pair
    write(owner, src, "new.txt")
    owner.post(src + "/branches", {"new_branch_name": "side"}, expect=201)
    owner.post(src + "/tags", {"tag_name": "v1"}, expect=201)
    follower.post(mir + "/mirror-sync", expect=200)
    wait_until(lambda: branches(follower, mir) == ["main", "side"], "the mirror")
    assert follower.get(mir + "/contents/new.txt").json()["content"] == "eA=="
    assert [tag["name"] for tag in follower.get(mir + "/tags").json()] == ["v1"]
    owner.delete(src + "/branches/side", expect=204)
    follower.post(mir + "/mirror-sync", expect=200)
    wait_until(lambda: branches(follower, mir) == ["main"], "the branch to go")
    kinds = {entry["op_type"] for entry in follower.get(mir + "/activities/feeds").json()}
    assert {"mirror_sync_create", "mirror_sync_push", "mirror_sync_delete"} <= kinds


def test_without_pruning_what_is_gone_there_stays(pair):
    owner, src, follower, mir = pair
    owner.post(src + "/branches", {"new_branch_name": "side"}, expect=201)
    follower.post(mir + "/mirror-sync", expect=200)
    wait_until(lambda: branches(follower, mir) == ["main", "side"], "the mirror")
    follower.call("PATCH", mir, {"enable_prune": False})
    owner.delete(src + "/branches/side", expect=204)
    write(owner, src, "after.txt")
    follower.post(mir + "/mirror-sync", expect=200)
    wait_until(lambda: follower.session.get(f"{follower.url}/api/v1{mir}/contents/after.txt", timeout=30).ok, "the mirror")
    assert branches(follower, mir) == ["main", "side"]


def test_nobody_writes_to_a_mirror(pair):
    _, _, follower, mir = pair
    follower.refused("POST", mir + "/contents/x.txt", 423, {"content": "eA==", "message": "m"})
    follower.refused("POST", mir + "/branches", 403, {"new_branch_name": "x"})
    follower.refused("PATCH", mir, 422, {"archived": True})


def test_no_pull_request_changes_a_mirror(pair):
    owner, src, follower, mir = pair
    owner.post(src + "/branches", {"new_branch_name": "side"}, expect=201)
    write(owner, src, "side.txt", branch="side")
    write(owner, src, "main.txt")
    follower.post(mir + "/mirror-sync", expect=200)
    wait_until(lambda: branches(follower, mir) == ["main", "side"]
               and follower.session.get(f"{follower.url}/api/v1{mir}/contents/main.txt", timeout=30).ok, "the mirror")
    tip = follower.get(mir + "/branches/main").json()["commit"]["id"]
    follower.call("PATCH", mir, {"has_pull_requests": True})
    follower.post(mir + "/pulls", {"head": "side", "base": "main", "title": "more"}, expect=201)
    for wish in ({"do": "squash"}, {"do": "merge", "force_merge": True}, {"do": "merge", "merge_when_checks_succeed": True}):
        assert "mirror" in follower.refused("POST", mir + "/pulls/1/merge", 405, wish).json()["message"]
    follower.call("POST", mir + "/pulls/1/update", expect=403)
    assert follower.get(mir + "/branches/main").json()["commit"]["id"] == tip


def test_the_interval_can_be_changed(pair):
    _, _, follower, mir = pair
    for text, shown in (("24h0m0s", "24h0m0s"), ("90m", "1h30m0s"), ("0", "0s")):
        assert follower.call("PATCH", mir, {"mirror_interval": text}).json()["mirror_interval"] == shown
    for text in ("5s", "soon", "-1h"):
        follower.refused("PATCH", mir, 422, {"mirror_interval": text})


def test_the_credentials_can_be_changed(here, there, names):
    owner, follower = there.person(names("source")), here.person(names("follower"))
    owner.post("/user/repos", {"name": "src", "auto_init": True, "private": True}, expect=201)
    token = lambda name: owner.post(f"/users/{owner.name}/tokens", {"name": name, "scopes": ["read:repository"]}).json()["sha1"]
    follower.post("/repos/migrate", {"clone_addr": f"{there.url}/{owner.name}/src.git", "repo_name": "mir", "mirror": True,
                                     "auth_token": token("first")}, expect=201)
    mir = f"/repos/{follower.name}/mir"
    owner.delete(f"/users/{owner.name}/tokens/first", expect=204)
    owner.post(f"/repos/{owner.name}/src/branches", {"new_branch_name": "side"}, expect=201)
    follower.call("PATCH", mir, {"mirror_token": token("second")})
    follower.post(mir + "/mirror-sync", expect=200)
    wait_until(lambda: branches(follower, mir) == ["main", "side"], "the mirror")


def test_a_mirror_can_become_a_repository_of_its_own(pair, here, names):
    _, _, follower, mir = pair
    here.person(names("stranger")).refused("POST", mir + "/mirror/convert", 403)
    assert not follower.post(mir + "/mirror/convert", expect=200).json()["mirror"]
    write(follower, mir, "mine.txt")
    follower.refused("POST", mir + "/mirror-sync", 400)
    follower.refused("POST", mir + "/mirror/convert", 400)


def test_who_runs_the_site_is_told_of_mirrors_that_fail(pair, here):
    owner, src, follower, mir = pair
    before = follower.get(mir).json()
    assert before["mirror_updated"] == before["mirror_last_sync_at"] > "2020"
    doctor = lambda: here.program.run("doctor", check=False).stdout
    assert f"{follower.name}/mir" not in doctor()
    owner.delete(src, expect=204)
    follower.post(mir + "/mirror-sync", expect=200)
    told = wait_until(lambda: [line for line in doctor().splitlines() if f"{follower.name}/mir" in line], "the complaint")
    assert f"{owner.name}/src.git" in told[0] and "404" in told[0] or "credentials" in told[0]
    follower.delete(mir, expect=204)


def point(client, at, name, data, **more):
    write(client, at, name, content=base64.b64encode(pointer_to(data).encode()).decode(), **more)


@pytest.fixture
def endpoint(there):
    """A server of large files that leads to those of a repository `there`, unless it is `broken`."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.server.asked += 1
            self.server.hold.wait(60)
            self.send_response(503 if self.server.broken else 307)
            self.send_header("Location", there.url + self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.broken, server.asked, server.hold = False, 0, threading.Event()
    server.hold.set()
    server.at = lambda full_name: f"http://127.0.0.1:{server.server_port}/{full_name}.git/info/lfs"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


@pytest.fixture
def large(here, there, names, endpoint):
    """A mirror whose large files follow: the owner there with a file, who follows, both places, the mirror's large files."""
    owner, follower, first = there.person(names("source")), here.person(names("follower")), b"first" * 1000
    owner.post("/user/repos", {"name": "src", "auto_init": True, "default_branch": "main"}, expect=201)
    src, mir = f"/repos/{owner.name}/src", f"/repos/{follower.name}/mir"
    LargeFiles(owner, f"{owner.name}/src").put(first)
    point(owner, src, "first.bin", first)
    follower.post("/repos/migrate", {"clone_addr": f"{there.url}/{owner.name}/src.git", "repo_name": "mir", "mirror": True, "lfs": True,
                                     "lfs_endpoint": endpoint.at(f"{owner.name}/src")}, expect=201)
    files = LargeFiles(follower, f"{follower.name}/mir")
    assert files.get(first).content == first
    return owner, src, follower, mir, files, first


def synced(follower, mir, files, data):
    """Asks for news, and waits for a large file."""
    follower.post(mir + "/mirror-sync", expect=200)
    wait_until(lambda: "download" in files.asked("download", data).get("actions", {}), "the large file")
    assert files.get(data).content == data


def test_the_large_files_of_what_is_new_follow(large, here):
    owner, src, follower, mir, files, first = large
    there_files = LargeFiles(owner, src.removeprefix("/repos/"))
    second, third, fourth = (word * 1000 for word in (b"second", b"third", b"fourth"))
    for data in (second, third, fourth):
        there_files.put(data)
    # What is in the past already is not looked through again, so that what was lost of it stays lost.
    here.program.sql(f"DELETE FROM lfs_object WHERE oid = '{oid_of(first)}'")
    files.get(first, 404)
    point(owner, src, "folder/second.bin", second)
    point(owner, src, "third.bin", third, branch="main", new_branch="side")
    made = owner.get(src + "/contents/third.bin?ref=side").json()
    owner.call("PUT", src + "/contents/third.bin", {"content": "eA==", "message": "away", "sha": made["sha"], "branch": "side"})
    synced(follower, mir, files, second)
    synced(follower, mir, files, third)  # a commit in between has it
    files.get(first, 404)
    point(owner, src, "fourth.bin", fourth)
    synced(follower, mir, files, fourth)
    files.get(first, 404)


def test_large_files_that_could_not_be_had_are_asked_for_again(large, here, endpoint):
    owner, src, follower, mir, files, _ = large
    data, endpoint.broken = b"late" * 1000, True
    LargeFiles(owner, src.removeprefix("/repos/")).put(data)
    point(owner, src, "late.bin", data)
    follower.post(mir + "/mirror-sync", expect=200)
    doctor = lambda: [line for line in here.program.run("doctor", check=False).stdout.splitlines() if mir.removeprefix("/repos/") in line]
    told, = wait_until(doctor, "the complaint")
    assert "large files" in told and "503" in told
    assert follower.get(mir + "/contents/late.bin").json(), "the code has come nevertheless"
    endpoint.broken = False
    synced(follower, mir, files, data)
    wait_until(lambda: not doctor(), "the complaint to go")


def test_large_files_come_after_the_server_was_killed_amid_them(program, there, names, endpoint, database):
    if database != "sqlite":
        pytest.skip("where there may be other servers, it goes on when the lease is over")
    program.settings["migrations"] = {"ALLOW_LOCALNETWORKS": "true"}
    program.settings["server"]["LFS_START_SERVER"] = "true"
    program.write_config()
    program.create_user("root", PASSWORD, "--admin")
    owner, admin, data = there.person(names("source")), Client(program.start().url, basic=("root", PASSWORD)), b"late" * 1000
    owner.post("/user/repos", {"name": "src", "auto_init": True}, expect=201)
    admin.post("/repos/migrate", {"clone_addr": f"{there.url}/{owner.name}/src.git", "repo_name": "mir", "mirror": True, "lfs": True,
                                  "lfs_endpoint": endpoint.at(f"{owner.name}/src")}, expect=201)
    LargeFiles(owner, f"{owner.name}/src").put(data)
    point(owner, f"/repos/{owner.name}/src", "late.bin", data)
    endpoint.hold.clear()
    admin.post("/repos/root/mir/mirror-sync", expect=200)
    wait_until(lambda: endpoint.asked, "the question for the large file")
    program.kill()
    endpoint.hold.set()
    admin = Client(program.start().url, basic=("root", PASSWORD))
    files = LargeFiles(admin, "root/mir")
    wait_until(lambda: "download" in files.asked("download", data).get("actions", {}), "the large file")
    assert files.get(data).content == data


def test_where_nothing_is_new_nobody_is_asked(large, endpoint):
    owner, src, follower, mir, _, _ = large
    before = endpoint.asked
    owner.post(src + "/branches", {"new_branch_name": "side"}, expect=201)
    follower.post(mir + "/mirror-sync", expect=200)
    wait_until(lambda: branches(follower, mir) == ["main", "side"], "the mirror")
    last = follower.get(mir).json()["mirror_last_sync_at"]
    # However often it is asked for, it is not put off.
    wait_until(lambda: follower.post(mir + "/mirror-sync", expect=200) and follower.get(mir).json()["mirror_last_sync_at"] > last,
               "another sync")
    assert endpoint.asked == before


def test_who_may_ask_for_news(pair, here, anonymous_here):
    _, _, follower, mir = pair
    anonymous_here.refused("POST", mir + "/mirror-sync", 401)
    reader = here.person(follower.name + "-reader")
    reader.refused("POST", mir + "/mirror-sync", 403)


@pytest.fixture
def anonymous_here(here):
    return type(here.admin)(here.url)


@pytest.fixture
def pushed(here, there, names):
    """A repository here and an empty one there that shall follow it."""
    owner, other = here.person(names("owner")), there.person(names("target"))
    owner.post("/user/repos", {"name": "src", "auto_init": True}, expect=201)
    other.post("/user/repos", {"name": "dst"}, expect=201)
    return owner, f"/repos/{owner.name}/src", other, f"/repos/{other.name}/dst", {
        "remote_address": f"{there.url}/{other.name}/dst.git", "remote_username": other.name, "remote_password": PASSWORD,
        "interval": "8h", "sync_on_commit": False}


def test_a_push_mirror_is_brought_up_to_date_when_asked(pushed):
    owner, src, other, dst, body = pushed
    made = owner.post(src + "/push_mirrors", body, expect=200).json()
    assert made["remote_name"].startswith("remote_mirror_") and made["interval"] == "8h0m0s" and made["last_error"] == ""
    assert made["remote_address"] == body["remote_address"] and PASSWORD not in str(made)
    owner.post(src + "/push_mirrors-sync", expect=200)
    wait_until(lambda: branches(other, dst) == ["main"], "the push")
    owner.post(src + "/branches", {"new_branch_name": "side"}, expect=201)
    owner.post(src + "/push_mirrors-sync", expect=200)
    wait_until(lambda: branches(other, dst) == ["main", "side"], "the second push")
    owner.delete(src + "/branches/side", expect=204)
    owner.post(src + "/push_mirrors-sync", expect=200)
    wait_until(lambda: branches(other, dst) == ["main"], "the branch to go")
    assert owner.get(src + "/push_mirrors").json()[0]["last_error"] == ""
    owner.delete(f"{src}/push_mirrors/{made['remote_name']}", expect=204)
    assert owner.get(src + "/push_mirrors").json() == []


def test_a_push_mirror_follows_every_push(pushed):
    owner, src, other, dst, body = pushed
    owner.post(src + "/push_mirrors", {**body, "interval": "0", "sync_on_commit": True}, expect=200)
    write(owner, src, "one.txt")
    there = lambda name: other.session.get(f"{other.url}/api/v1{dst}/contents/{name}", timeout=30).ok
    wait_until(lambda: there("one.txt"), "the first push")
    write(owner, src, "two.txt")
    wait_until(lambda: there("two.txt"), "the second push")


def test_large_files_go_ahead_of_the_commits_that_point_to_them(pushed):
    owner, src, other, dst, body = pushed
    mine, theirs = (LargeFiles(who, at.removeprefix("/repos/")) for who, at in ((owner, src), (other, dst)))
    first, second, empty = b"first" * 700_000, b"second" * 1000, b""
    for data in (first, empty):
        mine.put(data)
    point(owner, src, "first.bin", first)
    owner.post(src + "/push_mirrors", body, expect=200)
    there = lambda name: other.session.get(f"{other.url}/api/v1{dst}/contents/{name}", timeout=30).ok
    owner.post(src + "/push_mirrors-sync", expect=200)
    wait_until(lambda: there("first.bin"), "the first push")
    assert theirs.get(first).content == first and theirs.get(empty).content == empty
    wait_until(lambda: owner.get(src + "/push_mirrors").json()[0]["last_update"] > "2020", "the end of the push")
    mine.put(second)
    point(owner, src, "second.bin", second)
    owner.post(src + "/push_mirrors-sync", expect=200)
    wait_until(lambda: there("second.bin"), "the second push")
    assert theirs.get(second).content == second
    assert owner.get(src + "/push_mirrors").json()[0]["last_error"] == ""


def test_a_server_without_large_files_gets_the_code_all_the_same(pushed, program):
    owner, src, _, _, body = pushed
    program.create_user("target", PASSWORD, "--admin")
    target = type(owner)(program.start().url, basic=("target", PASSWORD))
    target.post("/user/repos", {"name": "dst"}, expect=201)
    data = b"large" * 1000
    LargeFiles(owner, src.removeprefix("/repos/")).put(data)
    owner.post(src + "/push_mirrors", {**body, "remote_address": f"{program.url}/target/dst.git", "remote_username": "target"}, expect=200)
    owner.post(src + "/push_mirrors-sync", expect=200)
    error = wait_until(lambda: owner.get(src + "/push_mirrors").json()[0]["last_error"], "the complaint")
    assert "large files" in error and "404" in error
    assert branches(target, "/repos/target/dst") == ["main"]


def test_what_went_wrong_is_told_without_credentials(pushed, here):
    owner, src, _, _, body = pushed
    secret = "wrong-secret-8127"
    made = owner.post(src + "/push_mirrors", {**body, "remote_password": secret}, expect=200).json()
    owner.post(src + "/push_mirrors-sync", expect=200)
    at = f"{src}/push_mirrors/{made['remote_name']}"
    error = wait_until(lambda: owner.get(at).json()["last_error"], "the error")
    assert secret not in error and secret not in here.program.log.read_text()


def test_what_a_push_mirror_cannot_be(pushed):
    owner, src, other, _, body = pushed
    for change, status in (({"interval": "1s"}, 400), ({"interval": "soon"}, 400), ({"interval": ""}, 400),
                           ({"remote_address": "/etc"}, 401), ({"remote_address": "file:///etc"}, 401),
                           ({"remote_address": "http://127.9.9.9/x/y"}, 401), ({"remote_address": "ftp://example.com/x"}, 400),
                           ({"remote_address": "git@example.com:x/y"}, 400)):
        owner.refused("POST", src + "/push_mirrors", status, {**body, **change})
    assert owner.get(src + "/push_mirrors").json() == []
