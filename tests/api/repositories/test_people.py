"""People and teams of a repository: who is let in, who likes it, who hears of it, and what they lose with their access."""
import pytest
from issues import new_issue
from organizations import new_organization, new_team
from repositories import at, full_names, let_in, new_repository


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture
def repository(owner):
    return new_repository(owner)


@pytest.fixture
def closed(owner):
    return new_repository(owner, private=True)


def logins(answer):
    return [person["login"] for person in answer.json()]


def assigned(owner, repository, person):
    """The address of an issue that the person has to do."""
    return new_issue(owner, repository, assignees=[person.name])[0]


def assignees(who, issue):
    return [person["login"] for person in who.get(issue).json()["assignees"] or []]


class TestCollaborators:
    def test_come_and_go(self, owner, closed, new_user):
        one, two = new_user(), new_user()
        let_in(owner, closed, one, "read")
        let_in(owner, closed, two)
        listed = owner.get(at(closed) + "/collaborators?limit=1")
        assert listed.headers["X-Total-Count"] == "2" and "Link" not in listed.headers and len(listed.json()) == 1
        owner.get(f"{at(closed)}/collaborators/{one.name}", expect=204)
        owner.get(f"{at(closed)}/collaborators/{owner.name}", expect=404)
        for expect in (204, 204):
            owner.delete(f"{at(closed)}/collaborators/{one.name}", expect=expect)
        one.get(at(closed), expect=404)

    @pytest.mark.parametrize("permission, expected", [
        ("read", {"admin": False, "push": False, "pull": True}),
        ("write", {"admin": False, "push": True, "pull": True}),
        ("admin", {"admin": True, "push": True, "pull": True})])
    def test_have_the_rights_that_they_were_given(self, owner, closed, new_user, permission, expected):
        person = new_user()
        let_in(owner, closed, person, permission)
        assert person.get(at(closed)).json()["permissions"] == expected
        told = person.get(f"{at(closed)}/collaborators/{person.name}/permission").json()
        assert told["permission"] == told["role_name"] == permission and told["user"]["login"] == person.name

    def test_are_people_whom_there_are(self, owner, repository):
        path = at(repository) + "/collaborators/no-such"
        owner.refused("PUT", path, 422, {"permission": "read"})
        owner.refused("GET", path, 422)
        owner.refused("DELETE", path, 422)
        owner.refused("GET", path + "/permission", 404)
        owner.refused("PUT", f"{at(repository)}/collaborators/{new_organization(owner)}", 422, {"permission": "read"})
        owner.refused("PUT", f"{at(repository)}/collaborators/{owner.name}", 422, {"permission": "emperor"})

    def test_need_a_body(self, owner, repository, new_user):
        owner.refused("PUT", f"{at(repository)}/collaborators/{new_user().name}", 422)

    def test_permissions_are_told_to_oneself_and_to_administrators(self, owner, admin, repository, new_user):
        person = new_user()
        path = f"{at(repository)}/collaborators/{owner.name}/permission"
        assert admin.get(path).json()["permission"] == "owner" == owner.get(path).json()["permission"]
        person.refused("GET", path, 403)
        assert person.get(f"{at(repository)}/collaborators/{person.name}/permission").json()["permission"] == "read"

    def test_lose_their_watches_and_keep_their_stars(self, owner, closed, new_user):
        person = new_user()
        let_in(owner, closed, person, "read")
        person.call("PUT", at(closed) + "/subscription", expect=200)
        person.call("PUT", f"/user/starred/{closed['full_name']}", expect=204)
        owner.delete(f"{at(closed)}/collaborators/{person.name}", expect=204)
        assert owner.get(at(closed)).json()["watchers_count"] == 1
        starred = person.get("/user/starred")
        assert starred.json() == [] and starred.headers["X-Total-Count"] == "1"

    def test_lose_their_assignments_where_nothing_else_lets_them_in(self, owner, closed, repository, new_user):
        person = new_user()
        for home, left in ((closed, []), (repository, [person.name])):
            let_in(owner, home, person)
            issue = assigned(owner, home, person)
            owner.delete(f"{at(home)}/collaborators/{person.name}", expect=204)
            assert assignees(owner, issue) == left


class TestTeams:
    @pytest.fixture
    def organization(self, owner):
        return new_organization(owner)

    @pytest.fixture
    def shared(self, owner, organization):
        return owner.post(f"/orgs/{organization}/repos", {"name": "shared", "private": True}, expect=201).json()

    def test_get_repositories_from_either_side(self, owner, organization, shared, new_user):
        member = new_user()
        team = new_team(owner, organization, member, name="crew", permission="write")
        member.get(at(shared), expect=404)
        owner.call("PUT", at(shared) + "/teams/crew", expect=204)
        owner.refused("PUT", at(shared) + "/teams/crew", 422)
        assert member.get(at(shared)).json()["permissions"]["push"]
        assert owner.get(at(shared) + "/teams/crew").json()["name"] == "crew"
        assert [team["name"] for team in owner.get(at(shared) + "/teams").json()] == ["Owners", "crew"]
        assert full_names(member.get(f"/teams/{team}/repos").json()) == [shared["full_name"]]
        assert member.get(f"/teams/{team}/repos/{shared['full_name']}").json()["id"] == shared["id"]
        member.get(at(shared) + "/subscription")
        owner.delete(f"/teams/{team}/repos/{shared['full_name']}", expect=204)
        member.get(at(shared), expect=404)
        assert member.get("/user/subscriptions").json() == []
        owner.refused("DELETE", at(shared) + "/teams/crew", 422)
        owner.call("PUT", f"/teams/{team}/repos/{shared['full_name']}", expect=204)
        owner.call("PUT", f"/teams/{team}/repos/{shared['full_name']}", expect=204)

    def test_whoever_leaves_one_hears_no_more(self, owner, organization, shared, new_user):
        member = new_user()
        team = new_team(owner, organization, member)
        owner.call("PUT", f"/teams/{team}/repos/{shared['full_name']}", expect=204)
        assert full_names(member.get("/user/subscriptions").json()) == [shared["full_name"]]
        owner.delete(f"/teams/{team}/members/{member.name}", expect=204)
        assert owner.get(at(shared) + "/subscribers").headers["X-Total-Count"] == "1"

    def test_whoever_leaves_one_has_nothing_more_to_do(self, owner, organization, shared, new_user):
        people = [new_user() for _ in range(3)]
        team = new_team(owner, organization, *people)
        owner.call("PUT", f"/teams/{team}/repos/{shared['full_name']}", expect=204)
        issue = new_issue(owner, shared, assignees=[person.name for person in people])[0]
        leaving, expelled, staying = people
        owner.delete(f"/teams/{team}/members/{leaving.name}", expect=204)
        owner.delete(f"/orgs/{organization}/members/{expelled.name}", expect=204)
        assert assignees(owner, issue) == [staying.name]
        owner.delete(f"/teams/{team}/repos/{shared['full_name']}", expect=204)
        assert assignees(owner, issue) == []

    def test_whoever_joins_one_hears_of_what_it_has(self, owner, organization, shared, new_user):
        team, late = new_team(owner, organization, includes_all_repositories=True), new_user()
        owner.call("PUT", f"/teams/{team}/members/{late.name}", expect=204)
        assert full_names(late.get("/user/subscriptions").json()) == [shared["full_name"]]
        assert owner.get(at(shared)).json()["watchers_count"] == 2

    def test_have_only_what_is_of_their_organization(self, owner, organization, repository):
        team = new_team(owner, organization)
        owner.refused("PUT", f"/teams/{team}/repos/{repository['full_name']}", 404)
        owner.refused("PUT", f"/teams/{team}/repos/{organization}/none", 404)
        owner.refused("GET", at(repository) + "/teams", 405)
        owner.refused("PUT", at(repository) + "/teams/crew", 405)

    def test_are_changed_by_those_who_may(self, owner, organization, shared, new_user):
        member, administrator = new_user(), new_user()
        team = new_team(owner, organization, member, administrator, permission="read")
        let_in(owner, shared, administrator, "admin")
        for somebody in (member, administrator):
            somebody.call("PUT", f"/teams/{team}/repos/{shared['full_name']}", expect=404 if somebody is member else 403)
        owner.call("PATCH", f"/orgs/{organization}", {"repo_admin_change_team_access": True})
        administrator.call("PUT", f"/teams/{team}/repos/{shared['full_name']}", expect=204)


class TestStars:
    def test_are_counted_once(self, owner, repository, new_user):
        fan = new_user()
        path = f"/user/starred/{repository['full_name']}"
        fan.get(path, expect=404)
        for _ in range(2):
            fan.call("PUT", path, expect=204)
        fan.get(path, expect=204)
        assert owner.get(at(repository)).json()["stars_count"] == 1 and logins(owner.get(at(repository) + "/stargazers")) == [fan.name]
        assert fan.get("/user").json()["starred_repos_count"] == 1
        for _ in range(2):
            fan.delete(path, expect=204)
        assert owner.get(at(repository)).json()["stars_count"] == 0

    def test_of_others_show_what_is_public(self, owner, repository, closed, new_user):
        stranger = new_user()
        for starred in (repository, closed):
            owner.call("PUT", f"/user/starred/{starred['full_name']}", expect=204)
        assert closed["full_name"] not in full_names(stranger.get(f"/users/{owner.name}/starred").json())
        assert closed["full_name"] in full_names(owner.get(f"/users/{owner.name}/starred").json())

    def test_need_a_repository_that_one_sees(self, closed, anonymous, new_user):
        person = new_user()
        for method in ("GET", "PUT", "DELETE"):
            person.refused(method, f"/user/starred/{closed['full_name']}", 404)
            anonymous.refused(method, f"/user/starred/{closed['full_name']}", 401)

    def test_go_with_their_repository(self, owner, repository, new_user):
        fan = new_user()
        fan.call("PUT", f"/user/starred/{repository['full_name']}", expect=204)
        owner.delete(at(repository), expect=204)
        assert fan.get("/user").json()["starred_repos_count"] == 0


class TestWatches:
    def test_begin_and_end(self, owner, repository, anonymous, new_user):
        person = new_user()
        path = at(repository) + "/subscription"
        person.get(path, expect=404)
        told = person.call("PUT", path, expect=200).json()
        assert told["subscribed"] and not told["ignored"] and told["reason"] is None
        assert logins(owner.get(at(repository) + "/subscribers")) == [owner.name, person.name]
        assert full_names(owner.get(f"/users/{person.name}/subscriptions").json()) == [repository["full_name"]]
        for _ in range(2):
            person.delete(path, expect=204)
        anonymous.refused("PUT", path, 401)


class TestBlocks:
    def test_part_people(self, owner, repository, new_user):
        bad = new_user()
        let_in(owner, repository, bad)
        bad.call("PUT", f"/user/starred/{repository['full_name']}", expect=204)
        bad.call("PUT", at(repository) + "/subscription", expect=200)
        owner.call("PUT", f"/user/blocks/{bad.name}", expect=204)
        shown = owner.get(at(repository)).json()
        assert shown["stars_count"] == 0 and shown["watchers_count"] == 1
        assert owner.get(at(repository) + "/collaborators").json() == []
        assert bad.get("/user").json()["starred_repos_count"] == 0

    def test_end_what_each_has_to_do_for_the_other(self, owner, repository, new_user):
        bad = new_user()
        mine, theirs = assigned(owner, repository, bad), assigned(bad, new_repository(bad), owner)
        owner.call("PUT", f"/user/blocks/{bad.name}", expect=204)
        assert assignees(owner, mine) == [] and assignees(bad, theirs) == []

    def test_refuse_what_comes_after(self, owner, repository, new_user):
        bad = new_user()
        owner.call("PUT", f"/user/blocks/{bad.name}", expect=204)
        bad.get(at(repository), expect=200)
        bad.refused("PUT", f"/user/starred/{repository['full_name']}", 403)
        bad.refused("PUT", at(repository) + "/subscription", 403)
        bad.refused("POST", at(repository) + "/forks", 403, {})
        owner.refused("PUT", f"{at(repository)}/collaborators/{bad.name}", 403, {"permission": "read"})
        owner.refused("POST", at(repository) + "/transfer", 403, {"new_owner": bad.name})


def test_a_deleted_account_takes_its_counts_along(owner, admin, repository, new_user):
    fan = new_user()
    fan.call("PUT", f"/user/starred/{repository['full_name']}", expect=204)
    fan.call("PUT", at(repository) + "/subscription", expect=200)
    admin.delete(f"/admin/users/{fan.name}", expect=204)
    shown = owner.get(at(repository)).json()
    assert shown["stars_count"] == 0 and shown["watchers_count"] == 1


class TestCandidates:
    def test_are_those_who_were_let_in(self, owner, closed, new_user):
        writer, reader, stranger = new_user(), new_user(), new_user()
        let_in(owner, closed, writer, "write")
        let_in(owner, closed, reader, "read")
        assert logins(owner.get(at(closed) + "/assignees")) == [writer.name, owner.name]
        assert sorted(logins(owner.get(at(closed) + "/reviewers"))) == sorted([writer.name, reader.name, owner.name])
        for name, expect in ((writer.name, 204), (reader.name, 204), (stranger.name, 404), ("no-such", 404)):
            owner.get(f"{at(closed)}/assignees/{name}", expect=expect)
