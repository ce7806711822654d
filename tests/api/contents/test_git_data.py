"""Git's own objects over the API: blobs, trees, references, commits, comparisons; who signed them."""
import base64
import os
import subprocess

import pytest
from repositories import at, new_repository
from signing import public_half, ssh_key

PLAIN = "stat=false&files=false&verification=false"


def b64(text):
    return base64.b64encode(text.encode()).decode()


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture
def repository(owner):
    return new_repository(owner, auto_init=True, default_branch="main")


def write(owner, repository, path, text, day=1, **more):
    when = f"2024-01-{day:02}T12:00:00Z"
    return owner.post(f"{at(repository)}/contents/{path}", {"content": b64(text), "dates": {"author": when, "committer": when}, **more},
                      expect=201).json()


class TestObjects:
    def test_blobs_are_found_by_their_whole_name(self, owner, repository):
        sha = write(owner, repository, "a", "text")["content"]["sha"]
        shown = owner.get(f"{at(repository)}/git/blobs/{sha}").json()
        assert base64.b64decode(shown["content"]) == b"text" and shown["size"] == 4
        for wrong in (sha[:10], "0" * 40, "main"):
            owner.refused("GET", f"{at(repository)}/git/blobs/{wrong}", 400)

    def test_trees_come_in_pages(self, owner, repository):
        for path in ("a/b/c", "a/d", "e"):
            write(owner, repository, path, path)
        whole = owner.get(f"{at(repository)}/git/trees/main?recursive=1")
        paths = [entry["path"] for entry in whole.json()["tree"]]
        assert paths == ["README.md", "a", "a/b", "a/b/c", "a/d", "e"] and whole.headers["X-Total-Count"] == "6"
        second = owner.get(f"{at(repository)}/git/trees/main?recursive=1&per_page=4&page=2").json()
        assert [entry["path"] for entry in second["tree"]] == ["a/d", "e"] and not second["truncated"]
        assert owner.get(f"{at(repository)}/git/trees/main?recursive=1&per_page=4").json()["truncated"]
        assert owner.get(f"{at(repository)}/git/trees/main?page=9").json()["tree"] is None
        owner.refused("GET", f"{at(repository)}/git/trees/nowhere", 400)

    def test_references_are_found_by_how_they_begin(self, owner, repository):
        for branch in ("f/x", "f/y"):
            write(owner, repository, branch.replace("/", "-"), "1", new_branch=branch)
        names = lambda prefix: [ref["ref"] for ref in owner.get(f"{at(repository)}/git/refs{prefix}").json()]
        assert names("") == ["refs/heads/f/x", "refs/heads/f/y", "refs/heads/main"]
        assert names("/heads/f") == ["refs/heads/f/x", "refs/heads/f/y"] and names("/heads/main") == ["refs/heads/main"]
        owner.refused("GET", f"{at(repository)}/git/refs/heads/none", 404)


class TestCommits:
    def test_are_called_by_name_when_they_are_not_found(self, owner, repository):
        for address, called in {"commits?sha=^main": '"^main"', "compare/...": "a commit without a name"}.items():
            assert owner.refused("GET", f"{at(repository)}/{address}", 404).json()["message"] == f"{called} was not found"

    def test_tell_what_they_changed_and_whose_they_are(self, owner, repository, new_user):
        peer = new_user()
        sha = write(owner, repository, "a", "1\n2\n", author={"name": "Any", "email": f"{peer.name.upper()}@example.com"},
                    committer={"name": "Nobody", "email": "nobody@example.org"})["commit"]["sha"]
        shown = owner.get(f"{at(repository)}/git/commits/{sha}").json()
        assert shown["author"]["login"] == peer.name and shown["committer"] is None
        assert shown["files"] == [{"filename": "a", "status": "added"}] and shown["stats"] == {"total": 2, "additions": 2, "deletions": 0}
        assert shown["commit"]["verification"]["reason"] == "gpg.error.not_signed_commit"
        plain = owner.get(f"{at(repository)}/git/commits/{sha}?{PLAIN}").json()
        assert plain["files"] is None and plain["stats"] is None and plain["commit"]["verification"] is None

    def test_who_hides_the_address_is_known_by_the_placeholder(self, owner, repository, new_user):
        peer = new_user()
        peer.call("PATCH", "/user/settings", {"hide_email": True})
        email = peer.get("/user").json()["email"]
        hidden = owner.get(f"/users/{peer.name}").json()["email"]
        assert hidden != email
        sha = write(owner, repository, "a", "1", author={"name": "x", "email": hidden})["commit"]["sha"]
        assert owner.get(f"{at(repository)}/git/commits/{sha}?{PLAIN}").json()["author"]["login"] == peer.name

    def test_are_found_by_names_but_not_by_steps(self, owner, repository):
        sha = write(owner, repository, "a", "1")["commit"]["sha"]
        for name in (sha, sha[:12], "main"):
            assert owner.get(f"{at(repository)}/git/commits/{name}?{PLAIN}").json()["sha"] == sha
        for name, status in (("none", 404), ("0" * 40, 404), ("a..b", 422), ("main~1", 422), ("a%20b", 422)):
            owner.refused("GET", f"{at(repository)}/git/commits/{name}", status)

    def test_as_text(self, owner, repository):
        sha = write(owner, repository, "a", "1\n", 5, message="add a")["commit"]["sha"]
        diff = owner.get(f"{at(repository)}/git/commits/{sha}.diff")
        assert diff.text.startswith("diff --git a/a b/a\n") and diff.headers["Content-Type"].startswith("text/plain")
        assert "Subject: [PATCH] add a" in owner.get(f"{at(repository)}/git/commits/{sha}.patch").text
        owner.refused("GET", f"{at(repository)}/git/commits/{sha}.txt", 404)

    def test_lists_by_path_and_time(self, owner):
        repository = new_repository(owner, default_branch="main")
        owner.refused("GET", f"{at(repository)}/commits", 409)
        made = [write(owner, repository, path, path, day)["commit"]["sha"] for day, path in enumerate(("d/a", "b", "d/c"), 1)]
        listed = lambda query: [commit["sha"] for commit in owner.get(f"{at(repository)}/commits?{query}&{PLAIN}").json()]
        assert listed("") == made[::-1] and listed("path=d") == [made[2], made[0]] and listed(f"sha={made[1]}") == made[1::-1]
        assert listed("since=2024-01-02T00:00:00Z&until=2024-01-02T23:00:00Z") == [made[1]]
        assert listed(f"not={made[0]}") == made[:0:-1] and listed("path=b&since=2030-01-01T00:00:00Z") == []
        owner.refused("GET", f"{at(repository)}/commits?path=none", 404)
        owner.refused("GET", f"{at(repository)}/commits?since=yesterday", 422)
        page = owner.get(f"{at(repository)}/commits?limit=2&{PLAIN}")
        assert [page.headers[f"X-{name}"] for name in ("Page", "PerPage", "Total", "PageCount", "HasMore")] == ["1", "2", "3", "2", "true"]
        assert owner.get(f"{at(repository)}/commits?page=9&{PLAIN}").json() == []


class TestComparisons:
    def test_tell_what_only_the_head_has(self, owner, repository):
        one = write(owner, repository, "one", "1\n", 2, new_branch="topic")["commit"]["sha"]
        two = write(owner, repository, "two", "2\n", 3, branch="topic")["commit"]["sha"]
        write(owner, repository, "later", "3\n", 4)
        compare = lambda sides: owner.get(f"{at(repository)}/compare/{sides}?files=false").json()
        assert [commit["sha"] for commit in compare("main...topic")["commits"]] == [two, one]
        assert compare("main..topic")["total_commits"] == 2 and compare("topic")["total_commits"] == 2
        assert compare("topic~1...topic")["total_commits"] == 1 and compare("main...main")["commits"] == []
        assert owner.get(f"{at(repository)}/compare/main...topic?output=diff").text.count("diff --git") == 2
        assert owner.get(f"{at(repository)}/compare/main...topic?output=patch").text.count("Subject: [PATCH") == 2
        owner.refused("GET", f"{at(repository)}/compare/main...none", 404)

    def test_reach_into_forks_that_the_caller_may_read(self, owner, new_user, anonymous):
        base = new_repository(owner, auto_init=True, default_branch="main")
        peer, stranger = new_user(), new_user()
        fork = peer.post(at(base) + "/forks", {}, expect=202).json()
        write(peer, fork, "mine", "1", new_branch="idea")
        for head in (f"{peer.name}:idea", f"{fork['full_name']}:idea"):
            shown = owner.get(f"{at(base)}/compare/main...{head}").json()
            assert shown["total_commits"] == 1 and fork["full_name"] in shown["commits"][0]["url"]
        owner.refused("GET", f"{at(base)}/compare/main...{stranger.name}:main", 400)
        owner.refused("GET", f"{at(base)}/compare/main...nobody-at-all:main", 404)
        hidden = new_repository(stranger, auto_init=True, private=True, default_branch="main")
        for who in (owner, anonymous):
            who.refused("GET", f"{at(base)}/compare/main...{hidden['full_name']}:main", 404)


def git(folder, *arguments, input=None):
    environment = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder), "GIT_TERMINAL_PROMPT": "0"}
    return subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True, text=True,
                          input=input).stdout.strip()


class TestSignatures:
    @pytest.fixture
    def folder(self, owner, repository, server):
        """Where the repository is kept."""
        sha = write(owner, repository, "only-here", os.urandom(8).hex())["commit"]["sha"]
        return next(path for path in server.folder.glob("repositories/*/*/*.git")
                    if (path / "refs/heads/main").exists() and (path / "refs/heads/main").read_text().strip() == sha)

    def sign(self, folder, key, email):
        """A commit that git itself has signed with an SSH key."""
        how = ("-c", "gpg.format=ssh", "-c", f"user.signingkey={key}", "-c", "user.name=Any", "-c", f"user.email={email}")
        sha = git(folder, *how, "commit-tree", "-S", "-m", "signed", "-p", "main", "main^{tree}")
        git(folder, "update-ref", "refs/heads/signed", sha)
        return sha

    def test_of_ssh_are_verified_by_registered_keys(self, owner, repository, folder, tmp_path):
        key = ssh_key(tmp_path)
        sha = self.sign(folder, key, f"{owner.name}@example.com")
        shown = lambda: owner.get(f"{at(repository)}/git/commits/{sha}").json()["commit"]["verification"]
        assert not shown()["verified"] and shown()["reason"] == "gpg.error.no_gpg_keys_found"
        owner.post("/user/keys", {"title": "signing", "key": public_half(key)}, expect=201)
        assert shown()["verified"] and shown()["signer"]["username"] == owner.name

    def test_of_openpgp_are_verified_by_registered_keys(self, owner, repository, folder, tmp_path):
        home, email = tmp_path / "gnupg", f"{owner.name}@example.com"
        home.mkdir(mode=0o700)
        gpg = lambda *arguments: subprocess.run(["gpg", "--batch", *arguments], env={**os.environ, "GNUPGHOME": str(home)}, check=True,
                                                capture_output=True, text=True).stdout
        gpg("--passphrase", "", "--quick-generate-key", f"Any <{email}>", "ed25519", "sign", "never")
        wrapper = tmp_path / "gpg"
        wrapper.write_text(f"#!/bin/sh\nGNUPGHOME={home} exec gpg --batch \"$@\"\n")
        wrapper.chmod(0o755)
        how = ("-c", f"gpg.program={wrapper}", "-c", f"user.signingkey={email}", "-c", "user.name=Any", "-c", f"user.email={email}")
        sha = git(folder, *how, "commit-tree", "-S", "-m", "signed", "-p", "main", "main^{tree}")
        git(folder, "update-ref", "refs/heads/signed", sha)
        shown = lambda: owner.get(f"{at(repository)}/git/commits/{sha}").json()["commit"]["verification"]
        assert not shown()["verified"]
        owner.post("/user/gpg_keys", {"armored_public_key": gpg("--armor", "--export", email)}, expect=201)
        assert shown()["verified"] and shown()["signer"]["username"] == owner.name

    def test_in_the_name_of_somebody_else_are_not_verified(self, owner, repository, folder, tmp_path, new_user):
        key = ssh_key(tmp_path)
        owner.post("/user/keys", {"title": "another", "key": public_half(key)}, expect=201)
        sha = self.sign(folder, key, f"{new_user().name}@example.com")
        shown = owner.get(f"{at(repository)}/git/commits/{sha}").json()["commit"]["verification"]
        assert not shown["verified"] and shown["signer"] is None and shown["signature"].startswith("-----BEGIN SSH SIGNATURE")
