"""Repositories that are copied from elsewhere."""
import base64
import http.server
import socket
import threading
import time

import pytest
from client import PASSWORD, Client
from large_files import LargeFiles, pointer_to
from program import free_port, wait_until
from sources import daemon, source, write
from working_copy import Git


def test_branches_tags_and_the_default_branch_come_along(here, there, names):
    owner, address = source(there, names("origin"))
    copier = here.person(names("copier"))
    made = copier.post("/repos/migrate", {"clone_addr": address, "repo_name": "copy", "description": "mine"}, expect=201).json()
    assert made["default_branch"] == "trunk" and not made["empty"] and made["branch_count"] == 2
    assert made["original_url"] == address and made["description"] == "mine" and not made["mirror"]
    at = f"/repos/{copier.name}/copy"
    assert sorted(b["name"] for b in copier.get(at + "/branches").json()) == ["side", "trunk"]
    assert [t["name"] for t in copier.get(at + "/tags").json()] == ["v1"]
    progress = copier.get(at + "/migration").json()
    assert progress["state"] == "done" and progress["error"] == "" and progress["clone_addr"] == address
    copier.post(at + "/contents/new.txt", {"content": "eA==", "message": "mine"}, expect=201)


def test_credentials_are_used_and_never_shown(here, there, names):
    owner, address = source(there, names("origin"), private=True)
    copier = here.person(names("copier"))
    secret = {"auth_username": owner.name, "auth_password": PASSWORD}
    copier.post("/repos/migrate", {"clone_addr": address, "repo_name": "options", **secret}, expect=201)
    with_password = address.replace("://", f"://{owner.name}:{PASSWORD}@")
    made = copier.post("/repos/migrate", {"clone_addr": with_password, "repo_name": "address"}, expect=201)
    assert PASSWORD not in made.text and made.json()["original_url"] == address
    token = owner.post(f"/users/{owner.name}/tokens", {"name": "copy", "scopes": ["read:repository"]}).json()["sha1"]
    copier.post("/repos/migrate", {"clone_addr": address, "repo_name": "token", "auth_token": token}, expect=201)
    wrong = "not-this-one-7261"
    refused = copier.refused("POST", "/repos/migrate", 422, {"clone_addr": address, "repo_name": "wrong", **secret, "auth_password": wrong})
    progress = copier.get(f"/repos/{copier.name}/wrong/migration")
    assert progress.json()["state"] == "failed" and progress.json()["error"]
    for text in (refused.text, progress.text, here.program.log.read_text()):
        assert PASSWORD not in text and wrong not in text and token not in text


def test_a_copy_that_failed_stands_in_nobody_s_way(here, there, names, leader):
    copier = here.person(names("copier"))
    _, good = source(there, names("origin"))
    secret, hidden = source(there, names("origin"), private=True)
    at = f"/repos/{copier.name}/copy"
    for wrong in ({"clone_addr": f"{there.url}/nobody/nothing.git"}, {"clone_addr": f"http://127.0.0.1:{free_port()}/x/y.git"},
                  {"clone_addr": f"git://127.0.0.1:{free_port()}/x.git"}, {"clone_addr": hidden},
                  {"clone_addr": hidden, "auth_username": secret.name, "auth_password": "wrong"}):
        copier.refused("POST", "/repos/migrate", 422, {**wrong, "repo_name": "copy"})
        assert copier.get(at).json()["empty"] and copier.get(at + "/migration").json()["error"]
    # What goes wrong in the middle leaves nothing.
    leader.target = good
    copier.refused("POST", "/repos/migrate", 422, {"clone_addr": f"http://127.0.0.1:{leader.server_port}/some/where.git",
                                                   "repo_name": "copy", "service": "gitea", "labels": True})
    copier.refused("GET", at, 404)
    assert copier.post("/repos/migrate", {"clone_addr": good, "repo_name": "copy"}, expect=201).json()["branch_count"] == 2
    copier.refused("POST", "/repos/migrate", 409, {"clone_addr": good, "repo_name": "copy"})


def test_who_did_not_wait_reads_why_and_tries_again(here, there, names):
    copier = here.person(names("copier"))
    _, good = source(there, names("origin"))
    at = f"/repos/{copier.name}/copy"
    for _ in range(2):
        copier.call("POST", "/repos/migrate", {"clone_addr": f"{there.url}/nobody/nothing.git", "repo_name": "copy"}, expect=202,
                    headers={"Prefer": "respond-async"})
        wait_until(lambda: copier.get(at + "/migration").json()["state"] == "failed", "the end of the copy")
    copier.post(at + "/issues", {"title": "somebody works here"}, expect=201)
    copier.refused("POST", "/repos/migrate", 409, {"clone_addr": good, "repo_name": "copy"})
    copier.delete(at + "/issues/1", expect=204)
    assert not copier.post("/repos/migrate", {"clone_addr": good, "repo_name": "copy"}, expect=201).json()["empty"]


@pytest.mark.parametrize("address", [
    "/etc", "file:///etc", "FILE:///etc", "../x", "~/x", "git@example.com:x/y.git", "ssh://example.com/x/y", "ext::sh -c id",
    "http://", "http://host", "http://ho st/x/y", "http://[::1/x/y", "http://h:0/x/y", "http://h:99999/x/y", "http://h/x?y=z",
    "http://-oProxyCommand=x/x/y", "--upload-pack=id", "http://h/x#y", "ftp://example.com/x", "http://\\host/x"])
def test_only_addresses_of_servers_are_taken(here, address):
    here.admin.refused("POST", "/repos/migrate", 422, {"clone_addr": address, "repo_name": "refused"})
    here.admin.refused("GET", "/repos/root/refused", 404)


def test_servers_that_may_not_be_called_are_refused(here, there, program, names):
    blocked = f"http://127.9.9.9:{there.program.port}/x/y.git"
    here.admin.refused("POST", "/repos/migrate", 422, {"clone_addr": blocked, "repo_name": "blocked"})
    here.admin.refused("GET", "/repos/root/blocked", 404)
    # An instance that was not told otherwise calls nobody in its own network.
    program.create_user("root", "correct horse battery", "--admin")
    careful = type(here)(program.start()).admin
    _, address = source(there, names("origin"))
    careful.refused("POST", "/repos/migrate", 422, {"clone_addr": address, "repo_name": "x"})
    local = address.replace("127.0.0.1", "localhost")
    careful.refused("POST", "/repos/migrate", 422, {"clone_addr": local, "repo_name": "x"})
    careful.refused("GET", "/repos/root/x", 404)


@pytest.fixture
def leader():
    """A server that leads git to the address that its `target` names, and fails at everything else."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.asked.append((self.path, self.headers.get("Authorization")))
            self.server.hold.wait(60)
            if "/info/" not in self.path:
                self.send_error(502)
                return
            self.send_response(302)
            self.send_header("Location", self.server.target + self.path[self.path.index("/info/"):])
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.target, server.hold = [], "", threading.Event()
    server.hold.set()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def test_a_redirection_is_followed_where_it_may_lead(here, there, names, leader):
    _, address = source(there, names("origin"))
    copier = here.person(names("copier"))
    via = f"http://127.0.0.1:{leader.server_port}/some/where.git"
    leader.target = address
    made = copier.post("/repos/migrate", {"clone_addr": via, "repo_name": "led"}, expect=201).json()
    assert not made["empty"] and made["original_url"] == via
    leader.target = address.replace("127.0.0.1", "127.9.9.9")
    copier.refused("POST", "/repos/migrate", 422, {"clone_addr": via, "repo_name": "astray"})
    leader.target = "file:///etc"
    copier.refused("POST", "/repos/migrate", 422, {"clone_addr": via, "repo_name": "disk"})


def test_credentials_do_not_follow_a_redirection_to_somebody_else(here, there, names, leader):
    owner, address = source(there, names("origin"), private=True)
    copier = here.person(names("copier"))
    leader.target = address
    via = f"http://127.0.0.1:{leader.server_port}/some/where.git"
    copier.refused("POST", "/repos/migrate", 422, {"clone_addr": via, "repo_name": "x", "auth_username": owner.name, "auth_password": PASSWORD})
    assert any(authorization for _, authorization in leader.asked)


def test_git_s_own_protocol_is_spoken_too(here, names, tmp_path):
    git = Git(tmp_path / "work")
    git.done("init", "-q", "-b", "trunk")
    git.commit({"a.txt": "stone"})
    git.done("clone", "-q", "--bare", ".", tmp_path / "served" / "src.git")
    with daemon(tmp_path / "served") as port:
        copier = here.person(names("copier"))
        address = f"git://localhost:{port}/src.git"  # which may be ::1 first, where nobody listens
        made = copier.post("/repos/migrate", {"clone_addr": address, "repo_name": "copy"}, expect=201).json()
        assert made["default_branch"] == "trunk" and not made["empty"]


def test_whose_it_may_be(here, there, names):
    _, address = source(there, names("origin"))
    copier, other = here.person(names("copier")), here.person(names("other"))
    organization = names("crew")
    copier.post("/orgs", {"username": organization}, expect=201)
    wanted = {"clone_addr": address, "repo_name": "copy", "repo_owner": organization}
    other.refused("POST", "/repos/migrate", 403, wanted)
    other.refused("POST", "/repos/migrate", 403, {**wanted, "repo_owner": copier.name})
    other.refused("POST", "/repos/migrate", 422, {**wanted, "repo_owner": "nobody-at-all"})
    assert copier.post("/repos/migrate", wanted, expect=201).json()["owner"]["login"] == organization


def test_whose_it_may_not_be_is_no_way_to_find_out_who_is_there(here, there, names):
    _, address = source(there, names("origin"))
    owner, other = here.person(names("owner")), here.person(names("other"))
    hidden = owner.post("/orgs", {"username": names("hidden"), "visibility": "private"}, expect=201).json()
    wanted = {"clone_addr": address, "repo_name": "copy"}
    unknown = other.refused("POST", "/repos/migrate", 422, {**wanted, "repo_owner": "nobody-at-all"}).json()
    for whose in ({"repo_owner": hidden["username"]}, {"uid": hidden["id"]}):
        assert other.refused("POST", "/repos/migrate", 422, {**wanted, **whose}).json() == unknown
    owner.post("/repos/migrate", {**wanted, "repo_owner": hidden["username"]}, expect=201)


def test_who_does_not_wait_can_see_how_far_it_is(here, there, names):
    _, address = source(there, names("origin"))
    copier, other = here.person(names("copier")), here.person(names("other"))
    copier.call("POST", "/repos/migrate", {"clone_addr": address, "repo_name": "later"}, expect=202,
                headers={"Prefer": "respond-async"})
    at = f"/repos/{copier.name}/later"
    wait_until(lambda: copier.get(at + "/migration").json()["state"] == "done", "the copy")
    assert not copier.get(at).json()["empty"]
    other.refused("GET", at + "/migration", 403)
    copier.refused("DELETE", at + "/migration", 409)


@pytest.fixture
def silent():
    """A server that begins an answer and never ends it."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "application/x-git-upload-pack-advertisement")
            self.end_headers()
            self.wfile.write(b"001e# service=git-upload-pack\n0000")
            self.wfile.flush()
            self.server.over.wait(60)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.over = threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/x/y.git"
    server.over.set()
    server.shutdown()


def test_a_copy_can_be_called_off(here, names, silent):
    copier = here.person(names("copier"))
    copier.call("POST", "/repos/migrate", {"clone_addr": silent, "repo_name": "slow"}, expect=202, headers={"Prefer": "respond-async"})
    at = f"/repos/{copier.name}/slow/migration"
    wait_until(lambda: copier.get(at).json()["state"] == "running", "the beginning of the copy")
    copier.delete(at, expect=202)
    wait_until(lambda: copier.get(at).json()["state"] == "canceled", "the end of the copy")


@pytest.fixture
def mute():
    """A server that takes connections and says nothing."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/x/y.git"


def test_a_server_that_stops_does_not_wait_for_others(program, mute, silent):
    program.settings["migrations"] = {"ALLOW_LOCALNETWORKS": "true"}
    program.write_config()
    program.create_user("root", "correct horse battery", "--admin")
    admin = Client(program.start().url, basic=("root", "correct horse battery"))
    answers = []
    for name, address in (("mute", mute), ("silent", silent)):
        threading.Thread(target=lambda name=name, address=address: answers.append(
            admin.session.post(f"{admin.url}/api/v1/repos/migrate", json={"clone_addr": address, "repo_name": name}, timeout=60)),
            daemon=True).start()
        wait_until(lambda name=name: Client(program.url, basic=admin.basic).session.get(
            f"{program.url}/api/v1/repos/root/{name}/migration", timeout=30).ok, "the copy")
    begun = time.monotonic()
    program.stop()
    assert time.monotonic() - begun < 20
    admin = Client(program.start().url, basic=admin.basic)
    assert admin.get("/repos/root/mute/migration").json()["state"] in ("running", "waiting")


def test_a_copy_goes_on_after_the_server_was_killed(program, there, names, leader, database):
    if database != "sqlite":
        pytest.skip("where there may be other servers, it goes on when the lease is over")
    program.settings["migrations"] = {"ALLOW_LOCALNETWORKS": "true"}
    program.write_config()
    program.create_user("root", "correct horse battery", "--admin")
    admin = Client(program.start().url, basic=("root", "correct horse battery"))
    _, leader.target = source(there, names("origin"))
    leader.hold.clear()
    admin.call("POST", "/repos/migrate", {"clone_addr": f"http://127.0.0.1:{leader.server_port}/some/where.git", "repo_name": "copy"},
               expect=202, headers={"Prefer": "respond-async"})
    wait_until(lambda: leader.asked, "the beginning of the copy")
    program.kill()
    leader.hold.set()
    admin = Client(program.start().url, basic=admin.basic)
    wait_until(lambda: admin.get("/repos/root/copy/migration").json()["state"] == "done", "the copy")
    assert not admin.get("/repos/root/copy").json()["empty"]


def test_issues_and_releases_come_from_a_server_of_the_same_api(here, there, names):
    owner, address = source(there, names("origin"))
    at = f"/repos/{owner.name}/src"
    owner.call("PUT", at + "/topics", {"topics": ["stones"]})
    label = owner.post(at + "/labels", {"name": "bug", "color": "#ff0000", "description": "wrong"}).json()
    stone = owner.post(at + "/milestones", {"title": "first stone"}).json()
    for number in range(1, 61):
        owner.post(at + "/issues", {"title": f"issue {number}", "body": "text"}, expect=201)
    owner.post(at + "/issues/2/comments", {"body": "a word"}, expect=201)
    owner.post(at + "/issues/2/labels", {"labels": [label["id"]]})
    owner.call("PATCH", at + "/issues/2", {"state": "closed", "milestone": stone["id"]})
    release = owner.post(at + "/releases", {"tag_name": "v1", "name": "One", "body": "notes"}, expect=201).json()
    owner.call("POST", f"{at}/releases/{release['id']}/assets", files={"attachment": ("a.bin", b"stone" * 1000)}, expect=201)
    owner.post(at + "/wiki/new", {"title": "Home", "content_base64": base64.b64encode(b"welcome").decode()}, expect=201)

    copier = here.person(names("copier"))
    copier.post("/repos/migrate", {"clone_addr": address, "repo_name": "copy", "service": "gitea", "labels": True, "milestones": True,
                                   "issues": True, "releases": True, "wiki": True,
                                   "auth_username": owner.name, "auth_password": PASSWORD}, expect=201)
    at = f"/repos/{copier.name}/copy"
    made = copier.get(at).json()
    assert made["topics"] == ["stones"] and made["open_issues_count"] == 59 and made["release_counter"] == 1
    assert [label["name"] for label in copier.get(at + "/labels").json()] == ["bug"]
    newest = copier.get(at + "/issues?state=all&limit=2").json()
    assert [issue["number"] for issue in newest] == [60, 59]
    issue = copier.get(at + "/issues/2").json()
    assert issue["state"] == "closed" and issue["milestone"]["title"] == "first stone" and issue["comments"] == 1
    assert issue["labels"][0]["name"] == "bug" and issue["body"] == "text"
    assert issue["original_author"] == owner.name and issue["user"]["login"] == "Ghost"
    comment = copier.get(at + "/issues/2/comments").json()[0]
    assert comment["body"] == "a word" and comment["original_author"] == owner.name
    release = copier.get(at + "/releases/tags/v1").json()
    assert release["name"] == "One" and release["body"] == "notes"
    assert copier.session.get(release["assets"][0]["browser_download_url"], timeout=30).content == b"stone" * 1000
    page = copier.get(at + "/wiki/page/Home").json()
    assert base64.b64decode(page["content_base64"]) == b"welcome"
    assert copier.post(at + "/issues", {"title": "the next"}, expect=201).json()["number"] == 61


EVERYTHING = {"service": "gitea", "labels": True, "milestones": True, "issues": True, "pull_requests": True}


def test_what_an_api_fails_at_is_told(here, there, names, leader):
    _, leader.target = source(there, names("origin"))
    copier = here.person(names("copier"))
    via = f"http://127.0.0.1:{leader.server_port}/some/where.git"
    wanted = {"clone_addr": via, "repo_name": "x", "service": "gitea", "labels": True}
    refused = copier.refused("POST", "/repos/migrate", 422, wanted)
    assert refused.json()["message"].endswith(f" 502 to http://127.0.0.1:{leader.server_port}/api/v1/repos/some/where")


def test_a_release_comes_without_a_file_that_is_not_there_any_more(here, there, names):
    owner, address = source(there, names("origin"))
    at, lost = f"/repos/{owner.name}/src", f"lost by {owner.name}".encode()
    release = owner.post(at + "/releases", {"tag_name": "v1", "name": "One"}, expect=201).json()
    for name, content in (("lost.bin", lost), ("kept.bin", b"kept")):
        owner.call("POST", f"{at}/releases/{release['id']}/assets", files={"attachment": (name, content)}, expect=201)
    stored, = (file for file in (there.program.folder / "storage").rglob("*") if file.is_file() and file.read_bytes() == lost)
    stored.unlink()
    copier = here.person(names("copier"))
    copier.post("/repos/migrate", {"clone_addr": address, "repo_name": "copy", "service": "gitea", "releases": True,
                                   "auth_username": owner.name, "auth_password": PASSWORD}, expect=201)
    copied = copier.get(f"/repos/{copier.name}/copy/releases/tags/v1").json()
    assert [asset["name"] for asset in copied["assets"]] == ["kept.bin"]
    assert "the file lost.bin" in here.program.log.read_text()


def test_pull_requests_come_with_their_commits_and_reviews(here, there, names):
    owner, address = source(there, names("origin"))
    friend = there.person(names("friend"))
    at = f"/repos/{owner.name}/src"
    label = owner.post(at + "/labels", {"name": "bug", "color": "#ff0000"}).json()
    owner.post(at + "/issues", {"title": "an issue"}, expect=201)
    # 2: merged, its branch gone. 3: open, with what was thought of it. 4: closed. 5: from a fork.
    write(owner, at, "merged.txt", "one\n", new_branch="merged")
    owner.post(at + "/pulls", {"head": "merged", "base": "trunk", "title": "merged one"}, expect=201)
    owner.post(at + "/pulls/2/merge", {"do": "merge", "delete_branch_after_merge": True}, expect=200)
    write(owner, at, "open.txt", "one\ntwo\nthree\n", new_branch="open")
    owner.post(at + "/pulls", {"head": "open", "base": "trunk", "title": "open one", "body": "words", "labels": [label["id"]]}, expect=201)
    owner.post(at + "/issues/3/comments", {"body": "a word"}, expect=201)
    review = friend.post(at + "/pulls/3/reviews", {"event": "COMMENT", "body": "look here", "comments": [
        {"path": "open.txt", "body": "this line", "new_position": 2}]}, expect=200).json()
    friend.post(at + "/pulls/3/reviews", {"event": "APPROVED", "body": "fine"}, expect=200)
    write(owner, at, "closed.txt", "one\n", new_branch="closed")
    owner.post(at + "/pulls", {"head": "closed", "base": "trunk", "title": "closed one"}, expect=201)
    owner.call("PATCH", at + "/pulls/4", {"state": "closed"}, expect=201)
    friend.post(at + "/forks", {}, expect=202)
    fork = f"/repos/{friend.name}/src"
    write(friend, fork, "forked.txt", "one\n", new_branch="idea")
    friend.post(at + "/pulls", {"head": f"{friend.name}:idea", "base": "trunk", "title": "forked one"}, expect=201)
    there_now = {number: owner.get(f"{at}/pulls/{number}").json() for number in (2, 3, 4, 5)}

    copier = here.person(names("copier"))
    copier.post("/repos/migrate", {"clone_addr": address, "repo_name": "copy", **EVERYTHING,
                                   "auth_username": owner.name, "auth_password": PASSWORD}, expect=201)
    copy = f"/repos/{copier.name}/copy"
    made = copier.get(copy).json()
    assert made["open_issues_count"] == 1 and made["open_pr_counter"] == 2
    for number, before in there_now.items():
        after = copier.get(f"{copy}/pulls/{number}").json()
        for member in ("number", "title", "body", "state", "merged", "merged_at", "created_at", "changed_files", "additions", "mergeable"):
            assert after[member] == before[member], (number, member)
        assert after["head"]["sha"] == before["head"]["sha"] and after["base"]["ref"] == "trunk"
        assert after["user"]["login"] == "Ghost"
        assert copier.get(f"{copy}/issues/{number}").json()["original_author"] == before["user"]["login"]
    assert copier.get(copy + "/pulls/2").json()["merge_commit_sha"] == there_now[2]["merge_commit_sha"]
    opened = copier.get(copy + "/pulls/3").json()
    assert opened["head"]["ref"] == "open" and opened["labels"][0]["name"] == "bug" and opened["comments"] == 1
    assert [f["filename"] for f in copier.get(copy + "/pulls/2/files").json()] == ["merged.txt"]
    assert copier.get(copy + "/issues/3/comments").json()[0]["body"] == "a word"
    reviews = copier.get(copy + "/pulls/3/reviews").json()
    assert [(r["state"], r["body"], r["official"]) for r in reviews] == [("COMMENT", "look here", False), ("APPROVED", "fine", False)]
    remark, = copier.get(f"{copy}/pulls/3/reviews/{reviews[0]['id']}/comments").json()
    told, = owner.get(f"{at}/pulls/3/reviews/{review['id']}/comments").json()
    assert [remark[m] for m in ("body", "path", "position", "diff_hunk")] == [told[m] for m in ("body", "path", "position", "diff_hunk")]
    assert copier.get(copy + "/pulls/5").json()["head"]["label"] == f"{friend.name}/idea"
    copier.post(copy + "/pulls/3/merge", {"do": "merge"}, expect=200)
    copier.post(copy + "/pulls/5/merge", {"do": "squash"}, expect=200)
    assert copier.get(copy + "/contents/forked.txt").json()
    assert copier.post(copy + "/issues", {"title": "the next"}, expect=201).json()["number"] == 6


def test_files_of_issues_and_comments_come_along(here, there, names):
    owner, address = source(there, names("origin"))
    at = f"/repos/{owner.name}/src"
    owner.post(at + "/issues", {"title": "with files"}, expect=201)
    comment = owner.post(at + "/issues/1/comments", {"body": "a word"}, expect=201).json()
    of_issue = owner.call("POST", at + "/issues/1/assets", files={"attachment": ("a.txt", b"first")}, expect=201).json()
    owner.call("POST", f"{at}/issues/comments/{comment['id']}/assets", files={"attachment": ("b.txt", b"second")}, expect=201)
    owner.call("PATCH", at + "/issues/1", {"body": f"see {of_issue['browser_download_url']} and /attachments/{of_issue['uuid']}"}, expect=201)
    copier = here.person(names("copier"))
    copier.post("/repos/migrate", {"clone_addr": address, "repo_name": "copy", **EVERYTHING,
                                   "auth_username": owner.name, "auth_password": PASSWORD}, expect=201)
    copy = f"/repos/{copier.name}/copy"
    issue = copier.get(copy + "/issues/1").json()
    file, = issue["assets"]
    assert file["name"] == "a.txt" and copier.session.get(file["browser_download_url"], timeout=30).content == b"first"
    assert issue["body"] == f"see {file['browser_download_url']} and /attachments/{file['uuid']}" and here.url in issue["body"]
    said, = copier.get(copy + "/issues/1/comments").json()
    assert copier.session.get(said["assets"][0]["browser_download_url"], timeout=30).content == b"second"


def test_large_files_come_when_they_are_asked_for(here, there, names):
    owner, address = source(there, names("origin"), private=True)
    at, data, lost = f"/repos/{owner.name}/src", b"stone" * 100_000, b"never sent"
    LargeFiles(owner, f"{owner.name}/src").put(data)
    write(owner, at, "large.bin", pointer_to(data))
    write(owner, at, "lost.bin", pointer_to(lost))
    copier = here.person(names("copier"))
    wanted = {"clone_addr": address, "auth_username": owner.name, "auth_password": PASSWORD}
    copier.post("/repos/migrate", {**wanted, "repo_name": "with", "lfs": True}, expect=201)
    assert LargeFiles(copier, f"{copier.name}/with").get(data).content == data
    LargeFiles(copier, f"{copier.name}/with").get(lost, 404)
    copier.post("/repos/migrate", {**wanted, "repo_name": "without"}, expect=201)
    LargeFiles(copier, f"{copier.name}/without").get(data, 404)
    endpoint = f"{address}/info/lfs"
    copier.post("/repos/migrate", {**wanted, "repo_name": "there", "lfs": True, "lfs_endpoint": endpoint}, expect=201)
    assert LargeFiles(copier, f"{copier.name}/there").get(data).content == data
    for wrong in ("file:///etc", "http://127.9.9.9/x", "git://127.0.0.1/x", "no address"):
        copier.refused("POST", "/repos/migrate", 422, {**wanted, "repo_name": "wrong", "lfs": True, "lfs_endpoint": wrong})
    deaf = f"http://127.0.0.1:{free_port()}/x"
    copier.refused("POST", "/repos/migrate", 422, {**wanted, "repo_name": "deaf", "lfs": True, "lfs_endpoint": deaf})


def test_of_other_services_only_the_code_can_be_had(here, there, names):
    _, address = source(there, names("origin"))
    here.admin.refused("POST", "/repos/migrate", 422, {"clone_addr": address, "repo_name": "x", "service": "github"})


def test_git_repositories_of_another_format_are_refused_in_words(here, names, tmp_path):
    git = Git(tmp_path / "work")
    git.done("init", "-q", "-b", "trunk", "--object-format=sha256")
    git.commit({"a.txt": "stone"})
    git.done("clone", "-q", "--bare", ".", tmp_path / "served" / "src.git")
    with daemon(tmp_path / "served") as port:
        copier = here.person(names("copier"))
        refused = copier.refused("POST", "/repos/migrate", 422, {"clone_addr": f"git://127.0.0.1:{port}/src.git", "repo_name": "copy"})
        assert "libgit2" in refused.json()["message"]
