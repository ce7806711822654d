"""/user/settings and /user/emails."""
import pytest
from program import Program

EMPTY = {"full_name": "", "website": "", "description": "", "location": "", "language": "", "theme": "cairn-auto",
         "diff_view_style": "", "hide_email": False, "hide_activity": False}


class TestSettings:
    def test_only_what_is_sent_changes(self, new_user):
        ada = new_user()
        assert ada.get("/user/settings").json() == EMPTY
        chosen = {"full_name": "Ada", "website": "https://ada.example.com/x", "location": "Oslo", "description": "hello",
                  "language": "nb-NO", "theme": "no-such-theme", "diff_view_style": "split", "hide_email": True, "hide_activity": True}
        assert ada.call("PATCH", "/user/settings", chosen, expect=200).json() == chosen
        changed = {**chosen, "full_name": "", "website": ""}
        assert ada.call("PATCH", "/user/settings", {"full_name": "", "website": "", "location": None}).json() == changed
        assert ada.call("PATCH", "/user/settings", {}).json() == ada.get("/user/settings").json() == changed
        assert ada.get("/user").json()["language"] == "nb-NO"

    @pytest.mark.parametrize("change", [
        {"full_name": "x" * 101}, {"description": "x" * 256}, {"location": "ö" * 51}, {"website": "not a url"},
        {"website": "ftp://example.com"}, {"website": "https://"}, {"website": "http://:80"}, {"website": "http://a b"},
        {"website": "javascript:alert(1)"}, {"website": "https://a:port/"}, {"website": "https://a.b/" + "x" * 250},
        {"hide_email": "yes"}, {"theme": "x" * 256}])
    def test_what_does_not_fit_changes_nothing(self, new_user, change):
        ada = new_user()
        ada.refused("PATCH", "/user/settings", 422, {"full_name": "other", **change})
        assert ada.get("/user/settings").json() == EMPTY

    @pytest.mark.parametrize("change", [
        {"full_name": "ö" * 100, "location": "y" * 50, "description": "z" * 255}, {"website": "HTTP://[::1]:8080/?q#f"},
        {"website": "http://localhost"}])
    def test_what_just_fits(self, new_user, change):
        assert change.items() <= new_user().call("PATCH", "/user/settings", change, expect=200).json().items()

    def test_scopes(self, anonymous, new_user, new_token):
        ada = new_user()
        new_token(ada, "read:user").get("/user/settings")
        new_token(ada, "read:user").refused("PATCH", "/user/settings", 403, {})
        new_token(ada, "public-only", "all").refused("GET", "/user/settings", 403)
        anonymous.refused("GET", "/user/settings", 401)


class TestEmails:
    def test_are_added_and_deleted(self, new_user):
        ada = new_user()
        first = {"email": f"{ada.name}@example.com", "verified": True, "primary": True, "user_id": 0, "username": ""}
        assert ada.get("/user/emails").json() == [first]
        added = ada.post("/user/emails", {"emails": [f"{ada.name}.2@example.com", f"{ada.name}.Three@Example.com"]}, expect=201)
        assert added.json() == ada.get("/user/emails").json()
        assert [(e["email"], e["verified"], e["primary"]) for e in added.json()[1:]] == [
            (f"{ada.name}.2@example.com", True, False), (f"{ada.name}.Three@Example.com", True, False)]
        ada.delete("/user/emails", json={"emails": [f"{ada.name}.2@example.com", f"{ada.name}.THREE@example.com"]}, expect=204)
        ada.delete("/user/emails", json={"emails": []}, expect=204)
        assert ada.get("/user/emails").json() == [first]

    def test_one_after_the_other(self, new_user):
        ada = new_user()
        ada.refused("POST", "/user/emails", 422, {"emails": [f"{ada.name}.2@example.com", "bad", f"{ada.name}.3@example.com"]})
        assert len(ada.get("/user/emails").json()) == 2
        ada.refused("DELETE", "/user/emails", 404, {"emails": [f"{ada.name}.2@example.com", "unknown@example.com"]})
        assert len(ada.get("/user/emails").json()) == 1

    def test_of_the_site_itself_stand_for_whoever_hides_the_own(self, anonymous, new_user):
        ada, bob = new_user(), new_user()
        hidden = anonymous.get(f"/users/{ada.name}").json()["email"]
        for address in (hidden, hidden.upper(), f"{bob.name}@{hidden.split('@')[1]}"):
            bob.refused("POST", "/user/emails", 422, {"emails": [address]})

    def test_belong_to_one_account(self, new_user):
        ada, bob = new_user(), new_user()
        ada.post("/user/emails", {"emails": [f"{ada.name}.2@example.com"]}, expect=201)
        for address in (f"{ada.name}.2@EXAMPLE.com", f"{ada.name}@example.com", f"{bob.name}@example.com"):
            bob.refused("POST", "/user/emails", 422, {"emails": [address]})
        bob.refused("DELETE", "/user/emails", 404, {"emails": [f"{ada.name}.2@example.com"]})

    @pytest.mark.parametrize("body", [{}, {"emails": []}, {"emails": [""]}, {"emails": ["two words@example.com"]},
                                      {"emails": ["-dash@example.com"]}, {"emails": "a@example.com"},
                                      {"emails": [f"many-{n}@example.com" for n in range(101)]}])
    def test_that_cannot_be(self, new_user, body):
        new_user().refused("POST", "/user/emails", 422, body)

    def test_the_primary_one_stays(self, new_user):
        ada = new_user()
        ada.refused("DELETE", "/user/emails", 422, {"emails": [f"{ada.name}@example.com"]})

    def test_scopes(self, anonymous, new_user, new_token):
        ada = new_user()
        for method in ("GET", "POST", "DELETE"):
            anonymous.refused(method, "/user/emails", 401, {"emails": ["x@example.com"]})
        new_token(ada, "public-only", "read:user").refused("GET", "/user/emails", 403)

    def test_wait_for_confirmation_where_the_site_asks_for_it(self, tmp_path, database):
        from client import ADMIN, Client

        instance = Program(tmp_path / "data", database, {"service": {"REGISTER_EMAIL_CONFIRM": "true"},
                                                         "mailer": {"ENABLED": "true", "SMTP_ADDR": "127.0.0.1", "FROM": "a@example.com"}})
        try:
            instance.create_user(*ADMIN, "--admin")
            root = Client(instance.start().url, basic=ADMIN)
            added = root.post("/user/emails", {"emails": ["second@example.com"]}, expect=201).json()
            assert [e["verified"] for e in added] == [True, False]
        finally:
            instance.close()
