"""/orgs: organizations are made, seen by some, changed and renamed by their owners, deleted."""
import pytest
from organizations import new_organization, new_team


@pytest.fixture(scope="module")
def ada(new_user):
    return new_user()


@pytest.fixture(scope="module")
def bob(new_user):
    return new_user()


@pytest.fixture(scope="module")
def seen(ada, bob):
    made = {visibility: new_organization(ada, visibility=visibility) for visibility in ("public", "limited", "private")}
    for name in made.values():
        new_team(ada, name, bob)
    return made


def names(answer):
    return [organization["name"] for organization in answer.json()]


class TestMaking:
    def test_shows_what_was_made(self, ada):
        sent = {"username": "Made-Here", "full_name": "Full", "email": "made@example.com", "description": "d",
                "website": "https://example.com/x", "location": "l", "visibility": "limited",
                "repo_admin_change_team_access": True}
        made = ada.post("/orgs", sent, expect=201).json()
        assert made["name"] == made["username"] == "Made-Here"
        assert {key: made[key] for key in sent} == sent
        assert made["avatar_url"].startswith(ada.url + "/avatars/")
        assert ada.get("/orgs/mAdE-hErE").json() == made

    def test_the_founder_is_its_owner(self, ada):
        name = new_organization(ada)
        assert [member["login"] for member in ada.get(f"/orgs/{name}/members").json()] == [ada.name]
        team, = ada.get(f"/orgs/{name}/teams").json()
        assert team["name"] == "Owners" and team["permission"] == "owner" and team["visibility"] == "limited"
        assert team["includes_all_repositories"] and team["can_create_org_repo"]

    @pytest.mark.parametrize("body", [
        {}, {"username": ""}, {"username": "bad name"}, {"username": "-x"}, {"username": "x-"}, {"username": "a..b"},
        {"username": "x" * 41}, {"username": "API"}, {"username": "x.keys"}, {"full_name": "nameless"},
        {"username": "ok-1", "visibility": "secret"}, {"username": "ok-2", "website": "no address"},
        {"username": "ok-3", "website": "ftp://example.com"}, {"username": "ok-4", "website": "http://"},
        {"username": "ok-5", "full_name": "x" * 101}, {"username": "ok-6", "description": "x" * 256},
        {"username": "ok-7", "location": "x" * 51}, {"username": "ok-8", "website": "https://example.com/" + "x" * 250},
        {"username": 7}, [], None,
    ])
    def test_what_makes_no_sense_is_422(self, ada, body):
        ada.refused("POST", "/orgs", 422, body)

    def test_people_and_organizations_share_names_in_any_case(self, ada, bob):
        name = new_organization(ada)
        for taken in (name, name.upper(), ada.name, bob.name.upper()):
            ada.refused("POST", "/orgs", 422, {"username": taken})

    def test_needs_somebody(self, anonymous):
        anonymous.refused("POST", "/orgs", 401, {"username": "nobodys"})

    def test_an_address_is_not_looked_at_until_it_is_changed(self, ada):
        name = new_organization(ada, email="odd")
        ada.refused("PATCH", f"/orgs/{name}", 422, {"email": "odd"})
        assert ada.call("PATCH", f"/orgs/{name}", {"email": ""}).json()["email"] == ""

    def test_an_administrator_makes_one_for_somebody(self, admin, bob, anonymous):
        made = admin.post(f"/admin/users/{bob.name}/orgs", {"username": "for-bob", "visibility": "private"}, expect=201).json()
        assert bob.get("/orgs/for-bob").json() == made
        assert "for-bob" in names(admin.get(f"/admin/users/{bob.name}/orgs"))
        admin.refused("POST", "/admin/users/for-bob/orgs", 422, {"username": "inner"})
        admin.refused("POST", "/admin/users/none-such/orgs", 404, {"username": "other"})
        bob.refused("POST", f"/admin/users/{bob.name}/orgs", 403, {"username": "other"})
        anonymous.refused("GET", f"/admin/users/{bob.name}/orgs", 401)


class TestSeeing:
    @pytest.mark.parametrize("visibility, anonymously, strangers, restrictedly", [
        ("public", 200, 200, 200), ("limited", 404, 200, 404), ("private", 404, 404, 404)])
    def test_depends_on_its_visibility(self, seen, ada, bob, admin, anonymous, new_user, visibility, anonymously, strangers,
                                       restrictedly):
        restricted = new_user(restricted=True)
        for who, status in ((ada, 200), (bob, 200), (admin, 200), (anonymous, anonymously), (new_user(), strangers),
                            (restricted, restrictedly)):
            who.get(f"/orgs/{seen[visibility]}", expect=status)
            who.get(f"/orgs/{seen[visibility]}/public_members", expect=status)

    @pytest.mark.parametrize("visibility", ["limited", "private"])
    def test_a_restricted_member_sees_it(self, seen, ada, new_user, visibility):
        restricted = new_user(restricted=True)
        new_team(ada, seen[visibility], restricted)
        restricted.get(f"/orgs/{seen[visibility]}", expect=200)

    @pytest.mark.parametrize("method, path", [("PATCH", ""), ("DELETE", ""), ("POST", "/rename"), ("GET", "/teams"),
                                              ("GET", "/members"), ("POST", "/teams")])
    def test_what_is_hidden_is_not_there_for_strangers(self, seen, new_user, method, path):
        body = {"new_name": "x", "name": "x"} if method != "GET" else None
        new_user().refused(method, f"/orgs/{seen['private']}{path}", 404, body)

    def test_a_token_for_public_things_is_refused_what_is_not_public(self, seen, ada, new_token):
        limited = new_token(ada, "public-only", "all")
        limited.get(f"/orgs/{seen['public']}", expect=200)
        for visibility in ("limited", "private"):
            for path in ("", "/members", "/teams", "/public_members"):
                limited.refused("GET", f"/orgs/{seen[visibility]}{path}", 403)
            limited.refused("PATCH", f"/orgs/{seen[visibility]}", 403, {"location": "x"})
            limited.refused("GET", f"/users/{ada.name}/orgs/{seen[visibility]}/permissions", 404)
        limited.refused("GET", "/user/teams", 403)

    def test_the_address_is_for_those_who_are_signed_in(self, ada, anonymous):
        name = new_organization(ada, email="reach@example.com")
        assert anonymous.get(f"/orgs/{name}").json()["email"] == ""
        assert ada.get(f"/orgs/{name}").json()["email"] == "reach@example.com"

    def test_a_person_is_no_organization(self, ada, bob):
        ada.refused("GET", f"/orgs/{bob.name}", 404)
        ada.refused("PATCH", f"/orgs/{ada.name}", 404, {"full_name": "x"})

    def test_the_directory_has_no_private_ones_but_for_administrators(self, seen, ada, admin, anonymous, new_token, new_user):
        def listed(who):
            found, page = [], 1
            while some := names(who.get(f"/orgs?limit=50&page={page}")):
                found, page = found + some, page + 1
            assert found == sorted(found, key=str.lower)
            return [visibility for visibility, name in seen.items() if name in found]

        assert listed(anonymous) == listed(new_user(restricted=True)) == ["public"]
        assert listed(ada) == listed(new_token(ada, "public-only", "all")) == ["public", "limited"]
        assert listed(admin) == ["public", "limited", "private"]


class TestChanging:
    def test_touches_only_what_was_sent(self, ada):
        name = new_organization(ada, full_name="Full", description="d", location="l", website="https://example.com/")
        before = ada.get(f"/orgs/{name}").json()
        assert ada.call("PATCH", f"/orgs/{name}", {"description": ""}).json() == {**before, "description": ""}
        assert ada.call("PATCH", f"/orgs/{name}", {}).json() == {**before, "description": ""}
        after = ada.call("PATCH", f"/orgs/{name}", {"visibility": "private", "repo_admin_change_team_access": True}).json()
        assert after == {**before, "description": "", "visibility": "private", "repo_admin_change_team_access": True}

    def test_is_for_owners_and_administrators(self, ada, bob, admin, anonymous, new_user):
        name = new_organization(ada)
        new_team(ada, name, bob, permission="admin")
        for who, status in ((bob, 403), (new_user(), 403), (anonymous, 401)):
            who.refused("PATCH", f"/orgs/{name}", status, {"full_name": "x"})
            who.refused("DELETE", f"/orgs/{name}", status)
            who.refused("POST", f"/orgs/{name}/rename", status, {"new_name": "else"})
        admin.call("PATCH", f"/orgs/{name}", {"full_name": "by root"}, expect=200)

    @pytest.mark.parametrize("body", [{"visibility": "secret"}, {"website": "no"}, {"email": "no"}, {"full_name": "x" * 101},
                                      {"description": 7}, []])
    def test_what_makes_no_sense_is_422_and_changes_nothing(self, ada, body):
        name = new_organization(ada)
        before = ada.get(f"/orgs/{name}").json()
        ada.refused("PATCH", f"/orgs/{name}", 422, body)
        assert ada.get(f"/orgs/{name}").json() == before

    def test_is_gone_once_deleted(self, ada, bob):
        name = new_organization(ada)
        team = new_team(ada, name, bob)
        ada.delete(f"/orgs/{name}", expect=204)
        ada.refused("GET", f"/orgs/{name}", 404)
        ada.refused("DELETE", f"/orgs/{name}", 404)
        ada.refused("GET", f"/teams/{team}", 404)
        assert name not in names(bob.get("/user/orgs"))
        new_organization(bob, username=name)


class TestRenaming:
    def test_leads_from_the_old_name_to_the_new_one(self, ada, anonymous):
        name = new_organization(ada)
        ada.post(f"/orgs/{name}/rename", {"new_name": f"{name}-later"}, expect=204)
        assert ada.get(f"/orgs/{name}-later").json()["name"] == f"{name}-later"
        for who, path in ((anonymous, ""), (ada, "/members?limit=3"), (ada, "/teams/search?q=x")):
            answer = who.get(f"/orgs/{name}{path}", expect=307)
            assert answer.headers["Location"] == f"/api/v1/orgs/{name}-later{path}"
        ada.refused("DELETE", "/orgs/none-such", 404)

    def test_ends_when_somebody_takes_the_name(self, ada):
        name = new_organization(ada)
        ada.post(f"/orgs/{name}/rename", {"new_name": f"{name}-later"}, expect=204)
        new_organization(ada, username=name, description="another")
        assert ada.get(f"/orgs/{name}").json()["description"] == "another"

    def test_may_change_the_case_alone(self, ada):
        name = new_organization(ada)
        ada.post(f"/orgs/{name}/rename", {"new_name": name.upper()}, expect=204)
        assert ada.get(f"/orgs/{name}").json()["name"] == name.upper()

    @pytest.mark.parametrize("body", [{}, {"new_name": ""}, {"new_name": "bad name"}, {"new_name": "api"}, {"new_name": "root"}])
    def test_to_what_cannot_be_is_422(self, ada, body):
        ada.refused("POST", f"/orgs/{new_organization(ada)}/rename", 422, body)


class TestBelonging:
    def test_one_s_own_list_has_all_in_the_order_of_their_names(self, new_user):
        eve = new_user()
        made = [new_organization(eve, username=f"{eve.name}-{letter}", visibility=visibility)
                for letter, visibility in (("C", "private"), ("a", "limited"), ("B", "public"))]
        answer = eve.get("/user/orgs")
        assert names(answer) == sorted(made, key=str.lower) and answer.headers["X-Total-Count"] == "3"
        assert names(eve.get(f"/users/{eve.name}/orgs")) == sorted(made, key=str.lower)
        second = eve.get("/user/orgs?limit=1&page=2")
        assert names(second) == [sorted(made, key=str.lower)[1]] and 'rel="next"' in second.headers["Link"]

    def test_others_see_what_was_made_public_and_is_visible(self, new_user, admin, anonymous):
        eve, fay = new_user(), new_user()
        made = {visibility: new_organization(eve, visibility=visibility) for visibility in ("public", "limited", "private")}
        assert names(fay.get(f"/users/{eve.name}/orgs")) == []
        for name in made.values():
            eve.call("PUT", f"/orgs/{name}/public_members/{eve.name}", expect=204)
        assert names(fay.get(f"/users/{eve.name}/orgs")) == sorted([made["public"], made["limited"]])
        new_team(eve, made["private"], fay)
        assert names(fay.get(f"/users/{eve.name}/orgs")) == sorted(made.values())
        assert names(admin.get(f"/users/{fay.name}/orgs")) == [made["private"]]
        anonymous.refused("GET", f"/users/{eve.name}/orgs", 401)
        anonymous.refused("GET", "/user/orgs", 401)
        fay.refused("GET", "/users/none-such/orgs", 404)

    def test_needs_both_scopes_of_a_token(self, new_user, new_token):
        eve = new_user()
        new_token(eve, "read:user").refused("GET", "/user/orgs", 403)
        new_token(eve, "read:organization").refused("GET", "/user/orgs", 403)
        new_token(eve, "read:user", "read:organization").get("/user/orgs", expect=200)

    def test_a_token_for_public_things_lists_public_memberships_alone(self, new_user, new_token):
        eve = new_user()
        made = {visibility: new_organization(eve, visibility=visibility) for visibility in ("public", "limited")}
        limited = new_token(eve, "public-only", "all")
        assert names(limited.get("/user/orgs")) == []
        for name in made.values():
            eve.call("PUT", f"/orgs/{name}/public_members/{eve.name}", expect=204)
        assert names(limited.get("/user/orgs")) == names(limited.get(f"/users/{eve.name}/orgs")) == [made["public"]]

    @pytest.mark.parametrize("team, expected", [
        ({"permission": "read"}, {"can_read"}),
        ({"permission": "write"}, {"can_read", "can_write"}),
        ({"permission": "admin"}, {"can_read", "can_write", "is_admin"}),
        ({"permission": "write", "units": ["repo.code"]}, set()),
        ({"permission": "read", "can_create_org_repo": True}, {"can_read", "can_create_repository"}),
    ])
    def test_permissions_follow_from_teams(self, ada, new_user, team, expected):
        name, fay = new_organization(ada), new_user()
        assert not any(ada.get(f"/users/{fay.name}/orgs/{name}/permissions").json().values())
        new_team(ada, name, fay, **team)
        told = fay.get(f"/users/{fay.name}/orgs/{name}/permissions").json()
        assert {key for key, value in told.items() if value} == expected
        assert all(ada.get(f"/users/{ada.name}/orgs/{name}/permissions").json().values())

    def test_permissions_in_what_is_hidden_are_404(self, ada, bob, anonymous):
        name = new_organization(ada, visibility="private")
        bob.refused("GET", f"/users/{ada.name}/orgs/{name}/permissions", 404)
        ada.refused("GET", f"/users/{ada.name}/orgs/none-such/permissions", 404)
        ada.refused("GET", f"/users/none-such/orgs/{name}/permissions", 404)
        assert not any(ada.get(f"/users/{ada.name}/orgs/{bob.name}/permissions", expect=200).json().values())
        anonymous.refused("GET", f"/users/{ada.name}/orgs/{name}/permissions", 401)

    def test_administrators_list_them_all(self, admin, ada):
        name = new_organization(ada, visibility="private")
        total = int(admin.get("/admin/orgs?limit=1").headers["X-Total-Count"])
        listed = [name for page in range(1, total // 50 + 2) for name in names(admin.get(f"/admin/orgs?limit=50&page={page}"))]
        assert name in listed and listed == sorted(listed, key=str.lower) and len(listed) == total
        ada.refused("GET", "/admin/orgs", 403)
