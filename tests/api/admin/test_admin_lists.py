"""GET /admin/users with its filters, /admin/emails, badges."""

import pytest
from client import ADMIN, Client


@pytest.fixture(scope="module")
def people(admin, new_user):
    """Four accounts that differ in everything that can be filtered; their names contain `flt-`."""
    new_user("flt-b", full_name="Ben Owlish", visibility="private", created_at="2020-01-01T00:00:00Z")
    new_user("flt-a", full_name="Ann Owlish", login_name="at-source", created_at="2021-01-01T00:00:00Z")
    new_user("flt-c", restricted=True, visibility="limited", created_at="2019-01-01T00:00:00Z")
    new_user("flt-d", created_at="2018-01-01T00:00:00Z")
    admin.call("PATCH", "/admin/users/flt-a", {"active": False})
    admin.call("PATCH", "/admin/users/flt-c", {"admin": True})
    admin.call("PATCH", "/admin/users/flt-d", {"prohibit_login": True, "full_name": "Dee"})


def found(admin, query):
    answer = admin.get(f"/admin/users?{query}")
    names = [user["login"].removeprefix("flt-") for user in answer.json()]
    return "".join(names), int(answer.headers["X-Total-Count"])


@pytest.mark.usefixtures("people")
class TestUsers:
    @pytest.mark.parametrize("query, names", [
        ("q=flt-", "abcd"), ("q=OWLISH", "ab"), ("q=flt-b@example", "b"), ("q=flt-&visibility=private", "b"),
        ("q=flt-&visibility=", "abcd"), ("q=flt-&is_active=false", "a"), ("q=flt-&is_active=T", "bcd"),
        ("q=flt-&is_active=", "abcd"), ("q=flt-&is_active=what", "a"), ("q=flt-&is_admin=on", "c"), ("q=flt-&is_restricted=1", "c"),
        ("q=flt-&is_2fa_enabled=true", ""), ("q=flt-&is_2fa_enabled=false", "abcd"), ("q=flt-&is_prohibit_login=TRUE", "d"),
        ("q=flt-&login_name=at-source", "a"), ("q=flt-&login_name=at", ""), ("q=flt-&source_id=3", ""), ("q=flt-&source_id=0", "abcd"),
        ("q=owlish&is_active=true", "b"), ("q=flt-&sort=name&order=desc", "dcba"), ("q=flt-&sort=created", "dcba"),
        ("q=flt-&sort=created&order=desc", "abcd"), ("q=flt-&sort=id", "bacd"), ("q=flt-&sort=id&order=desc", "dcab"),
        ("q=flt-&sort=updated&limit=50&order=", None), ("q=flt-&order=desc", "abcd"), ("q=flt-&order=up", "abcd"), ("q=f%25", ""),
        ("q=" + "x" * 9999, "")])
    def test_filters_and_orders(self, admin, query, names):
        got, total = found(admin, query)
        assert total == len(got)
        assert got == names if names is not None else sorted(got) == list("abcd")

    @pytest.mark.parametrize("query", ["visibility=secret", "sort=size", "sort=id&order=up"])
    def test_what_does_not_fit(self, admin, query):
        admin.refused("GET", f"/admin/users?{query}", 422)

    def test_pages(self, admin):
        assert found(admin, "q=flt-&limit=3&page=2") == ("d", 4)

    def test_shows_everything(self, admin):
        assert admin.get("/admin/users?q=flt-d").json()[0]["prohibit_login"] is True


def test_are_for_administrators(admin, anonymous, new_user, new_token):
    ada = new_user()
    for path in ("users", "emails", "emails/search", f"users/{ada.name}/badges"):
        anonymous.refused("GET", f"/admin/{path}", 401)
        ada.refused("GET", f"/admin/{path}", 403)
        new_token(admin, "read:user").refused("GET", f"/admin/{path}", 403)
        new_token(admin, "read:admin").get(f"/admin/{path}")


class TestEmails:
    def test_every_address_with_its_account(self, admin, new_user):
        ada = new_user(full_name="Fernando Emailson")
        ada.post("/user/emails", {"emails": [f"A-{ada.name}@example.com"]}, expect=201)
        number = ada.get("/user").json()["id"]
        answer = admin.get("/admin/emails/search?q=EMAILSON")
        assert answer.json() == [
            {"email": f"A-{ada.name}@example.com", "verified": True, "primary": False, "user_id": number, "username": ada.name},
            {"email": f"{ada.name}@example.com", "verified": True, "primary": True, "user_id": number, "username": ada.name}]
        assert answer.headers["X-Total-Count"] == "2"
        assert admin.get(f"/admin/emails/search?q=a-{ada.name}@").headers["X-Total-Count"] == "1"
        # A sign that stands for itself: others may have it in their names.
        assert ada.name not in [found["username"] for found in admin.get("/admin/emails/search?q=%25").json()]
        assert admin.get("/admin/emails/search?q=" + "x" * 999).json() == []
        rows = [e["email"].lower() for e in admin.get("/admin/emails?limit=50").json()]
        assert rows == sorted(rows) and rows


class TestBadges:
    def test_lists_that_are_empty_or_absent(self, admin, new_user):
        path = f"/admin/users/{new_user().name}/badges"
        assert admin.get(path).json() == [] and admin.get(path).headers["X-Total-Count"] == "0"
        for method in ("POST", "DELETE"):
            admin.call(method, path, {"badge_slugs": []}, expect=204)
            admin.refused(method, path, 422, {})
            admin.refused(method, "/admin/users/no-such-person/badges", 404, {"badge_slugs": []})
        admin.refused("POST", path, 422, {"badge_slugs": ["unknown"]})
        admin.delete(path, json={"badge_slugs": ["unknown"]}, expect=204)

    def test_are_given_and_taken(self, program):
        program.create_user(*ADMIN, "--admin")
        program.sql("INSERT INTO badge (slug, description, image_url) VALUES ('star', 'Shines', 'https://x.y/z.png'), ('moon', '', '')")
        root = Client(program.start().url, basic=ADMIN)
        path = "/admin/users/root/badges"
        for slugs in (["star", "moon"], ["moon"]):
            root.post(path, {"badge_slugs": slugs}, expect=204)
        star, moon = root.get(path).json()
        assert star["Slug"] == star["slug"] == "star" and star["ImageURL"] == "https://x.y/z.png" and moon["Slug"] == "moon"
        root.delete(path, json={"badge_slugs": ["star", "sun"]}, expect=204)
        assert [badge["Slug"] for badge in root.get(path).json()] == ["moon"]
        root.refused("POST", path, 422, {"badge_slugs": ["star", "sun"]})
        assert len(root.get(path).json()) == 1
