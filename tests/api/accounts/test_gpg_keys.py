"""/user/gpg_keys, /users/{username}/gpg_keys and the proof that a key is one's own."""
import base64

import pytest
from signing import Gpg


@pytest.fixture(scope="module")
def gpg():
    instance = Gpg()
    yield instance
    instance.close()


@pytest.fixture
def add(gpg):
    """add(user) makes a key for the user's address and registers it; the answer has its `fingerprint`."""

    def register(user, **more):
        fingerprint = gpg.new_key(f"{user.name}@example.com", **more)
        made = user.post("/user/gpg_keys", {"armored_public_key": gpg.public(fingerprint)}, expect=201).json()
        return {**made, "fingerprint": fingerprint}

    return register


class TestRegistering:
    def test_a_key_with_an_own_address(self, new_user, gpg):
        ada = new_user()
        fingerprint = gpg.new_key(f"{ada.name.upper()}@example.com")
        made = ada.post("/user/gpg_keys", {"armored_public_key": gpg.public(fingerprint)}, expect=201).json()
        assert made["key_id"] == fingerprint[-16:] and made["primary_key_id"] == ""
        assert made["emails"] == [{"email": f"{ada.name}@example.com", "verified": True}]
        assert made["can_sign"] is made["can_certify"] is True and made["can_encrypt_comms"] is False
        assert made["verified"] is False and made["expires_at"] == "0001-01-01T00:00:00Z"
        assert base64.b64decode(made["public_key"])[0] == 0xC6, "a packet with a public key"
        subkey, = made["subkeys"]
        assert subkey["primary_key_id"] == made["key_id"] and subkey["emails"] == subkey["subkeys"] == []
        assert subkey["can_encrypt_comms"] is subkey["can_encrypt_storage"] is True and subkey["can_sign"] is False
        assert ada.get("/user/gpg_keys").json() == [made]
        assert ada.get(f"/user/gpg_keys/{made['id']}").json() == made

    @pytest.mark.parametrize("algorithm", ["rsa2048", "nistp256", "dsa2048"])
    def test_other_algorithms(self, new_user, add, algorithm):
        assert add(new_user(), algorithm=algorithm)["can_sign"] is True

    def test_an_unreadable_key_is_422(self, new_user, gpg):
        ada = new_user()
        public = gpg.public(gpg.new_key(f"{ada.name}@example.com"))
        for key in ("", "no key", public[:200], public.replace("PUBLIC", "PRIVATE"), "x" * 2_000_000):
            ada.refused("POST", "/user/gpg_keys", 422, {"armored_public_key": key})
        ada.refused("POST", "/user/gpg_keys", 422, {})

    def test_addresses_of_others_are_404(self, new_user, gpg):
        ada = new_user()
        public = gpg.public(gpg.new_key("stranger@example.com"))
        ada.refused("POST", "/user/gpg_keys", 404, {"armored_public_key": public})

    def test_a_key_is_registered_once_on_the_site(self, new_user, add, gpg):
        ada, bob = new_user(), new_user()
        made = add(ada)
        gpg.run("--quick-add-uid", made["fingerprint"], f"Bob <{bob.name}@example.com>")
        for user in (ada, bob):
            user.refused("POST", "/user/gpg_keys", 422, {"armored_public_key": gpg.public(made["fingerprint"])})

    def test_needs_sign_in_and_scope(self, anonymous, new_user, new_token):
        for method, path in (("GET", "/user/gpg_keys"), ("POST", "/user/gpg_keys"), ("GET", "/user/gpg_keys/1"),
                             ("DELETE", "/user/gpg_keys/1"), ("GET", "/user/gpg_key_token"), ("POST", "/user/gpg_key_verify")):
            anonymous.refused(method, path, 401, {} if method == "POST" else None)
        ada = new_user()
        new_token(ada, "public-only", "write:user").refused("GET", "/user/gpg_keys", 403)
        new_token(ada, "read:user").refused("POST", "/user/gpg_keys", 403, {"armored_public_key": "x"})


class TestProof:
    def test_a_signature_makes_up_for_an_address(self, new_user, gpg):
        ada = new_user()
        fingerprint = gpg.new_key(f"{ada.name}@elsewhere.example")
        body = {"armored_public_key": gpg.public(fingerprint), "armored_signature": gpg.sign(fingerprint, "wrong")}
        ada.refused("POST", "/user/gpg_keys", 422, body)
        token = ada.get("/user/gpg_key_token", expect=200)
        assert token.headers["Content-Type"].startswith("text/plain") and len(token.text) == 64
        body["armored_signature"] = gpg.sign(fingerprint, token.text + "\n")
        made = ada.post("/user/gpg_keys", body, expect=201).json()
        assert made["verified"] is True and made["emails"] == []

    def test_it_can_be_brought_later(self, new_user, add, gpg):
        ada = new_user()
        made = add(ada)
        token = ada.get("/user/gpg_key_token").text
        for signature in ("garbage", gpg.sign(made["fingerprint"], "something else"), gpg.sign(gpg.new_key("x@example.com"), token)):
            ada.refused("POST", "/user/gpg_key_verify", 422, {"key_id": made["key_id"], "armored_signature": signature})
        ada.refused("POST", "/user/gpg_key_verify", 422, {"key_id": made["key_id"]})
        signature = gpg.sign(made["fingerprint"], token)
        ada.refused("POST", "/user/gpg_key_verify", 404, {"key_id": "0123456789ABCDEF", "armored_signature": signature})
        verified = ada.post("/user/gpg_key_verify", {"key_id": made["key_id"], "armored_signature": signature}, expect=200).json()
        assert verified["verified"] is True and verified["id"] == made["id"]
        assert ada.get(f"/user/gpg_keys/{made['id']}").json() == verified

    def test_with_the_key_of_somebody_else_it_is_404(self, new_user, add, gpg):
        ada, bob = new_user(), new_user()
        made = add(ada)
        signature = gpg.sign(made["fingerprint"], bob.get("/user/gpg_key_token").text)
        bob.refused("POST", "/user/gpg_key_verify", 404, {"key_id": made["key_id"], "armored_signature": signature})

    def test_the_token_is_of_one_person(self, new_user, add, gpg):
        ada, bob = new_user(), new_user()
        made = add(ada)
        signature = gpg.sign(made["fingerprint"], bob.get("/user/gpg_key_token").text)
        ada.refused("POST", "/user/gpg_key_verify", 422, {"key_id": made["key_id"], "armored_signature": signature})


def test_lists_have_a_total_but_no_links(new_user, add):
    ada, bob = new_user(), new_user()
    made = [add(ada)["id"] for _ in range(2)]
    for path, user in (("/user/gpg_keys", ada), (f"/users/{ada.name}/gpg_keys", bob)):
        assert [key["id"] for key in user.get(path).json()] == made
        assert all(len(key["subkeys"]) == 1 for key in user.get(path).json())
        page = user.get(f"{path}?limit=1&page=2")
        assert [key["id"] for key in page.json()] == made[1:]
        assert page.headers["X-Total-Count"] == "2" and "Link" not in page.headers
    bob.refused("GET", "/users/no-such-user/gpg_keys", 404)


def test_deleting_another_s_key_does_nothing(new_user, add):
    ada, bob = new_user(), new_user()
    path = f"/user/gpg_keys/{add(ada)['id']}"
    bob.refused("GET", path, 404)
    bob.delete(path, expect=204)
    ada.get(path, expect=200)
    ada.delete(path, expect=204)
    ada.refused("GET", path, 404)
    ada.delete(path, expect=204)
