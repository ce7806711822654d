"""/repos/{owner}/{repo}/keys: keys that open a repository and no account."""
import base64
import itertools
import struct

import pytest
from repositories import at, let_in, new_repository

NUMBERS = itertools.count(1)


def new_key():
    """An SSH public key that nobody has the other half of."""
    number = next(NUMBERS)
    blob = b"".join(struct.pack(">I", len(part)) + part for part in (b"ssh-ed25519", struct.pack(">Q", number) + b"cairn" * 4 + b"keys"))
    return "ssh-ed25519 " + base64.b64encode(blob).decode()


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture
def repository(owner):
    return new_repository(owner)


@pytest.fixture
def add(owner, repository):
    def post(title, key=None, expect=201, **more):
        return owner.post(at(repository) + "/keys", {"title": title, "key": key or new_key(), **more}, expect=expect).json()

    return post


def test_come_and_go(owner, repository, add):
    key = new_key()
    made = add("ci", key + " ci@host", read_only=True)
    assert made["key"] == key + " ci@host" and made["read_only"] and "repository" not in made
    add("cd")
    path = f"{at(repository)}/keys/{made['id']}"
    assert owner.get(path).json()["repository"]["id"] == repository["id"]
    listed = owner.get(at(repository) + "/keys?limit=1")
    assert listed.headers["X-Total-Count"] == "2" and [key["title"] for key in listed.json()] == ["ci"]
    for query in (f"key_id={made['key_id']}", f"fingerprint={made['fingerprint'].replace('+', '%2B')}"):
        assert [key["id"] for key in owner.get(f"{at(repository)}/keys?{query}").json()] == [made["id"]]
    for _ in range(2):
        owner.delete(path, expect=204)
    owner.refused("GET", path, 404)


def test_one_key_may_open_several_repositories(owner, repository, add):
    other, key = new_repository(owner), new_key()
    made = add("one", key)
    again = owner.post(at(other) + "/keys", {"title": "one", "key": key}, expect=201).json()
    assert again["key_id"] == made["key_id"] and again["id"] != made["id"]
    owner.refused("GET", f"{at(other)}/keys/{made['id']}", 404)
    owner.delete(f"{at(other)}/keys/{made['id']}", expect=204)
    owner.get(f"{at(repository)}/keys/{made['id']}")


def test_that_cannot_be(owner, add):
    key = new_key()
    add("taken", key)
    add("another", key, expect=422)
    add("taken", expect=422)
    add("bad", "not a key", expect=422)
    mine = new_key()
    owner.post("/user/keys", {"title": "mine", "key": mine}, expect=201)
    add("mine", mine, expect=422)
    owner.refused("POST", "/user/keys", 422, {"title": "deployed", "key": key})


def test_a_key_is_free_when_nothing_uses_it(owner, repository, add):
    key = new_key()
    made = add("one", key)
    owner.delete(f"{at(repository)}/keys/{made['id']}", expect=204)
    owner.post("/user/keys", {"title": f"free-{made['id']}", "key": key}, expect=201)
    other, key = new_repository(owner), new_key()
    owner.post(at(other) + "/keys", {"title": "one", "key": key}, expect=201)
    owner.delete(at(other), expect=204)
    owner.post("/user/keys", {"title": f"free-{other['id']}", "key": key}, expect=201)


def test_are_for_those_who_administer(owner, admin, anonymous, repository, add, new_user):
    add("one")
    writer, administrator = new_user(), new_user()
    let_in(owner, repository, writer, "write")
    let_in(owner, repository, administrator, "admin")
    writer.refused("GET", at(repository) + "/keys", 403)
    anonymous.refused("GET", at(repository) + "/keys", 401)
    assert "repository" not in administrator.get(at(repository) + "/keys").json()[0]
    assert "repository" in admin.get(at(repository) + "/keys").json()[0]
