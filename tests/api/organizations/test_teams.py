"""/orgs/{org}/teams, /teams/{id}, /user/teams: what teams may do, who sees them, who is in them."""
import pytest
from organizations import new_organization, new_team, owners_team


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture(scope="module")
def organization(owner):
    return new_organization(owner)


@pytest.fixture
def member(owner, organization, new_user):
    person = new_user()
    new_team(owner, organization, person)
    return person


@pytest.fixture(scope="module")
def teams(owner, organization):
    return {visibility: new_team(owner, organization, visibility=visibility) for visibility in ("public", "limited", "private")}


@pytest.fixture(scope="module")
def at(owner):
    name = new_organization(owner)
    new_team(owner, name, name="Alpha", description="first of 100%")
    new_team(owner, name, name="beta_x", description="AFTER alpha")
    return f"/orgs/{name}/teams/search"


UNITS = {"repo." + unit for unit in ("code", "issues", "ext_issues", "wiki", "ext_wiki", "pulls", "releases", "projects",
                                     "packages", "actions")}


def names(teams):
    return [team["name"] for team in teams]


class TestRights:
    @pytest.mark.parametrize("sent, permission, units_map", [
        ({"permission": "read"}, "read", None),
        ({"permission": "admin"}, "admin", None),
        ({"permission": "write", "units": ["repo.code", "repo.wiki"]}, "none", {"repo.code": "write", "repo.wiki": "write"}),
        ({"units_map": {"repo.code": "read", "repo.pulls": "none"}}, "none", {"repo.code": "read", "repo.pulls": "none"}),
        ({"permission": "read", "units_map": {"repo.issues": "admin"}}, "none", {"repo.issues": "admin"}),
        ({"permission": "read", "units": [], "units_map": {}}, "read", None),
        ({"units_map": {"repo.nothing": "admin"}}, "none", {}),
        ({"permission": "admin", "units": ["repo.code", "repo.wiki"], "units_map": {"repo.code": "read"}}, "none", {"repo.code": "read"}),
    ])
    def test_are_a_level_for_all_or_one_for_each_unit(self, owner, organization, sent, permission, units_map):
        team = owner.get(f"/teams/{new_team(owner, organization, **{'permission': None, **sent})}").json()
        assert team["permission"] == permission and team["units_map"] == units_map
        assert (team["units"] if units_map is None else sorted(team["units"])) == (units_map if units_map is None else sorted(units_map))

    def test_of_owners_are_all(self, owner, organization):
        at = f"/teams/{owners_team(owner, organization)}"
        before = owner.get(at).json()
        assert set(before["units"]) == set(before["units_map"]) == UNITS
        owner.call("PATCH", at, {"name": "Others", "description": "bosses", "permission": "read", "visibility": "public",
                                 "units_map": {"repo.code": "none"}, "includes_all_repositories": False,
                                 "can_create_org_repo": False}, expect=200)
        assert owner.get(at).json() == {**before, "description": "bosses"}
        owner.refused("DELETE", at, 422)

    def test_change_with_what_is_sent(self, owner, organization):
        at = f"/teams/{new_team(owner, organization, permission='write', units=['repo.code'])}"

        def rights(**sent):
            team = owner.call("PATCH", at, sent, expect=200).json()
            assert team["organization"] is None
            return team["permission"], team["units_map"]

        assert rights(description="d") == ("none", {"repo.code": "write"})
        assert rights(permission="") == ("none", {"repo.code": "write"})
        assert rights(permission="read", units=["repo.wiki"]) == ("none", {"repo.wiki": "read"})
        assert rights(units_map={"repo.pulls": "write"}) == ("none", {"repo.pulls": "write"})
        assert rights(permission="write") == ("write", None)
        assert rights(units=["repo.code"]) == ("none", {"repo.code": "write"})


class TestMaking:
    def test_shows_what_was_made(self, owner, organization):
        team = owner.post(f"/orgs/{organization}/teams", {"name": "Made", "description": "d", "permission": "read",
                                                          "includes_all_repositories": True, "can_create_org_repo": True,
                                                          "visibility": "limited"}, expect=201).json()
        assert team["organization"]["name"] == organization
        assert (team["name"], team["description"], team["visibility"]) == ("Made", "d", "limited")
        assert team["includes_all_repositories"] and team["can_create_org_repo"]
        assert owner.get(f"/teams/{team['id']}").json() == team

    @pytest.mark.parametrize("body, status", [
        ({"name": "t"}, 400),
        ({"permission": "read"}, 422), ({"name": "", "permission": "read"}, 422), ({"name": "a b", "permission": "read"}, 422),
        ({"name": "ä", "permission": "read"}, 422), ({"name": "x" * 256, "permission": "read"}, 422),
        ({"name": "t", "permission": "owner"}, 422), ({"name": "t", "permission": "read", "visibility": "secret"}, 422),
        ({"name": "t", "permission": "read", "description": "x" * 256}, 422), ({"name": "owners", "permission": "read"}, 422),
        ({"name": "t", "units": "repo.code"}, 422), ({"name": "t", "units_map": {"repo.code": 1}}, 422), ([], 422),
    ])
    def test_what_makes_no_sense_is_refused(self, owner, organization, body, status):
        owner.refused("POST", f"/orgs/{organization}/teams", status, body)

    def test_names_are_used_once_in_any_case(self, owner, organization, new_user):
        other = new_team(owner, organization, name="First")
        owner.refused("POST", f"/orgs/{organization}/teams", 422, {"name": "fIRST", "permission": "read"})
        second = new_team(owner, organization, name="Second")
        owner.refused("PATCH", f"/teams/{second}", 422, {"name": "first"})
        assert owner.call("PATCH", f"/teams/{other}", {"name": "FIRST"}).json()["name"] == "FIRST"
        new_team(owner, new_organization(owner), name="First")

    def test_is_for_owners(self, organization, member, new_user, anonymous, admin):
        body = {"name": "mine", "permission": "read"}
        for who, status in ((member, 403), (new_user(), 403), (anonymous, 401)):
            who.refused("POST", f"/orgs/{organization}/teams", status, body)
        admin.post(f"/orgs/{organization}/teams", body, expect=201)


class TestSeeing:
    @pytest.mark.parametrize("visibility, members, strangers", [("public", 200, 200), ("limited", 200, 404), ("private", 403, 404)])
    def test_depends_on_its_visibility(self, teams, owner, member, admin, new_user, anonymous, visibility, members, strangers):
        for who, status in ((owner, 200), (admin, 200), (member, members), (new_user(), strangers), (anonymous, 401)):
            for path in ("", "/members"):
                who.get(f"/teams/{teams[visibility]}{path}", expect=status)

    def test_its_own_members_see_it(self, owner, teams, member):
        owner.call("PUT", f"/teams/{teams['private']}/members/{member.name}", expect=204)
        member.get(f"/teams/{teams['private']}", expect=200)
        owner.delete(f"/teams/{teams['private']}/members/{member.name}", expect=204)

    def test_a_public_team_of_a_hidden_organization_is_hidden(self, owner, new_user):
        team = new_team(owner, new_organization(owner, visibility="private"), visibility="public")
        new_user().refused("GET", f"/teams/{team}", 404)

    def test_lists_leave_out_what_is_hidden(self, owner, organization, teams, member, new_user, anonymous):
        own = member.get("/user/teams").json()[0]["name"]
        listed = member.get(f"/orgs/{organization}/teams?limit=50").json()
        hidden = owner.get(f"/teams/{teams['private']}").json()["name"]
        assert names(listed)[0] == "Owners" and own in names(listed) and hidden not in names(listed)
        assert names(listed)[1:] == sorted(names(listed)[1:], key=str.lower)
        assert all(team["organization"] is None for team in listed)
        assert hidden in names(owner.get(f"/orgs/{organization}/teams?limit=50").json())
        new_user().refused("GET", f"/orgs/{organization}/teams", 403)
        anonymous.refused("GET", f"/orgs/{organization}/teams", 401)

    @pytest.mark.parametrize("address", ["0", "-1", "999999", "x", "9" * 30])
    def test_what_is_not_there_is_404(self, owner, address):
        owner.refused("GET", f"/teams/{address}", 404)
        owner.refused("PATCH", f"/teams/{address}", 404, {"name": "x"})
        owner.refused("DELETE", f"/teams/{address}", 404)


class TestSearching:
    @pytest.mark.parametrize("query, found", [
        ("", ["Owners", "Alpha", "beta_x"]), ("?q=", ["Owners", "Alpha", "beta_x"]), ("?q=ALPHA", ["Alpha", "beta_x"]),
        ("?q=alpha&include_desc=false", ["Alpha"]), ("?q=alpha&include_desc=true", ["Alpha", "beta_x"]), ("?q=after", ["beta_x"]),
        ("?q=none", []), ("?q=%25", ["Alpha"]), ("?q=_", ["beta_x"]), ("?q=%5C", []), ("?limit=1&page=2", ["Alpha"]),
    ])
    def test_finds_pieces_of_names_and_descriptions(self, owner, at, query, found):
        answer = owner.get(at + query).json()
        assert answer["ok"] is True and names(answer["data"]) == found

    def test_is_for_members(self, at, new_user, anonymous):
        new_user().refused("GET", at, 403)
        anonymous.refused("GET", at, 401)


class TestMembers:
    def test_are_added_and_taken_out_by_owners(self, owner, organization, member, new_user, anonymous):
        fay = new_user()
        team = new_team(owner, organization)
        at = f"/teams/{team}/members"
        for who, status in ((member, 403), (fay, 404), (anonymous, 401)):
            who.refused("PUT", f"{at}/{fay.name}", status)
            who.refused("DELETE", f"{at}/{fay.name}", status)
        for _ in range(2):
            owner.call("PUT", f"{at}/{fay.name.upper()}", expect=204)
        assert [user["login"] for user in owner.get(at).json()] == [fay.name]
        assert fay.get(f"{at}/{fay.name}").json()["login"] == fay.name
        fay.refused("GET", f"{at}/{owner.name}", 404)
        fay.refused("DELETE", f"{at}/{fay.name}", 403)
        for _ in range(2):
            owner.delete(f"{at}/{fay.name}", expect=204)
        owner.refused("GET", f"{at}/{fay.name}", 404)
        owner.refused("GET", f"/orgs/{organization}/members/{fay.name}", 404)

    def test_are_people(self, owner, organization):
        team = new_team(owner, organization)
        for name in ("none-such", organization):
            owner.refused("PUT", f"/teams/{team}/members/{name}", 404)
            owner.refused("DELETE", f"/teams/{team}/members/{name}", 404)

    def test_leave_with_their_last_team(self, owner, organization, new_user):
        fay, gus = new_user(), new_user()
        team = new_team(owner, organization, fay, gus)
        new_team(owner, organization, gus)
        owner.delete(f"/teams/{team}", expect=204)
        owner.refused("GET", f"/orgs/{organization}/members/{fay.name}", 404)
        owner.get(f"/orgs/{organization}/members/{gus.name}", expect=204)
        owner.refused("GET", f"/teams/{team}", 404)

    def test_list_their_teams(self, owner, new_user, new_token, anonymous):
        fay = new_user()
        one, two = new_organization(owner), new_organization(owner, visibility="private")
        new_team(owner, one, fay, name="zebra")
        new_team(owner, two, fay, name="ant")
        assert [(team["name"], team["organization"]["name"]) for team in fay.get("/user/teams").json()] == [("ant", two), ("zebra", one)]
        assert fay.get("/user/teams?limit=1").headers["X-Total-Count"] == "2"
        new_token(fay, "read:user").get("/user/teams", expect=200)
        new_token(fay, "read:organization").refused("GET", "/user/teams", 403)
        anonymous.refused("GET", "/user/teams", 401)
