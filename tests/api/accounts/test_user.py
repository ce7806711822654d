"""GET /user, and the ways to say who one is."""
import base64

import pytest
from client import PASSWORD

FIELDS = {
    "id", "login", "login_name", "source_id", "full_name", "email", "avatar_url", "html_url", "language", "is_admin",
    "last_login", "created", "restricted", "active", "prohibit_login", "location", "website", "description", "visibility",
    "followers_count", "following_count", "starred_repos_count", "username",
}


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def test_shows_oneself_whole(new_user, server):
    ada = new_user()
    me = ada.get("/user", expect=200).json()
    assert FIELDS <= set(me)
    assert me["login"] == me["username"] == ada.name
    assert me["email"] == f"{ada.name}@example.com"
    assert me["active"] is True and me["is_admin"] is False and me["prohibit_login"] is False
    assert me["visibility"] == "public" and me["followers_count"] == 0
    assert me["html_url"] == f"{server.url}/{ada.name}"
    assert me["avatar_url"].startswith(server.url + "/avatars/")
    assert me["created"].endswith("Z")


def test_the_administrator_is_one(admin):
    assert admin.get("/user").json()["is_admin"] is True


def test_anonymous_is_401(anonymous):
    anonymous.refused("GET", "/user", 401)


class TestPassword:
    def test_the_name_in_any_case_with_blanks_around_or_the_email(self, client, new_user):
        name = new_user().name
        for login in (name.upper(), f" {name} ", f"{name}@example.com", f"{name.upper()}@EXAMPLE.com"):
            assert client(basic=(login, PASSWORD)).get("/user").json()["login"] == name

    def test_wrong_empty_or_of_nobody_is_401(self, client, new_user):
        name = new_user().name
        for login, password in ((name, "wrong"), (name, ""), ("nobody-at-all", PASSWORD), ("no@example.com", PASSWORD), ("", "")):
            client(basic=(login, password)).refused("GET", "/user", 401)

    def test_a_wrong_one_stays_wrong_after_the_right_one_was_cached(self, client, new_user):
        ada = new_user()
        for _ in range(3):
            ada.get("/user")
            client(basic=(ada.name, PASSWORD + "x")).refused("GET", "/user", 401)

    @pytest.mark.parametrize("header", ["Basic ***", "Basic " + encoded("no-colon"), "Basic", "Digest username=ada", "Bearer",
                                        "token a b", "Basic " + encoded(":")])
    def test_a_header_that_says_nothing_is_anonymous_not_an_error(self, client, header):
        client(headers={"Authorization": header}).refused("GET", "/user", 401)

    @pytest.mark.parametrize("scheme", ["basic  ", "BASIC ", "bAsIc "])
    def test_the_scheme_is_read_in_any_case(self, client, new_user, scheme):
        name = new_user().name
        caller = client(headers={"Authorization": scheme + encoded(f"{name}:{PASSWORD}")})
        assert caller.get("/user").json()["login"] == name


class TestToken:
    @pytest.mark.parametrize("scheme", ["token", "bearer", "Token", "BEARER"])
    def test_in_the_header(self, client, new_user, new_token, scheme):
        ada = new_user()
        value = new_token(ada, "read:user").token
        assert client(headers={"Authorization": f"{scheme} {value}"}).get("/user").json()["login"] == ada.name

    @pytest.mark.parametrize("parameter", ["token", "access_token"])
    def test_in_the_query(self, anonymous, new_user, new_token, parameter):
        ada = new_user()
        value = new_token(ada, "read:user").token
        assert anonymous.get(f"/user?{parameter}={value}").json()["login"] == ada.name

    def test_without_its_scheme_is_no_credential(self, client, new_user, new_token):
        client(headers={"Authorization": new_token(new_user(), "all").token}).refused("GET", "/user", 401)

    def test_as_basic_password_or_name(self, client, new_user, new_token):
        ada = new_user()
        value = new_token(ada, "read:user").token
        for basic in ((ada.name, value), ("anything", value), (value, ""), (value, "x-oauth-basic")):
            assert client(basic=basic).get("/user").json()["login"] == ada.name

    def test_an_almost_right_one_is_401(self, client, new_user, new_token):
        value = new_token(new_user(), "all").token
        for wrong in (value[:-1] + ("0" if value[-1] != "0" else "1"), value[:-1], value + "0", "0" * 40, "short"):
            client(token=wrong).refused("GET", "/user", 401)

    def test_in_the_query_beats_the_header(self, client, new_user, new_token):
        ada, bob = new_user(), new_user()
        by_query, by_header = new_token(ada, "read:user"), new_token(bob, "read:user")
        assert by_header.get(f"/user?token={by_query.token}").json()["login"] == ada.name

    def test_a_bad_one_does_not_stop_a_right_password(self, new_user):
        ada = new_user()
        assert ada.get("/user?token=bad").json()["login"] == ada.name


class TestScope:
    @pytest.mark.parametrize("scope", ["read:user", "write:user", "all"])
    def test_suffices(self, new_user, new_token, scope):
        new_token(new_user(), scope).get("/user", expect=200)

    @pytest.mark.parametrize("scopes", [["read:repository"], ["write:issue", "write:admin"], []])
    def test_lacks_and_is_named(self, new_user, new_token, scopes):
        answer = new_token(new_user(), *scopes).refused("GET", "/user", 403)
        assert "read:user" in answer.json()["message"]


class TestStateOfTheAccount:
    def test_must_change_the_password_is_403_with_a_message_alone(self, new_user):
        new_user(must_change_password=True).refused("GET", "/user", 403, keys=("message",))

    def test_it_is_told_only_to_who_knows_the_password(self, client, new_user):
        name = new_user(must_change_password=True).name
        client(basic=(name, "wrong")).refused("GET", "/user", 401)


class TestSudo:
    def test_an_administrator_acts_as_another(self, admin, new_user):
        name = new_user().name
        assert admin.get(f"/user?sudo={name.upper()}").json()["login"] == name
        assert admin.get("/user", headers={"Sudo": name}).json()["login"] == name
        assert admin.get("/user?sudo=", expect=200).json()["login"] == "root"

    def test_the_query_beats_the_header(self, admin, new_user):
        ada, bob = new_user().name, new_user().name
        assert admin.get(f"/user?sudo={ada}", headers={"Sudo": bob}).json()["login"] == ada

    def test_for_nobody_is_404(self, admin):
        admin.refused("GET", "/user?sudo=nobody-at-all", 404)

    def test_is_for_administrators_alone(self, anonymous, new_user, new_token):
        ada = new_user()
        for caller in (anonymous, ada, new_token(ada, "all")):
            caller.refused("GET", f"/user?sudo={ada.name}", 403, keys=("message",))
            caller.refused("GET", "/version", 403, keys=("message",), headers={"Sudo": "nobody-at-all"})

    def test_the_token_s_scopes_still_bind(self, admin, new_user, new_token):
        name = new_user().name
        new_token(admin, "read:issue").refused("GET", f"/user?sudo={name}", 403)
