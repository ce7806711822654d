"""/users/{username}: who sees whom, and how much; where a renamed account is found."""
import concurrent.futures

import pytest


def test_what_is_told_depends_on_who_looks(admin, anonymous, new_user):
    ada, bob = new_user(full_name="Ada L"), new_user()
    own = ada.get(f"/users/{ada.name}").json()
    assert own["email"] == f"{ada.name}@example.com" and own["active"] is True
    assert admin.get(f"/users/{ada.name}").json() == own
    other = bob.get(f"/users/{ada.name.upper()}").json()
    assert other["login"] == ada.name and other["email"] == own["email"]
    assert other["active"] is False and other["last_login"].startswith("0001-01-01")
    nobody = anonymous.get(f"/users/{ada.name}").json()
    assert nobody["email"] == f"{own['id']}+{ada.name}@noreply.127.0.0.1" and nobody["full_name"] == "Ada L"
    anonymous.refused("GET", "/users/no-such-person", 404)
    anonymous.refused("GET", "/users/ghost", 404)


def test_a_hidden_address_is_for_the_owner_and_administrators(admin, new_user):
    ada, bob = new_user(), new_user()
    ada.call("PATCH", "/user/settings", {"hide_email": True})
    assert "noreply" in bob.get(f"/users/{ada.name}").json()["email"]
    for viewer in (ada, admin):
        assert viewer.get(f"/users/{ada.name}").json()["email"] == f"{ada.name}@example.com"


@pytest.mark.parametrize("visibility, anonymous_sees, others_see", [("public", 200, 200), ("limited", 404, 200), ("private", 404, 404)])
def test_visibility(admin, anonymous, new_user, visibility, anonymous_sees, others_see):
    ada, bob, guest = new_user(visibility=visibility), new_user(), new_user(restricted=True)
    path = f"/users/{ada.name}"
    anonymous.get(path, expect=anonymous_sees)
    bob.get(path, expect=others_see)
    guest.get(path, expect=anonymous_sees)
    ada.get(path)
    admin.get(path)
    bob.get(path + "/followers", expect=others_see)
    anonymous.refused("GET", path + "/followers", 401)


def test_a_private_account_opens_to_those_whom_it_follows(new_user):
    shy, ann, bob = new_user(visibility="private"), new_user(), new_user()
    shy.call("PUT", f"/user/following/{ann.name}", expect=204)
    ann.get(f"/users/{shy.name}")
    bob.get(f"/users/{shy.name}", expect=404)
    bob.call("PUT", f"/user/following/{shy.name}", expect=404)
    shy.delete(f"/user/following/{ann.name}")
    ann.get(f"/users/{shy.name}", expect=404)


def test_a_token_limited_to_the_public(new_user, new_token):
    ada, limited, private = new_user(), new_user(visibility="limited"), new_user(visibility="private")
    token = new_token(ada, "public-only", "read:user")
    token.get(f"/users/{ada.name}")
    token.refused("GET", f"/users/{limited.name}", 403)
    token.refused("GET", f"/users/{private.name}", 403)
    token.refused("GET", "/users/no-such-person", 404)
    new_token(ada, "read:issue").refused("GET", "/users/no-such-person", 403)
    for hidden in (limited, private):
        token = new_token(hidden, "public-only", "all")
        for path in ("/user", "/user/repos", "/user/starred", "/user/subscriptions", "/user/followers", "/user/following",
                     "/user/orgs", f"/user/following/{ada.name}"):
            token.refused("GET", path, 403)


class TestRenamed:
    def test_the_old_name_leads_to_the_new_one_until_it_is_taken(self, admin, anonymous, new_user):
        old, viewer = new_user(), new_user()
        new = old.name + "-new"
        admin.post(f"/admin/users/{old.name}/rename", {"new_username": new}, expect=204)
        moved = anonymous.get(f"/users/{old.name.upper()}?a=1&b=x%20y", expect=307)
        assert moved.headers["Location"] == f"/api/v1/users/{new}?a=1&b=x%20y"
        assert viewer.get(f"/users/{old.name}/followers", expect=307).headers["Location"] == f"/api/v1/users/{new}/followers"
        way = viewer.get(f"/users/{viewer.name}/following/{old.name}", expect=307)
        assert way.headers["Location"] == f"/api/v1/users/{viewer.name}/following/{new}"
        assert viewer.call("PUT", f"/user/following/{old.name}", expect=307).headers["Location"] == f"/api/v1/user/following/{new}"
        assert admin.call("PATCH", f"/admin/users/{old.name}", {}, expect=307).headers["Location"] == f"/api/v1/admin/users/{new}"
        anonymous.refused("GET", f"/users/{old.name}/followers", 401)
        new_user(old.name, email=f"again-{old.name}@example.com")
        anonymous.get(f"/users/{old.name}", expect=200)

    def test_signing_in_works_with_the_new_name_and_tokens_stay(self, admin, client, new_user, new_token):
        ada = new_user()
        token = new_token(ada, "read:user")
        admin.post(f"/admin/users/{ada.name}/rename", {"new_username": ada.name + "-x"}, expect=204)
        ada.refused("GET", "/user", 401)
        client(basic=(ada.name + "-x", ada.basic[1])).get("/user")
        assert token.get("/user").json()["login"] == ada.name + "-x"

    def test_a_change_of_case_leaves_no_redirect_and_the_same_name_changes_nothing(self, admin, anonymous, new_user):
        ada = new_user()
        admin.post(f"/admin/users/{ada.name}/rename", {"new_username": ada.name.upper()}, expect=204)
        assert anonymous.get(f"/users/{ada.name}", expect=200).json()["login"] == ada.name.upper()
        admin.post(f"/admin/users/{ada.name}/rename", {"new_username": ada.name.upper()}, expect=204)

    def test_by_several_at_once_every_earlier_name_leads_to_the_last(self, admin, anonymous, new_user, new_token):
        administrators = [new_token(admin, "write:admin") for _ in range(4)]
        for _ in range(5):
            ada = new_user()
            names = [f"{ada.name}-{number}" for number in range(len(administrators))]
            with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
                answers = list(pool.map(lambda who, name: who.session.post(
                    f"{who.url}/api/v1/admin/users/{ada.name}/rename", json={"new_username": name}, allow_redirects=False), administrators, names))
            took = [name for name, answer in zip(names, answers) if answer.status_code == 204]
            assert took and all(answer.status_code in (204, 307) for answer in answers), [answer.text for answer in answers]
            (present,) = [name for name in took if anonymous.call("GET", f"/users/{name}").status_code == 200]
            for name in {ada.name, *took} - {present}:
                assert anonymous.get(f"/users/{name}", expect=307).headers["Location"] == f"/api/v1/users/{present}"

    @pytest.mark.parametrize("name", ["root", "ROOT", "api", "b--d", "x.keys", "", None])
    def test_names_that_cannot_be(self, admin, new_user, name):
        ada = new_user()
        admin.refused("POST", f"/admin/users/{ada.name}/rename", 422, {} if name is None else {"new_username": name})

    def test_is_for_administrators(self, admin, anonymous, new_user):
        ada = new_user()
        ada.refused("POST", f"/admin/users/{ada.name}/rename", 403, {"new_username": "me"})
        anonymous.refused("POST", f"/admin/users/{ada.name}/rename", 401, {"new_username": "me"})
        admin.refused("POST", "/admin/users/no-such-person/rename", 404, {"new_username": "me"})
