"""What the audit trail tells of applications, of what people approved for them, and of tokens that were ended."""
import re

import pytest
from client import ADMIN
from relying_party import REDIRECT
from visitor import Visitor

FORM = {"name": "Paper", "redirect_uris": REDIRECT, "confidential_client": "true"}


@pytest.fixture
def told(admin):
    """told(kind, **filters) are the trail's events of that kind, the oldest first."""
    return lambda kind, **filters: admin.get("/admin/audit", params={"kind": kind, **filters}).json()[::-1]


def named(party, **more):
    return {"id": party.made["id"], "name": party.made["name"], "client_id": party.id, **more}


class TestApplications:
    def test_of_a_person_by_the_api(self, told, party):
        owner = party.owner
        address = f"/user/applications/oauth2/{party.made['id']}"
        changed = owner.call("PATCH", address, {"name": "Ink", "redirect_uris": [REDIRECT]}).json()
        owner.delete(address)
        events = {kind: told(f"application_{kind}", user=owner.name) for kind in ("created", "changed", "secret_renewed", "deleted")}
        assert [len(found) for found in events.values()] == [1, 1, 1, 1]
        assert events["created"][0]["details"] == named(party)
        for kind in ("changed", "secret_renewed", "deleted"):
            assert events[kind][0]["details"] == {**named(party), "name": "Ink"}
            assert events[kind][0]["actor"] == events[kind][0]["account"] == owner.name
        for secret in (party.secret, changed["client_secret"]):
            assert secret not in str(events)

    @pytest.mark.parametrize("who", ["person", "organization", "site"])
    def test_on_pages(self, server, told, ann, who):
        visitor, actor, account, base = ann, ann.name, ann.name, "/user/settings/applications/oauth2"
        if who == "organization":
            account = "org-of-" + ann.name
            ann.api.post("/orgs", {"username": account}, expect=201)
            base = f"/org/{account}/settings/applications/oauth2"
        if who == "site":
            visitor, actor, account, base = Visitor(server.url), ADMIN[0], "", "/-/admin/applications/oauth2"
            visitor.sign_in(*ADMIN)
        visitor.post(base, {**FORM, "name": "Paper of " + ann.name}, expect=200)
        client = re.search(r'id="client-id">([^<]+)<', visitor.page).group(1)
        address = re.search(rf'action="({base}/\d+)"', visitor.page).group(1)
        visitor.post(address, FORM, expect=303)
        visitor.post(address + "/regenerate_secret", expect=200)
        visitor.post(address + "/delete", expect=303)
        for kind in ("created", "changed", "secret_renewed", "deleted"):
            found = [one for one in told(f"application_{kind}", actor=actor) if one["details"]["client_id"] == client]
            assert [(one["account"], one["credential"]) for one in found] == [(account, "session")], kind

    def test_what_was_refused_is_not_told_as_done(self, told, party, new_user):
        bob = new_user()
        bob.refused("DELETE", f"/user/applications/oauth2/{party.made['id']}", 404)
        bob.refused("PATCH", f"/user/applications/oauth2/{party.made['id']}", 404, {"name": "x", "redirect_uris": []})
        assert told("application_deleted", actor=bob.name) == told("application_changed", actor=bob.name) == []


class TestApprovals:
    def test_denied_approved_changed_and_revoked(self, told, party, ann):
        party.ask(ann, scope="openid")
        ann.submit("/login/oauth/grant", {"granted": "false"}, expect=303)
        party.approve(ann, scope="openid")
        party.approve(ann, scope="openid")  # goes without asking, and nothing has changed
        party.approve(ann, scope="openid read:user")
        ann.open("/user/settings/applications", expect=200)
        ann.submit(re.search(r"/user/settings/applications/oauth2/\d+/revoke/\d+", ann.page).group(0), expect=200)
        expected = {"denied": {"scope": "openid"}, "approved": {"scope": "openid"},
                    "reapproved": {"scope": "openid read:user", "scope_before": "openid"}, "revoked": {"scope": "openid read:user"}}
        for kind, details in expected.items():
            found = told(f"application_{kind}", user=ann.name)
            assert [one["details"] for one in found] == [named(party, **details)], kind
            assert (found[0]["actor"], found[0]["credential"], found[0]["address"]) == (ann.name, "session", "127.0.0.1")


class TestEndedTokens:
    def test_a_code_used_twice(self, told, party, ann):
        code = party.approve(ann, scope="openid")["code"]
        party.exchange(code)
        for _ in range(3):
            party.exchange(code, expect=400)
        found = told("application_tokens_ended", user=ann.name)
        assert [one["details"] for one in found] == [named(party, scope="openid", reason="code_used_twice")], "once, however often it is tried"
        assert found[0]["actor"] == "" and found[0]["address"] == "127.0.0.1"
        assert code not in str(found)

    def test_a_refresh_token_used_twice(self, told, public_party, ann):
        first = public_party.tokens(ann, scope="read:user")
        public_party.refresh(public_party.refresh(first["refresh_token"])["refresh_token"])
        for _ in range(2):
            public_party.refresh(first["refresh_token"], expect=400)
        found = told("application_tokens_ended", user=ann.name)
        assert [one["details"] for one in found] == [named(public_party, scope="read:user", reason="refresh_token_used_twice")]

    def test_what_an_application_gives_back(self, told, party, new_party, ann):
        tokens = party.tokens(ann, scope="openid")
        new_party().revoke(tokens["refresh_token"], expect=400)
        assert told("application_tokens_ended", user=ann.name) == []
        for kind in ("refresh_token", "access_token"):
            party.revoke(tokens[kind])
        found = told("application_tokens_ended", user=ann.name)
        assert [one["details"]["reason"] for one in found] == ["given_back"]
