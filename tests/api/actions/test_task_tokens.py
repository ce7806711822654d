"""The token of a task: it opens one repository, never more of it than to write, and ends with the task."""
import base64
import subprocess

import pytest
from client import Client
from repositories import at, let_in, new_repository
from workflows import BUILD, new_run, new_runner, wait_for_runs, write

CONTENT = {"content": base64.b64encode(b"x\n").decode()}


@pytest.fixture
def scene(server, new_user):
    class Scene:
        owner = new_user()

        def __init__(self, **more):
            self.repository, self.run = new_run(self.owner, **more)
            self.runner = new_runner(server.url, self.owner, self.repository)
            self.told = self.runner.take()
            self.token = Client(server.url, token=self.told["context"]["token"])

    return Scene


def test_reads_and_writes_its_repository(scene):
    s = scene(private=True)
    assert s.token.get(at(s.repository)).json()["permissions"] == {"admin": False, "push": True, "pull": True}
    s.token.post(f"{at(s.repository)}/contents/f.txt", CONTENT, expect=201)
    issue = s.token.post(f"{at(s.repository)}/issues", {"title": "from a task"}, expect=201).json()
    assert issue["user"]["login"] == s.owner.name


def test_is_no_owner_of_it(scene):
    s = scene()
    path = at(s.repository)
    for method, address, body in (
            ("PUT", "/actions/secrets/K", {"data": "x"}), ("GET", "/actions/secrets", None), ("GET", "/actions/variables", None),
            ("POST", "/actions/runners/registration-token", None), ("PATCH", "", {"private": True}), ("DELETE", "", None),
            ("PUT", "/collaborators/nobody", {"permission": "admin"}), ("GET", "/hooks", None), ("GET", "/keys", None),
            ("POST", "/transfer", {"new_owner": "x"}), ("POST", "/branch_protections", {"rule_name": "main"})):
        s.token.call(method, path + address, body, expect=403)


def test_opens_nothing_else(scene, admin):
    s = scene()
    other = new_repository(s.owner, private=True)
    s.token.call("GET", at(other), expect=404)
    for path in "/user", "/user/repos", "/admin/users", f"/users/{s.owner.name}/tokens", "/notifications", "/user/actions/variables":
        s.token.call("GET", path, expect=403)
    s.token.call("POST", f"{at(s.repository)}/forks", {"name": "mine"}, expect=403)
    s.token.call("POST", "/repos/migrate", {"clone_addr": "https://example.com/x.git", "repo_name": "x"}, expect=403)
    s.token.call("POST", "/user/repos", {"name": "x"}, expect=403)


def test_of_an_administrator_is_no_administrators(server, admin):
    repository, _ = new_run(admin, private=True)
    token = Client(server.url, token=new_runner(server.url, admin, repository).take()["context"]["token"])
    assert token.get(at(repository)).json()["permissions"]["admin"] is False
    token.call("GET", "/admin/users", expect=403)
    token.call("GET", at(repository), expect=403, headers={"Sudo": "root"})


def test_ends_with_the_task(scene):
    s = scene()
    s.token.get(at(s.repository))
    s.runner.finish(s.told)
    s.token.refused("GET", at(s.repository), 401)


def test_is_in_no_list(scene):
    s = scene()
    assert s.owner.get(f"/users/{s.owner.name}/tokens").json() == []


def test_clones_and_pushes(scene, tmp_path, server):
    s = scene(private=True)
    address = server.url.replace("http://", f"http://x-access-token:{s.told['context']['token']}@") + f"/{s.repository['full_name']}.git"
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "credential.helper="]
    subprocess.run([*git, "clone", "-q", address, tmp_path / "r"], check=True)
    (tmp_path / "r/new.txt").write_text("x\n")
    subprocess.run([*git, "add", "."], check=True, cwd=tmp_path / "r")
    subprocess.run([*git, "commit", "-qm", "by a task"], check=True, cwd=tmp_path / "r")
    subprocess.run([*git, "push", "-q"], check=True, cwd=tmp_path / "r")
    s.owner.get(f"{at(s.repository)}/contents/new.txt")


def test_of_a_fork_only_reads(server, new_user, admin):
    owner, stranger = new_user(), new_user()
    repository = new_repository(owner, auto_init=True, default_branch="main")
    owner.call("PUT", f"{at(repository)}/actions/secrets/KEY", {"data": "hidden"}, expect=201)
    owner.post(f"{at(repository)}/actions/variables/V", {"value": "seen"}, expect=201)
    write(owner, repository, ".gitea/workflows/pr.yml", BUILD.replace("push:\n  workflow_dispatch:", "pull_request:"))
    fork = stranger.post(f"{at(repository)}/forks", {}, expect=202).json()
    write(stranger, fork, "f.txt", "x\n", branch="main", new_branch="patch")
    stranger.post(f"{at(repository)}/pulls", {"head": f"{stranger.name}:patch", "base": "main", "title": "t"}, expect=201)
    run = wait_for_runs(owner, repository)[0]
    owner.call("POST", f"{at(repository)}/actions/runs/{run['id']}/approve", expect=200)
    told = new_runner(server.url, owner, repository).take()
    assert "KEY" not in told["secrets"] and told["vars"] == {"V": "seen"}
    token = Client(server.url, token=told["context"]["token"])
    token.get(at(repository))
    token.call("POST", f"{at(repository)}/contents/f.txt", CONTENT, expect=403)
    token.call("POST", f"{at(repository)}/issues", {"title": "x"}, expect=403)


class TestInAPersonsName:
    """What is a person's own to decide is not decided by what others have written, though it comes with their token."""

    def test_is_on_no_list_of_a_protected_branch(self, scene):
        s = scene()
        path = at(s.repository)
        s.owner.post(f"{path}/branch_protections", {"rule_name": "main", "enable_push": True, "enable_push_whitelist": True,
                                                    "push_whitelist_usernames": [s.owner.name]}, expect=201)
        s.token.call("POST", f"{path}/contents/f.txt", CONTENT, expect=403)
        s.owner.post(f"{path}/contents/f.txt", CONTENT, expect=201)
        s.token.post(f"{path}/contents/g.txt", {**CONTENT, "new_branch": "other"}, expect=201)

    def test_gives_no_verdict_and_merges_nothing_later(self, scene, new_user):
        s = scene()
        path, friend = at(s.repository), new_user()
        let_in(s.owner, s.repository, friend)
        write(friend, s.repository, "f.txt", "x\n", branch="main", new_branch="patch")
        pull = friend.post(f"{path}/pulls", {"head": "patch", "base": "main", "title": "t"}, expect=201).json()["number"]
        s.token.call("POST", f"{path}/pulls/{pull}/reviews", {"event": "APPROVED"}, expect=403)
        s.token.call("POST", f"{path}/pulls/{pull}/reviews", {"event": "REQUEST_CHANGES", "body": "no"}, expect=403)
        s.token.post(f"{path}/pulls/{pull}/reviews", {"event": "COMMENT", "body": "built"}, expect=200)
        s.token.call("POST", f"{path}/pulls/{pull}/merge", {"Do": "merge", "merge_when_checks_succeed": True}, expect=403)
        s.token.post(f"{path}/pulls/{pull}/merge", {"Do": "merge"}, expect=200)
