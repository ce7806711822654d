"""Secrets: they go in, and are never seen again."""
import pytest
from client import PASSWORD, Client
from organizations import new_organization, new_team
from repositories import at, let_in, new_repository


def put(who, path, name, data="x", expect=201, **more):
    return who.call("PUT", f"{path}/secrets/{name}", {"data": data, **more}, expect=expect)


@pytest.fixture
def listed(place):
    owner, path = place
    if path.startswith("/user"):
        pytest.skip("people have no list of their own secrets")
    return owner, path


class TestNames:
    def test_are_kept_in_capitals_and_compared_ignoring_case(self, listed):
        owner, path = listed
        put(owner, path, "my_key")
        put(owner, path, "My_Key", expect=204)
        secret, = owner.get(f"{path}/secrets").json()
        assert secret["name"] == "MY_KEY" and set(secret) == {"name", "description", "created_at"}
        owner.delete(f"{path}/secrets/mY_kEY", expect=204)
        assert owner.get(f"{path}/secrets").json() == []

    @pytest.mark.parametrize("name", ["1A", "A-B", "A.B", "A%20B", "%C3%84", "ci", "CI", "GITHUB_A", "gitea_a", "Cairn_A", "A" * 256])
    def test_that_workflows_could_not_use_are_refused(self, place, name):
        owner, path = place
        owner.refused("PUT", f"{path}/secrets/{name}", 400, {"data": "x"})
        owner.refused("DELETE", f"{path}/secrets/{name}", 404)


class TestValue:
    def test_is_required_and_limited(self, place):
        owner, path = place
        owner.refused("PUT", f"{path}/secrets/K", 422, {})
        owner.refused("PUT", f"{path}/secrets/K", 422, {"data": ""})
        owner.refused("PUT", f"{path}/secrets/K", 400, {"data": "x" * 65537})
        put(owner, path, "K", "x" * 65536)

    def test_is_nowhere_in_the_database(self, program, database):
        if database != "sqlite":
            pytest.skip("what is on PostgreSQL's disk is not ours to look at")
        program.create_user("ada", PASSWORD)
        program.start()
        ada = Client(program.url, basic=("ada", PASSWORD))
        put(ada, "/user/actions", "K", "a-value-that-can-be-found")
        program.stop()
        for file in program.folder.rglob("*"):
            assert not file.is_file() or b"a-value-that-can-be-found" not in file.read_bytes(), file

    def test_a_new_one_takes_the_description_away(self, listed):
        owner, path = listed
        put(owner, path, "K", description="what for")
        assert owner.get(f"{path}/secrets").json()[0]["description"] == "what for"
        put(owner, path, "K", expect=204)
        assert owner.get(f"{path}/secrets").json()[0]["description"] == ""


def test_a_list_has_pages(listed):
    owner, path = listed
    for name in "CAB":
        put(owner, path, name)
    page = owner.get(f"{path}/secrets?limit=2&page=1")
    assert [secret["name"] for secret in page.json()] == ["A", "B"]
    assert page.headers["X-Total-Count"] == "3" and 'rel="next"' in page.headers["Link"]


class TestRepository:
    def test_is_opened_by_its_owner_alone(self, new_user, admin, anonymous):
        owner, friend, stranger = new_user(), new_user(), new_user()
        repository = new_repository(owner)
        path = at(repository) + "/actions"
        let_in(owner, repository, friend, "admin")
        for who in friend, stranger:
            who.refused("GET", f"{path}/secrets", 403)
            who.refused("PUT", f"{path}/secrets/K", 403, {"data": "x"})
            who.refused("DELETE", f"{path}/secrets/K", 403)
        anonymous.refused("GET", f"{path}/secrets", 401)
        anonymous.refused("PUT", f"{path}/secrets/K", 401, {"data": "x"})
        put(admin, path, "K")

    def test_does_not_exist_for_those_who_do_not_see_it(self, new_user):
        owner, stranger = new_user(), new_user()
        path = at(new_repository(owner, private=True)) + "/actions"
        stranger.refused("PUT", f"{path}/secrets/K", 404, {"data": "x"})

    def test_of_an_organization_is_opened_by_its_owners(self, new_user):
        owner, member = new_user(), new_user()
        organization = new_organization(owner)
        repository = owner.post(f"/orgs/{organization}/repos", {"name": "r"}, expect=201).json()
        new_team(owner, organization, member, permission="write", includes_all_repositories=True)
        put(owner, at(repository) + "/actions", "K")
        member.refused("GET", f"{at(repository)}/actions/secrets", 403)

    def test_keeps_its_own_apart_from_its_owners(self, new_user):
        owner = new_user()
        one, two = (at(new_repository(owner)) + "/actions" for _ in "12")
        put(owner, one, "K")
        put(owner, "/user/actions", "K")
        put(owner, two, "K")
        owner.delete(f"{one}/secrets/K", expect=204)
        assert len(owner.get(f"{two}/secrets").json()) == 1


class TestOrganization:
    def test_is_opened_by_its_owners_alone(self, new_user, anonymous):
        owner, member, stranger = new_user(), new_user(), new_user()
        organization = new_organization(owner)
        new_team(owner, organization, member, permission="admin")
        path = f"/orgs/{organization}/actions"
        for who in member, stranger:
            who.refused("GET", f"{path}/secrets", 403)
            who.refused("PUT", f"{path}/secrets/K", 403, {"data": "x"})
        anonymous.refused("GET", f"{path}/secrets", 401)
        owner.refused("GET", "/orgs/there-is-none/actions/secrets", 404)


@pytest.mark.parametrize("scope, repository, user", [("write:repository", 201, 403), ("write:user", 403, 201),
                                                     ("read:repository", 403, 403)])
def test_a_token_needs_the_scope_of_the_place(new_user, new_token, scope, repository, user):
    owner = new_user()
    path = at(new_repository(owner))
    token = new_token(owner, scope)
    put(token, f"{path}/actions", "K", expect=repository)
    put(token, "/user/actions", "K", expect=user)
