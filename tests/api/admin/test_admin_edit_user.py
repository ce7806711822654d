"""PATCH and DELETE /admin/users/{username}."""
import concurrent.futures
import itertools

import pytest
from client import ADMIN, Client
from program import wait_until


def edit(admin, user, change, expect=200):
    return admin.call("PATCH", f"/admin/users/{user.name}", change, expect=expect)


class TestEdit:
    def test_only_what_is_sent_changes(self, admin, new_user):
        ada = new_user()
        before = admin.get(f"/users/{ada.name}").json()
        assert edit(admin, ada, {}).json() == before
        change = {"full_name": "Ada", "website": "https://ada.example.com", "location": "Lima", "description": "here",
                  "visibility": "private", "login_name": "lovelace", "restricted": True}
        edited = edit(admin, ada, change).json()
        assert edited == {**before, **change} == admin.get(f"/users/{ada.name.upper()}").json()
        assert edit(admin, ada, {"full_name": "", "visibility": "", "password": "", "source_id": 0}).json() == {**edited, "full_name": ""}

    def test_the_address_is_replaced(self, admin, client, new_user):
        ada, bob = new_user(), new_user()
        new = f"{ada.name}.new@example.com"
        assert edit(admin, ada, {"email": new.upper()}).json()["email"] == new.upper()
        client(basic=(new, ada.basic[1])).get("/user")
        (only,) = ada.get("/user/emails").json()
        assert only["email"].lower() == new and only["primary"] and only["verified"]
        bob.post("/user/emails", {"emails": [f"{ada.name}@example.com"]}, expect=201)
        for taken in (f"{bob.name}@example.com", f"{ada.name}@example.com", "nonsense", ""):
            edit(admin, ada, {"email": taken}, expect=400)
        edit(admin, ada, {"email": new.upper()})
        ada.post("/user/emails", {"emails": [f"{ada.name}.3@example.com"]}, expect=201)
        edit(admin, ada, {"email": f"{ada.name}.3@example.com"}, expect=400)

    def test_a_new_password(self, admin, client, new_user, new_token):
        ada = new_user()
        token = new_token(ada, "read:user")
        edit(admin, ada, {"password": "short"}, expect=400)
        ada.get("/user")
        edit(admin, ada, {"password": "another-pass-2"})
        ada.refused("GET", "/user", 401)
        client(basic=(ada.name, "another-pass-2")).get("/user")
        token.get("/user")

    def test_what_keeps_people_out(self, admin, new_user, new_token):
        ada = new_user()
        token = new_token(ada, "all")
        edit(admin, ada, {"prohibit_login": True})
        ada.refused("GET", "/user", 401)
        token.refused("GET", "/user", 403, keys=("message",))
        edit(admin, ada, {"prohibit_login": False, "active": False})
        token.refused("GET", "/user", 403, keys=("message",))
        edit(admin, ada, {"active": True, "must_change_password": True})
        ada.refused("GET", "/user", 403, keys=("message",))
        edit(admin, ada, {"must_change_password": False})
        token.get("/user")

    def test_making_administrators_and_unmaking_them(self, admin, new_user):
        ada = new_user()
        edit(admin, ada, {"admin": True})
        ada.get("/admin/users")
        edit(ada, ada, {"admin": False})
        ada.refused("GET", "/admin/users", 403)

    @pytest.mark.parametrize("change", [{"visibility": "secret"}, {"full_name": "x" * 101}, {"website": "no url"}, {"location": "x" * 51},
                                        {"description": "x" * 256}, {"active": "perhaps"}, {"source_id": 4711}])
    def test_what_does_not_fit_changes_nothing(self, admin, new_user, change):
        ada = new_user()
        before = admin.get(f"/users/{ada.name}").json()
        admin.refused("PATCH", f"/admin/users/{ada.name}", 422, {"login_name": "other", **change})
        assert admin.get(f"/users/{ada.name}").json() == before

    def test_a_later_failure_leaves_the_earlier_changes(self, admin, new_user):
        ada = new_user()
        edit(admin, ada, {"login_name": "changed", "full_name": "unchanged", "email": "nonsense"}, expect=400)
        shown = admin.get(f"/users/{ada.name}").json()
        assert shown["login_name"] == "changed" and shown["full_name"] == ""

    def test_is_for_administrators(self, admin, anonymous, new_user, new_token):
        ada = new_user()
        ada.refused("PATCH", f"/admin/users/{ada.name}", 403, {})
        anonymous.refused("PATCH", f"/admin/users/{ada.name}", 401, {})
        new_token(admin, "read:admin").refused("PATCH", f"/admin/users/{ada.name}", 403, {})
        admin.refused("PATCH", "/admin/users/no-such-person", 404, {"visibility": "secret"})


class TestDelete:
    def test_takes_all_along_and_frees_the_names(self, admin, anonymous, new_user, new_token):
        ada, bob = new_user(), new_user()
        token = new_token(ada, "all")
        ada.call("PUT", f"/user/following/{bob.name}", expect=204)
        bob.call("PUT", f"/user/following/{ada.name}", expect=204)
        ada.post("/user/emails", {"emails": [f"{ada.name}.2@example.com"]}, expect=201)
        admin.delete(f"/admin/users/{ada.name}", expect=204)
        admin.refused("DELETE", f"/admin/users/{ada.name}", 404)
        anonymous.refused("GET", f"/users/{ada.name}", 404)
        ada.refused("GET", "/user", 401)
        token.refused("GET", "/user", 401)
        me = bob.get("/user").json()
        assert (me["followers_count"], me["following_count"]) == (0, 0)
        bob.post("/user/emails", {"emails": [f"{ada.name}.2@example.com"]}, expect=201)
        new_user(ada.name)

    def test_old_names_of_the_deleted_lead_nowhere(self, admin, anonymous, new_user):
        ada = new_user()
        admin.post(f"/admin/users/{ada.name}/rename", {"new_username": ada.name + "-x"}, expect=204)
        admin.delete(f"/admin/users/{ada.name}-x", expect=204)
        anonymous.refused("GET", f"/users/{ada.name}", 404)

    def test_an_owner_of_repositories_is_purged_or_stays(self, admin, anonymous, new_user):
        ada = new_user()
        for name in ("one", "two"):
            ada.post("/user/repos", {"name": name}, expect=201)
        admin.refused("DELETE", f"/admin/users/{ada.name}", 422)
        ada.get(f"/repos/{ada.name}/one")
        admin.delete(f"/admin/users/{ada.name}?purge=true", expect=204)
        anonymous.refused("GET", f"/users/{ada.name}", 404)
        anonymous.refused("GET", f"/repos/{ada.name}/one", 404)

    def test_an_owner_at_work_is_purged_all_the_same(self, admin, anonymous, client, new_user, new_token):
        for _ in range(4):
            ada = new_user()
            token = new_token(ada, "all").token

            def work(worker):
                """Makes repositories until that is refused; the answer that refuses it."""
                mine = client(token=token)
                for number in itertools.count():
                    answer = mine.session.post(f"{mine.url}/api/v1/user/repos", json={"name": f"r-{worker}-{number}"}, timeout=30)
                    if answer.status_code != 201:
                        return answer

            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                refusals = [pool.submit(work, worker) for worker in range(8)]
                wait_until(lambda: admin.get(f"/users/{ada.name}/repos").json(), "the first repository")
                admin.delete(f"/admin/users/{ada.name}?purge=true", expect=204)
            anonymous.refused("GET", f"/users/{ada.name}", 404)
            for refusal in (waited.result() for waited in refusals):
                assert refusal.status_code in (401, 403, 404), refusal.text

    def test_several_at_once_delete_it_once(self, admin, new_user, new_token):
        administrators = [new_token(admin, "write:admin") for _ in range(4)]
        for _ in range(5):
            ada = new_user()
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                answers = list(pool.map(lambda who: who.session.delete(f"{who.url}/api/v1/admin/users/{ada.name}"), administrators))
            assert sorted(answer.status_code for answer in answers) == [204, 404, 404, 404]

    def test_oneself_stays(self, admin):
        admin.refused("DELETE", "/admin/users/root", 422)
        admin.refused("DELETE", "/admin/users/root?purge=true", 422)

    def test_is_for_administrators(self, anonymous, new_user):
        ada = new_user()
        ada.refused("DELETE", "/admin/users/root", 403)
        anonymous.refused("DELETE", "/admin/users/root", 401)


def test_the_last_administrator_stays(program):
    program.create_user(*ADMIN, "--admin")
    root = Client(program.start().url, basic=ADMIN)
    root.refused("PATCH", "/admin/users/root", 400, {"admin": False})
    assert root.get("/user").json()["is_admin"] is True
    program.create_user("second", "second-pass", "--admin")
    second = Client(program.url, basic=("second", "second-pass"))
    second.call("PATCH", "/admin/users/root", {"admin": False})
    root.refused("GET", "/admin/users", 403)
    second.refused("PATCH", "/admin/users/second", 400, {"admin": False})
    second.delete("/admin/users/root", expect=204)


@pytest.mark.parametrize("kept_out", [{"active": False}, {"prohibit_login": True}])
def test_the_last_administrator_who_can_sign_in_stays(program, kept_out):
    program.create_user(*ADMIN, "--admin")
    program.create_user("second", "second-pass", "--admin")
    root = Client(program.start().url, basic=ADMIN)
    second = Client(program.url, basic=("second", "second-pass"))
    root.call("PATCH", "/admin/users/second", kept_out)
    for change in ({"admin": False}, {"active": False}, {"prohibit_login": True}):
        root.refused("PATCH", "/admin/users/root", 400, change)
    root.call("PATCH", "/admin/users/second", {"admin": False})
    root.call("PATCH", "/admin/users/second", {"active": True, "prohibit_login": False, "admin": True})
    second.call("PATCH", "/admin/users/root", kept_out)
    second.refused("PATCH", "/admin/users/second", 400, {"admin": False})
    second.delete("/admin/users/root?purge=true", expect=204)
