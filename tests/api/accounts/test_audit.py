"""GET /admin/audit: who came in, who did not, and what was changed."""
import datetime
import subprocess

import pytest
from client import ADMIN, PASSWORD, Client
from one_time import protected


def events(admin, **filters):
    return admin.get("/admin/audit", params=filters).json()


def only(admin, **filters):
    found = events(admin, **filters)
    assert len(found) == 1, found
    return found[0]


def test_is_for_administrators(admin, new_user, new_token, anonymous):
    ada = new_user()
    ada.refused("GET", "/admin/audit", 403)
    anonymous.refused("GET", "/admin/audit", 401)


def test_a_sign_in_is_told_once_with_where_it_came_from(admin, server, new_user):
    ada = new_user()
    caller = Client(server.url, basic=(ada.name, PASSWORD), headers={"User-Agent": "tool/1", "X-Request-Id": "r-77"})
    for _ in range(3):
        caller.get("/user")
    event = only(admin, kind="sign_in", user=ada.name)
    assert event["actor"] == event["account"] == ada.name
    assert event["credential"] == "password" and event["token_id"] == 0
    assert event["address"] == "127.0.0.1"
    assert event["user_agent"] == "tool/1" and event["request_id"] == "r-77"
    told = datetime.datetime.fromisoformat(event["created_at"].replace("Z", "+00:00"))
    assert abs((datetime.datetime.now(datetime.timezone.utc) - told).total_seconds()) < 60


def test_a_failure_names_the_account_and_no_unknown_name(admin, client, new_user):
    ada = new_user()
    for _ in range(2):
        client(basic=(ada.name, "wrong")).refused("GET", "/user", 401)
    event = only(admin, kind="sign_in_failed", user=ada.name)
    assert event["actor"] == "" and event["actor_id"] == 0
    assert event["details"] == {"times": 2}
    client(basic=("my-secret-password", "")).refused("GET", "/user", 401)
    assert "my-secret-password" not in admin.get("/admin/audit").text


def test_tokens_made_and_deleted(admin, client, new_user, new_token):
    ada = new_user()
    token = new_token(ada, "read:user", name="first")
    made = only(admin, kind="token_created", user=ada.name)
    assert made["details"] == {"id": token.made["id"], "name": "first", "scopes": "read:user"}
    assert token.token not in str(made)
    token.delete("/token")
    gone = only(admin, kind="token_deleted", user=ada.name)
    assert gone["credential"] == "token" and gone["token_id"] == token.made["id"]
    other = new_token(ada, "read:user", name="second")
    admin.delete(f"/users/{ada.name}/tokens/second")
    gone = events(admin, kind="token_deleted", user=ada.name)[0]
    assert gone["actor"] == ADMIN[0] and gone["account"] == ada.name and gone["details"]["id"] == other.made["id"]


def test_what_failed_is_not_told_as_done(admin, new_user, new_token):
    ada = new_user()
    new_token(ada, "read:user", name="once")
    ada.refused("POST", f"/users/{ada.name}/tokens", 400, {"name": "once", "scopes": ["all"]})
    ada.refused("DELETE", f"/users/{ada.name}/tokens/none", 404)
    assert len(events(admin, kind="token_created", user=ada.name)) == 1
    assert events(admin, kind="token_deleted", user=ada.name) == []


def test_sudo_tells_both(admin, new_user):
    ada = new_user()
    for _ in range(2):
        admin.get("/user", params={"sudo": ada.name})
    event = only(admin, kind="sudo", user=ada.name)
    assert event["actor"] == ADMIN[0] and event["account"] == ada.name and event["details"] == {}
    admin.post(f"/users/{ada.name}/tokens?sudo={ada.name}", {"name": "t", "scopes": ["all"]}, expect=201)
    told = events(admin, kind="sudo", user=ada.name)[0]
    assert told["details"] == {"method": "POST", "path": f"/api/v1/users/{ada.name}/tokens"}
    made = only(admin, kind="token_created", user=ada.name)
    assert made["actor"] == ADMIN[0], "the administrator did it, whoever it was done as"


def test_the_second_step_and_the_pages(admin, server, new_user):
    ada = new_user()
    browser, _, _ = protected(server.url, ada.name)
    assert only(admin, kind="two_factor_enabled", user=ada.name)["credential"] == "session"
    signed_in = only(admin, kind="sign_in", user=ada.name)
    assert signed_in["credential"] == "session" and signed_in["details"] == {"methods": "pwd"}
    ada.refused("GET", "/user", 401)
    browser.post("/user/settings/security/two_factor/disable", expect=303)
    assert only(admin, kind="two_factor_disabled", user=ada.name)["actor"] == ada.name


def test_an_account_that_was_made(admin, new_user):
    ada = new_user()
    event = only(admin, kind="account_created", user=ada.name)
    assert event["actor"] == ADMIN[0] and event["account"] == ada.name


def test_what_administrators_change_of_an_account(admin, new_user):
    ada = new_user()
    path = f"/admin/users/{ada.name}"
    admin.call("PATCH", path, {"full_name": "Ada", "admin": True, "restricted": False, "password": "another-one-1", "must_change_password": False})
    assert only(admin, kind="account_changed", user=ada.name)["details"] == {"changed": ["admin on"]}
    told = only(admin, kind="password_changed", user=ada.name)
    assert told["actor"] == ADMIN[0] and "another-one-1" not in str(told)
    admin.call("PATCH", path, {"admin": False, "prohibit_login": True, "email": f"{ada.name}.2@example.com"})
    told = [event["details"] for event in events(admin, kind="account_changed", user=ada.name)][:3]
    assert told == [{"changed": ["admin off"]}, {"changed": ["email"]}, {"changed": ["prohibit_login on"]}]
    admin.refused("PATCH", path, 400, {"email": "nonsense"})
    assert len(events(admin, kind="account_changed", user=ada.name)) == 4
    admin.post(f"{path}/rename", {"new_username": ada.name + "-x"}, expect=204)
    renamed = only(admin, kind="account_changed", user=ada.name + "-x")
    assert renamed["details"] == {"name_before": ada.name}
    admin.delete(f"{path}-x", expect=204)
    gone = only(admin, kind="account_deleted", user=ada.name + "-x")
    assert gone["actor"] == ADMIN[0] and gone["account_id"] == renamed["account_id"]


def test_addresses_that_people_get_in_by(admin, new_user):
    ada = new_user()
    other = f"{ada.name}.2@example.com"
    ada.post("/user/emails", {"emails": [other]}, expect=201)
    assert only(admin, kind="account_changed", user=ada.name)["details"] == {"email": other, "change": "added"}
    ada.call("DELETE", "/user/emails", {"emails": [other]}, expect=204)
    assert events(admin, kind="account_changed", user=ada.name)[0]["details"] == {"email": other, "change": "removed"}


def test_pages_and_filters(admin, new_user, new_token):
    ada = new_user()
    for number in range(3):
        new_token(ada, "read:user", name=f"n{number}")
    answer = admin.get("/admin/audit", params={"kind": "token_created", "actor": ada.name.upper(), "limit": 2})
    assert [event["details"]["name"] for event in answer.json()] == ["n2", "n1"]
    assert answer.headers["X-Total-Count"] == "3" and 'rel="next"' in answer.headers["Link"]
    assert events(admin, user=ada.name, since="2999-01-01T00:00:00Z") == []
    assert events(admin, user=ada.name, before="2000-01-01T00:00:00Z") == []
    assert len(events(admin, user=ada.name, kind="token_created", since="2000-01-01T00:00:00Z")) == 3


@pytest.mark.parametrize("bad", [{"kind": "nonsense"}, {"since": "yesterday"}, {"before": "1"}])
def test_a_filter_that_makes_no_sense_is_422(admin, bad):
    admin.refused("GET", "/admin/audit", 422, params=bad)


def test_keys_added_and_removed(admin, new_user, tmp_path):
    ada = new_user()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "key"], check=True)
    made = ada.post("/user/keys", {"title": "laptop", "key": (tmp_path / "key.pub").read_text()}, expect=201).json()
    told = only(admin, kind="key_added", user=ada.name)
    assert told["details"] == {"form": "ssh", "id": made["id"], "name": made["fingerprint"]}
    ada.refused("DELETE", "/user/keys/999999", 404)
    admin.delete(f"/user/keys/{made['id']}")
    gone = only(admin, kind="key_removed", user=ada.name)
    assert gone["actor"] == ADMIN[0] and gone["account"] == ada.name and gone["details"]["id"] == made["id"]
