"""/user/keys, /users/{username}/keys and /admin/users/{username}/keys."""
import pytest
from signing import Signer, fingerprint, public_half, run, ssh_key


@pytest.fixture
def new_key(tmp_path):
    """new_key() makes a key pair of ssh-keygen and returns the line of its public half."""
    return lambda *how, **more: public_half(ssh_key(tmp_path, *how, **more))


@pytest.fixture
def add(new_key):
    """add(user, title) registers a new key and returns the answer."""
    return lambda user, title="a key", key=None: user.post("/user/keys", {"title": title, "key": key or new_key()},
                                                           expect=201).json()


class TestRegistering:
    @pytest.mark.parametrize("kind, bits", [("rsa", 3072), ("ecdsa", 256), ("ecdsa", 384), ("ecdsa", 521), ("ed25519", None)])
    def test_every_type_that_is_strong_enough(self, new_user, new_key, kind, bits):
        ada = new_user()
        line = new_key(kind, bits)
        made = ada.post("/user/keys", {"title": "laptop", "key": f"  {line}\n"}, expect=201).json()
        assert made["key"] == line and made["title"] == "laptop"
        assert made["fingerprint"] == fingerprint(line)
        assert made["url"] == f"{ada.url}/api/v1/user/keys/{made['id']}"
        assert made["user"]["login"] == ada.name and made["key_type"] == "user"
        assert "read_only" not in made
        assert made["created_at"] == made["last_used_at"]
        assert ada.get(f"/user/keys/{made['id']}").json() == made

    def test_other_forms_become_one_line(self, new_user, tmp_path):
        ada = new_user()
        for kind in ("rsa", "p384", "ed25519"):
            made = ada.post("/user/keys", {"title": kind, "key": Signer(tmp_path, kind).public}, expect=201).json()
            assert len(made["key"].split()) == 2 and made["fingerprint"] == fingerprint(made["key"])
        path = ssh_key(tmp_path, "ecdsa", 521)
        ssh2 = run("ssh-keygen", "-e", "-f", path).decode()
        made = ada.post("/user/keys", {"title": "ssh2", "key": ssh2}, expect=201).json()
        assert made["fingerprint"] == fingerprint(public_half(path))

    def test_a_weak_or_unreadable_key_is_422(self, new_user, new_key, tmp_path):
        ada = new_user()
        good = new_key()
        for key in ("", "not a key", "ssh-ed25519 AAAA", "ssh-rsa" + good[11:], new_key("rsa", 2048), good + "\n" + new_key(),
                    ssh_key(tmp_path).read_text(), "ssh-ed25519 " + "A" * 100_000):
            ada.refused("POST", "/user/keys", 422, {"title": "bad", "key": key})
        assert ada.get("/user/keys").json() == []

    def test_title_and_key_are_needed(self, new_user, new_key):
        ada = new_user()
        for body in ({}, {"title": "x"}, {"key": new_key()}, {"title": "", "key": new_key()}, {"title": "x" * 256, "key": new_key()}):
            ada.refused("POST", "/user/keys", 422, body)

    def test_a_key_is_unique_on_the_site_and_a_title_in_the_account(self, new_user, new_key, add):
        ada, bob = new_user(), new_user()
        line = new_key()
        add(ada, "laptop", line)
        ada.refused("POST", "/user/keys", 422, {"title": "other", "key": line.rsplit(" ", 1)[0] + " another comment"})
        bob.refused("POST", "/user/keys", 422, {"title": "laptop", "key": line})
        ada.refused("POST", "/user/keys", 422, {"title": "laptop", "key": new_key()})
        add(bob, "laptop")

    def test_needs_sign_in_and_scope(self, anonymous, new_user, new_token, new_key):
        ada = new_user()
        body = {"title": "x", "key": new_key()}
        anonymous.refused("POST", "/user/keys", 401, body)
        new_token(ada, "read:user").refused("POST", "/user/keys", 403, body)
        new_token(ada, "public-only", "write:user").refused("POST", "/user/keys", 403, body)
        new_token(ada, "write:user").post("/user/keys", body, expect=201)


class TestListing:
    def test_in_the_order_of_registration_with_pages(self, new_user, add):
        ada = new_user()
        made = [add(ada, f"key {i}") for i in range(3)]
        assert ada.get("/user/keys").json() == made
        second = ada.get("/user/keys?limit=1&page=2")
        assert second.json() == made[1:2]
        assert second.headers["X-Total-Count"] == "3" and 'rel="next"' in second.headers["Link"]

    def test_others_see_less(self, new_user, add, admin, anonymous):
        ada, bob = new_user(), new_user()
        made = add(ada)
        path = f"/users/{ada.name}/keys"
        assert ada.get(path).json() == [made]
        assert admin.get(path).json()[0]["user"]["login"] == ada.name
        seen = bob.get(path).json()[0]
        assert seen == {name: value for name, value in made.items() if name not in ("user", "key_type")}
        assert bob.get(f"/user/keys/{made['id']}").json() == seen
        anonymous.refused("GET", path, 401)
        anonymous.refused("GET", "/user/keys", 401)
        bob.refused("GET", "/users/no-such-user/keys", 404)

    def test_keys_of_a_hidden_account_are_hidden(self, new_user, add, admin):
        ada, bob = new_user(visibility="private"), new_user()
        add(ada)
        bob.refused("GET", f"/users/{ada.name}/keys", 404)
        assert len(admin.get(f"/users/{ada.name}/keys").json()) == 1

    def test_a_fingerprint_is_looked_for_in_all_accounts_by_user_keys(self, new_user, add):
        ada, bob = new_user(), new_user()
        made = add(ada)
        found = bob.get("/user/keys", params={"fingerprint": made["fingerprint"]})
        assert [key["id"] for key in found.json()] == [made["id"]] and "user" not in found.json()[0]
        assert found.headers["X-Total-Count"] == "1"
        assert ada.get("/user/keys", params={"fingerprint": made["fingerprint"]}).json() == [made]
        assert bob.get(f"/users/{bob.name}/keys", params={"fingerprint": made["fingerprint"]}).json() == []
        assert ada.get(f"/users/{ada.name}/keys", params={"fingerprint": made["fingerprint"]}).json() == [made]
        assert bob.get("/user/keys", params={"fingerprint": "SHA256:none"}).json() == []


class TestDeleting:
    def test_only_the_owner_and_administrators(self, new_user, add, admin):
        ada, bob = new_user(), new_user()
        first, second = add(ada, "one"), add(ada, "two")
        bob.refused("DELETE", f"/user/keys/{first['id']}", 403)
        ada.delete(f"/user/keys/{first['id']}", expect=204)
        ada.refused("DELETE", f"/user/keys/{first['id']}", 404)
        ada.refused("GET", f"/user/keys/{first['id']}", 404)
        admin.delete(f"/user/keys/{second['id']}", expect=204)
        assert ada.get("/user/keys").json() == []

    def test_a_deleted_key_can_be_registered_again(self, new_user, new_key, add):
        ada, bob = new_user(), new_user()
        line = new_key()
        ada.delete(f"/user/keys/{add(ada, key=line)['id']}")
        add(bob, key=line)


class TestForOthers:
    def test_an_administrator_registers_and_deletes(self, new_user, new_key, admin):
        ada, bob = new_user(), new_user()
        path = f"/admin/users/{ada.name}/keys"
        made = admin.post(path, {"title": "given", "key": new_key(), "read_only": True}, expect=201).json()
        assert made["user"]["login"] == ada.name and "read_only" not in made
        assert [key["id"] for key in ada.get("/user/keys").json()] == [made["id"]]
        admin.refused("POST", path, 422, {"title": "again", "key": made["key"]})
        admin.refused("POST", path, 422, {"title": "bad", "key": "bad"})
        admin.refused("DELETE", f"/admin/users/{bob.name}/keys/{made['id']}", 403)
        admin.delete(f"{path}/{made['id']}", expect=204)
        admin.refused("DELETE", f"{path}/{made['id']}", 404)

    def test_through_an_administrator_any_key_is_within_reach(self, new_user, add, admin):
        made = add(new_user())
        admin.delete(f"/admin/users/{admin.name}/keys/{made['id']}", expect=204)

    def test_nobody_else_may(self, new_user, new_key, admin, anonymous):
        ada = new_user()
        body = {"title": "x", "key": new_key()}
        ada.refused("POST", f"/admin/users/{ada.name}/keys", 403, body)
        ada.refused("DELETE", f"/admin/users/{ada.name}/keys/1", 403)
        anonymous.refused("POST", f"/admin/users/{ada.name}/keys", 401, body)
        admin.refused("POST", "/admin/users/no-such-user/keys", 404, body)
