"""What lists show is kept between requests: after every kind of change it is what each repository shows of itself."""
import time

import pytest
from organizations import new_organization
from repositories import let_in, new_repository


@pytest.fixture(scope="module")
def people(new_user):
    return {name: new_user() for name in ("owner", "helper", "stranger")}


def listed_and_told(who, owner_name):
    """The repositories of a list and of a search (the second of each, which comes from memory), and as each shows itself."""
    for _ in range(2):
        listed = who.get(f"/users/{owner_name}/repos").json()
        found = who.get("/repos/search", params={"limit": 50}).json()["data"]
    shown = [*listed, *[one for one in found if one["owner"]["login"] == owner_name]]
    return shown, [who.get(f"/repos/{one['full_name']}").json() for one in shown]


def assert_lists_tell_the_truth(owner_name, viewers):
    for who in viewers:
        listed, told = listed_and_told(who, owner_name)
        deadline = time.monotonic() + 5
        while listed != told and time.monotonic() < deadline:  # languages are counted after the push, maybe in between
            listed, told = listed_and_told(who, owner_name)
        assert listed == told
        assert listed


def changes(people, admin):
    owner, helper, stranger = people["owner"], people["helper"], people["stranger"]
    home = f"/repos/{owner.name}/kept"
    yield "made", lambda: new_repository(owner, "kept", auto_init=True)
    yield "a second one", lambda: new_repository(owner, "hidden", private=True)
    yield "a fork", lambda: helper.post(f"{home}/forks", {}, expect=202)
    yield "described", lambda: owner.call("PATCH", home, {"description": "new words", "website": "https://example.com"}, expect=200)
    yield "a star", lambda: stranger.call("PUT", f"/user/starred/{owner.name}/kept", expect=204)
    yield "an issue", lambda: stranger.post(f"{home}/issues", {"title": "broken"}, expect=201)
    yield "a commit", lambda: owner.post(f"{home}/contents/a.py", {"content": "cHJpbnQoMSkK"}, expect=201)
    yield "a topic", lambda: owner.call("PUT", f"{home}/topics", {"topics": ["kept"]}, expect=204)
    yield "let in", lambda: let_in(owner, {"full_name": f"{owner.name}/kept"}, helper, "write")
    yield "let in as administrator", lambda: let_in(owner, {"full_name": f"{owner.name}/hidden"}, helper, "admin")
    yield "let out", lambda: owner.call("DELETE", f"/repos/{owner.name}/hidden/collaborators/{helper.name}", expect=204)
    yield "without issues", lambda: owner.call("PATCH", home, {"has_issues": False, "has_pull_requests": False}, expect=200)
    yield "archived", lambda: owner.call("PATCH", home, {"archived": True}, expect=200)
    yield "a name for the owner", lambda: owner.call("PATCH", "/user/settings", {"full_name": "Ada", "hide_email": True}, expect=200)
    yield "a private owner", lambda: admin.call("PATCH", f"/admin/users/{owner.name}", {"visibility": "limited"}, expect=200)
    yield "a transfer", lambda: owner.post(f"/repos/{owner.name}/hidden/transfer", {"new_owner": helper.name}, expect=201)


def test_lists_follow_every_change(people, admin):
    viewers = [people["owner"], people["helper"], people["stranger"], admin]
    for name, change in changes(people, admin):
        change()
        try:
            assert_lists_tell_the_truth(people["owner"].name, viewers)
        except AssertionError as error:
            raise AssertionError(f"after: {name}") from error


def test_lists_follow_a_new_name_of_the_owner(new_user, admin):
    owner = new_user()
    new_repository(owner, "kept")
    assert_lists_tell_the_truth(owner.name, [admin])
    admin.post(f"/admin/users/{owner.name}/rename", {"new_username": f"{owner.name}-new"}, expect=204)
    assert_lists_tell_the_truth(f"{owner.name}-new", [admin])


def test_each_viewer_is_told_the_own_rights(people, new_user):
    owner, reader = new_user(), new_user()
    organization = new_organization(owner)
    owner.post(f"/orgs/{organization}/repos", {"name": "ours"}, expect=201)
    rights = {}
    for who in (owner, reader, owner, reader):
        [shown] = who.get(f"/orgs/{organization}/repos").json()
        rights.setdefault(who.name, []).append(shown["permissions"])
    assert rights[owner.name] == [{"admin": True, "push": True, "pull": True}] * 2
    assert rights[reader.name] == [{"admin": False, "push": False, "pull": True}] * 2
