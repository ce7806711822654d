"""Rules for branches and tags: what can be said in them, their order, and what they do."""
import base64

import pytest
from repositories import at, new_repository


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


def rules(who, repo):
    return [rule["rule_name"] for rule in who.get(f"{repo}/branch_protections").json()]


def write(who, repo, path, expect, **more):
    who.post(f"{repo}/contents/{path}", {"content": base64.b64encode(b"x").decode(), **more}, expect=expect)


class TestBranchRules:
    def test_a_new_one_is_closed(self, owner, repo):
        made = owner.post(f"{repo}/branch_protections", {"rule_name": "release/*"}, expect=201).json()
        assert made["branch_name"] == "" and made["priority"] == 1
        assert made["status_check_contexts"] is None and made["push_whitelist_usernames"] == []
        assert not made["enable_push"]
        assert owner.get(f"{repo}/branch_protections/release/*").json() == made

    def test_lists_keep_those_who_may_be_on_them(self, owner, writer, new_user, repo):
        reader = new_user()
        made = owner.post(f"{repo}/branch_protections", {
            "rule_name": "main", "enable_push": True, "enable_push_whitelist": True,
            "push_whitelist_usernames": [writer.name.upper(), owner.name, reader.name],
            "approvals_whitelist_username": [writer.name, reader.name]}, expect=201).json()
        assert sorted(made["push_whitelist_usernames"]) == sorted([owner.name, writer.name])
        assert made["approvals_whitelist_username"] == [writer.name]
        owner.refused("PATCH", f"{repo}/branch_protections/main", 422, {"merge_whitelist_usernames": ["nobody-here"]})

    def test_flags_that_depend_on_others(self, owner, repo):
        made = owner.post(f"{repo}/branch_protections", {
            "rule_name": "main", "enable_push_whitelist": True, "push_whitelist_deploy_keys": True,
            "enable_force_push": True}, expect=201).json()
        assert not made["enable_push_whitelist"] and not made["enable_force_push"]
        edit = lambda **what: owner.call("PATCH", f"{repo}/branch_protections/main", what, expect=200).json()
        assert not edit(enable_push_whitelist=True)["enable_push_whitelist"]
        both = edit(enable_push=True, enable_push_whitelist=True, push_whitelist_deploy_keys=True)
        assert both["enable_push_whitelist"] and both["push_whitelist_deploy_keys"]
        closed = edit(enable_push=False)
        assert not closed["enable_push_whitelist"] and not closed["push_whitelist_deploy_keys"]
        assert edit(enable_force_push=True)["enable_force_push"]
        assert edit(required_approvals=3)["required_approvals"] == 3
        assert edit(required_approvals=-1)["required_approvals"] == 3
        assert edit(status_check_contexts=["ci/*", "a\nb"])["status_check_contexts"] == ["ci/*", "a\nb"]

    def test_order_and_priorities(self, owner, repo):
        for name in ("**", "a*", "ab"):
            owner.post(f"{repo}/branch_protections", {"rule_name": name}, expect=201)
        assert rules(owner, repo) == ["**", "a*", "ab"]
        owner.call("PATCH", f"{repo}/branch_protections/ab", {"priority": 2}, expect=200)
        assert rules(owner, repo) == ["**", "ab", "a*"]
        owner.post(f"{repo}/branch_protections/priority", {"ids": [10**12]}, expect=204)
        assert rules(owner, repo) == ["**", "ab", "a*"]

    def test_refusals(self, owner, writer, anonymous, repo):
        owner.refused("POST", f"{repo}/branch_protections", 400, {})
        owner.post(f"{repo}/branch_protections", {"branch_name": "main"}, expect=201)
        owner.refused("POST", f"{repo}/branch_protections", 403, {"rule_name": "main"})
        writer.refused("GET", f"{repo}/branch_protections", 403)
        anonymous.refused("GET", f"{repo}/branch_protections", 401)
        owner.refused("GET", f"{repo}/branch_protections/MAIN", 404)
        owner.delete(f"{repo}/branch_protections/main", expect=204)
        owner.refused("DELETE", f"{repo}/branch_protections/main", 404)

    def test_what_a_rule_does_to_commits(self, owner, writer, repo):
        owner.post(f"{repo}/branch_protections", {
            "rule_name": "main", "protected_file_patterns": "*.lock", "unprotected_file_patterns": "docs/**"}, expect=201)
        write(owner, repo, "a.txt", 403)
        write(writer, repo, "docs/a.md", 201)
        owner.call("PATCH", f"{repo}/branch_protections/main", {"enable_push": True}, expect=200)
        write(writer, repo, "b.txt", 201)
        write(owner, repo, "b.lock", 403)
        write(owner, repo, "sub/b.lock", 201)

    def test_what_a_rule_refuses_in_any_case_it_refuses_first(self, owner, writer, repo):
        owner.post(f"{repo}/branch_protections", {"rule_name": "main"}, expect=201)
        writer.refused("POST", f"{repo}/diffpatch", 403, {"content": "", "branch": "main"})
        owner.call("PATCH", f"{repo}/branch_protections/main", {"enable_push": True})
        writer.refused("POST", f"{repo}/diffpatch", 422, {"content": "", "branch": "main"})


class TestTagRules:
    def test_let_those_pass_who_are_listed(self, owner, writer, repo):
        rule = owner.post(f"{repo}/tag_protections", {"name_pattern": " v* ", "whitelist_usernames": [writer.name]}, expect=201).json()
        assert rule["name_pattern"] == "v*" and rule["whitelist_usernames"] == [writer.name]
        owner.refused("POST", f"{repo}/tags", 422, {"tag_name": "v1"})
        writer.post(f"{repo}/tags", {"tag_name": "v1"}, expect=201)
        owner.refused("DELETE", f"{repo}/tags/v1", 422)
        owner.refused("POST", f"{repo}/releases", 422, {"tag_name": "v2"})
        owner.post(f"{repo}/releases", {"tag_name": "v1"}, expect=201)
        owner.call("PATCH", f"{repo}/tag_protections/{rule['id']}", {"name_pattern": "/^w[0-9]+$/"}, expect=200)
        owner.post(f"{repo}/tags", {"tag_name": "v3"}, expect=201)
        owner.refused("POST", f"{repo}/tags", 422, {"tag_name": "w1"})
        owner.delete(f"{repo}/tag_protections/{rule['id']}", expect=204)
        owner.post(f"{repo}/tags", {"tag_name": "w1"}, expect=201)

    def test_a_broken_expression_protects_all(self, owner, repo):
        rule = owner.post(f"{repo}/tag_protections", {"name_pattern": "x", "whitelist_usernames": [owner.name]}, expect=201).json()
        owner.call("PATCH", f"{repo}/tag_protections/{rule['id']}", {"name_pattern": "/(/", "whitelist_usernames": []}, expect=200)
        owner.refused("POST", f"{repo}/tags", 422, {"tag_name": "anything"})

    def test_refusals(self, owner, writer, repo):
        make = lambda status, **what: owner.refused("POST", f"{repo}/tag_protections", status, what)
        make(400, name_pattern=" ", whitelist_usernames=[owner.name])
        make(400, name_pattern="x")
        make(422, name_pattern="x", whitelist_usernames=["nobody-here"])
        for broken in ("/[/", "/(/", "[", "a\\"):
            make(422, name_pattern=broken, whitelist_usernames=[owner.name])
        owner.post(f"{repo}/tag_protections", {"name_pattern": "x", "whitelist_usernames": [owner.name]}, expect=201)
        make(403, name_pattern="x", whitelist_usernames=[owner.name])
        writer.refused("GET", f"{repo}/tag_protections", 403)
        owner.refused("GET", f"{repo}/tag_protections/999999999", 404)


def test_who_may_pass_by_is_looked_at_where_somebody_may(new_user):
    owner = new_user()
    rules = f"{at(new_repository(owner, auto_init=True))}/branch_protections"
    made = owner.post(rules, {"rule_name": "a", "bypass_allowlist_usernames": ["nobody-at-all"]}, expect=201).json()
    assert made["bypass_allowlist_usernames"] == []
    owner.refused("POST", rules, 422, {"rule_name": "b", "enable_bypass_allowlist": True, "bypass_allowlist_usernames": ["nobody-at-all"]})
    owner.refused("PATCH", f"{rules}/a", 422, {"bypass_allowlist_usernames": ["nobody-at-all"]})
