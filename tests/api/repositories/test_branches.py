"""Branches: listing, making, moving, renaming and deleting them."""
import base64

import pytest
from repositories import new_repository


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture(scope="module")
def writer(new_user):
    return new_user()


@pytest.fixture
def repo(owner, writer):
    made = new_repository(owner, auto_init=True, default_branch="main")
    at = f"/repos/{owner.name}/{made['name']}"
    owner.call("PUT", f"{at}/collaborators/{writer.name}", {"permission": "write"}, expect=204)
    return at


def commit(who, repo, path="a.txt", **more):
    content = base64.b64encode(path.encode()).decode()
    return who.post(f"{repo}/contents/{path}", {"content": content, **more}, expect=201).json()["commit"]["sha"]


def make(who, repo, name, source=None, expect=201):
    return who.post(f"{repo}/branches", {"new_branch_name": name, "old_ref_name": source or ""}, expect=expect)


def names(answer):
    return [branch["name"] for branch in answer.json()]


class TestListing:
    def test_an_empty_repository_has_not_even_a_list(self, owner):
        empty = new_repository(owner)
        answer = owner.get(f"/repos/{owner.name}/{empty['name']}/branches")
        assert answer.json() is None
        assert answer.headers["X-Total-Count"] == "0"

    def test_pages_are_counted_and_names_searched(self, owner, repo):
        for name in ("one", "two/deep", "three"):
            make(owner, repo, name)
        assert names(owner.get(f"{repo}/branches")) == ["main", "one", "three", "two/deep"]
        page = owner.get(f"{repo}/branches?limit=2&page=2")
        assert names(page) == ["three", "two/deep"]
        assert page.headers["X-Total-Count"] == "4"
        assert 'rel="prev"' in page.headers["Link"]
        assert names(owner.get(f"{repo}/branches?q=HREE")) == ["three"]
        assert names(owner.get(f"{repo}/branches?q=%25")) == []
        nothing = owner.get(f"{repo}/branches?q=none")
        assert nothing.json() == [] and nothing.headers["X-Total-Count"] == "4"

    def test_tells_what_the_caller_may_do(self, owner, writer, anonymous, repo):
        owner.post(f"{repo}/branch_protections", {"rule_name": "main", "required_approvals": 2}, expect=201)
        branch = owner.get(f"{repo}/branches/main").json()
        assert branch["protected"] and branch["required_approvals"] == 2
        assert not branch["user_can_push"] and branch["user_can_merge"]
        assert branch["effective_branch_protection_name"] == "main"
        assert writer.get(f"{repo}/branches/main").json()["effective_branch_protection_name"] == ""
        assert not anonymous.get(f"{repo}/branches/main").json()["user_can_merge"]


class TestMaking:
    def test_begins_at_any_name_of_a_commit(self, owner, repo):
        sha = owner.get(f"{repo}/branches/main").json()["commit"]["id"]
        owner.post(f"{repo}/tags", {"tag_name": "v1"}, expect=201)
        for number, source in enumerate((None, "main", sha, sha[:10], "v1")):
            assert make(owner, repo, f"b{number}", source).json()["commit"]["id"] == sha

    @pytest.mark.parametrize("name", ["bad..name", "a b", "-x", "x.lock", "/x", "n" * 101, ""])
    def test_names_that_cannot_be(self, owner, repo, name):
        owner.refused("POST", f"{repo}/branches", 422, {"new_branch_name": name})

    def test_names_that_clash(self, owner, repo):
        make(owner, repo, "one")
        make(owner, repo, "two/deep")
        owner.post(f"{repo}/tags", {"tag_name": "v1"}, expect=201)
        for name in ("one", "one/below", "two", "v1"):
            owner.refused("POST", f"{repo}/branches", 409, {"new_branch_name": name})

    def test_a_source_that_is_none(self, owner, repo):
        owner.refused("POST", f"{repo}/branches", 404, {"new_branch_name": "x", "old_branch_name": "none"})
        owner.refused("POST", f"{repo}/branches", 404, {"new_branch_name": "x", "old_ref_name": "none"})

    def test_a_rule_may_forbid_it(self, owner, repo):
        owner.post(f"{repo}/branch_protections", {"rule_name": "held/*"}, expect=201)
        owner.refused("POST", f"{repo}/branches", 403, {"new_branch_name": "held/x"})
        make(owner, repo, "held/x/y")


class TestDeleting:
    def test_all_but_the_default_and_protected_ones(self, owner, writer, repo):
        make(owner, repo, "gone")
        make(owner, repo, "held")
        owner.post(f"{repo}/branch_protections", {"rule_name": "held", "enable_push": True}, expect=201)
        writer.delete(f"{repo}/branches/gone", expect=204)
        writer.refused("DELETE", f"{repo}/branches/gone", 404)
        for name in ("main", "held"):
            owner.refused("DELETE", f"{repo}/branches/{name}", 403)

    def test_needs_to_write(self, owner, new_user, anonymous, repo):
        anonymous.refused("DELETE", f"{repo}/branches/main", 401)
        new_user().refused("DELETE", f"{repo}/branches/main", 403)


class TestMoving:
    def test_forward_and_with_force_back(self, owner, repo):
        first = owner.get(f"{repo}/branches/main").json()["commit"]["id"]
        make(owner, repo, "side")
        second = commit(owner, repo)
        owner.call("PUT", f"{repo}/branches/side", {"new_commit_id": second}, expect=204)
        owner.call("PUT", f"{repo}/branches/side", {"new_commit_id": "main"}, expect=204)
        owner.refused("PUT", f"{repo}/branches/side", 422, {"new_commit_id": first})
        owner.refused("PUT", f"{repo}/branches/side", 422, {"new_commit_id": first, "force": True, "old_commit_id": first})
        owner.call("PUT", f"{repo}/branches/side", {"new_commit_id": first, "force": True, "old_commit_id": second}, expect=204)
        assert owner.get(f"{repo}/branches/side").json()["commit"]["id"] == first

    def test_not_where_a_rule_forbids_it(self, owner, repo):
        make(owner, repo, "side")
        second = commit(owner, repo)
        owner.post(f"{repo}/branch_protections", {"rule_name": "side"}, expect=201)
        owner.refused("PUT", f"{repo}/branches/side", 403, {"new_commit_id": second})


class TestRenaming:
    def test_the_default_branch_and_its_rule_follow(self, owner, writer, repo):
        owner.post(f"{repo}/branch_protections", {"rule_name": "main", "enable_push": True}, expect=201)
        writer.refused("PATCH", f"{repo}/branches/main", 403, {"name": "trunk"})
        owner.call("PATCH", f"{repo}/branches/main", {"name": "trunk"}, expect=204)
        assert owner.get(repo).json()["default_branch"] == "trunk"
        assert owner.get(f"{repo}/branch_protections/trunk").json()["enable_push"]
        assert names(owner.get(f"{repo}/branches")) == ["trunk"]
        owner.refused("GET", f"{repo}/branches/main", 404)
        commit(owner, repo)

    def test_what_cannot_be(self, owner, repo):
        make(owner, repo, "one")
        for name in ("one", "main", "bad..name", "", "one/below"):
            owner.refused("PATCH", f"{repo}/branches/one", 422, {"name": name})
        owner.refused("PATCH", f"{repo}/branches/none", 404, {"name": "x"})
        owner.post(f"{repo}/branch_protections", {"rule_name": "held/*"}, expect=201)
        owner.refused("PATCH", f"{repo}/branches/one", 403, {"name": "held/x"})


def test_an_archived_repository_is_locked(owner, repo):
    make(owner, repo, "side")
    owner.call("PATCH", repo, {"archived": True}, expect=200)
    owner.get(f"{repo}/branches", expect=200)
    owner.refused("POST", f"{repo}/branches", 423, {"new_branch_name": "x"})
    owner.refused("PUT", f"{repo}/branches/side", 423, {"new_commit_id": "main"})
    owner.refused("PATCH", f"{repo}/branches/side", 423, {"name": "x"})
    owner.refused("DELETE", f"{repo}/branches/side", 423)
