"""/orgs/{org}/members and /orgs/{org}/public_members: who is in an organization, and who shows it."""
import concurrent.futures

import pytest
from organizations import new_organization, new_team, owners_team


@pytest.fixture
def crew(new_user):
    """An owner, a member, a stranger, and the organization."""
    owner, member, stranger = new_user(), new_user(), new_user()
    organization = new_organization(owner)
    new_team(owner, organization, member)
    return owner, member, stranger, f"/orgs/{organization}"


def logins(answer):
    return [user["login"] for user in answer.json()]


class TestListing:
    def test_members_see_all_and_others_those_who_show_it(self, crew, admin, anonymous):
        owner, member, stranger, at = crew
        for who in (owner, member, admin):
            assert logins(who.get(f"{at}/members")) == sorted([owner.name, member.name])
        assert logins(stranger.get(f"{at}/members")) == []
        member.call("PUT", f"{at}/public_members/{member.name}", expect=204)
        assert logins(stranger.get(f"{at}/members")) == logins(anonymous.get(f"{at}/public_members")) == [member.name]
        assert logins(owner.get(f"{at}/public_members")) == [member.name]
        anonymous.refused("GET", f"{at}/members", 401)

    def test_pages(self, crew):
        owner, member, _, at = crew
        answer = owner.get(f"{at}/members?limit=1&page=2")
        assert logins(answer) == [max(owner.name, member.name)] and answer.headers["X-Total-Count"] == "2"


class TestAsking:
    def test_members_are_told(self, crew, admin):
        owner, member, stranger, at = crew
        for who in (owner, member, admin):
            assert who.get(f"{at}/members/{owner.name.upper()}", expect=204).content == b""
            who.refused("GET", f"{at}/members/{stranger.name}", 404)
            who.refused("GET", f"{at}/members/none-such", 404)

    def test_others_are_sent_to_what_is_public(self, crew, anonymous):
        owner, member, stranger, at = crew
        answer = stranger.get(f"{at}/members/{member.name}", expect=303)
        assert answer.headers["Location"] == f"/api/v1{at}/public_members/{member.name}"
        stranger.refused("GET", f"{at}/members/{stranger.name}", 404)
        anonymous.refused("GET", f"{at}/members/{member.name}", 401)
        anonymous.refused("GET", f"{at}/public_members/{member.name}", 404)


    def test_a_hidden_account_is_like_none(self, crew, new_user):
        owner, _, stranger, at = crew
        shy, shown = new_user(visibility="private"), new_user(visibility="private")
        new_team(owner, at.removeprefix("/orgs/"), shown)
        shown.call("PUT", f"{at}/public_members/{shown.name}", expect=204)
        stranger.refused("GET", f"{at}/members/{shy.name}", 404)
        stranger.get(f"{at}/members/{shown.name}", expect=204)


class TestShowing:
    def test_is_up_to_the_person_and_to_owners(self, crew, admin, anonymous):
        owner, member, stranger, at = crew
        for who, whom, status in ((member, member, 204), (owner, member, 204), (admin, member, 204), (owner, owner, 204),
                                  (member, owner, 403), (stranger, member, 403), (stranger, stranger, 403),
                                  (owner, stranger, 403), (anonymous, member, 401)):
            for method in ("PUT", "DELETE"):
                who.call(method, f"{at}/public_members/{whom.name}", expect=status)
        owner.refused("PUT", f"{at}/public_members/none-such", 404)

    def test_can_be_taken_back(self, crew, anonymous):
        _, member, _, at = crew
        member.call("PUT", f"{at}/public_members/{member.name}", expect=204)
        anonymous.get(f"{at}/public_members/{member.name}", expect=204)
        member.delete(f"{at}/public_members/{member.name}", expect=204)
        anonymous.refused("GET", f"{at}/public_members/{member.name}", 404)

    def test_new_members_are_shown_where_the_site_says_so(self, program):
        from client import ADMIN, Client
        program.settings["service"] = {"DEFAULT_ORG_MEMBER_VISIBLE": "true"}
        program.write_config()
        program.create_user(*ADMIN, "--admin")
        program.start()
        root = Client(program.url, basic=ADMIN)
        name = new_organization(root)
        assert logins(root.get(f"/orgs/{name}/public_members")) == [ADMIN[0]]


class TestRemoving:
    def test_takes_somebody_out_of_every_team(self, crew):
        owner, member, stranger, at = crew
        team = new_team(owner, at.removeprefix("/orgs/"), member)
        member.refused("DELETE", f"{at}/members/{member.name}", 403)
        owner.delete(f"{at}/members/{member.name}", expect=204)
        owner.refused("GET", f"{at}/members/{member.name}", 404)
        assert owner.get(f"/teams/{team}/members").json() == []
        owner.delete(f"{at}/members/{stranger.name}", expect=204)
        owner.refused("DELETE", f"{at}/members/none-such", 404)

    def test_leaves_the_last_owner(self, crew):
        owner, member, _, at = crew
        owners = owners_team(owner, at.removeprefix("/orgs/"))
        owner.refused("DELETE", f"{at}/members/{owner.name}", 422)
        owner.refused("DELETE", f"/teams/{owners}/members/{owner.name}", 422)
        owner.call("PUT", f"/teams/{owners}/members/{member.name}", expect=204)
        member.delete(f"{at}/members/{owner.name}", expect=204)
        owner.refused("GET", f"{at}/teams", 403)
        member.refused("DELETE", f"{at}/members/{member.name}", 422)

    def test_two_owners_cannot_remove_each_other_at_once(self, crew):
        owner, member, _, at = crew
        owners = owners_team(owner, at.removeprefix("/orgs/"))
        owner.call("PUT", f"/teams/{owners}/members/{member.name}", expect=204)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for one, other in ((owner, member), (member, owner)):
                pool.submit(one.session.delete, f"{one.url}/api/v1{at}/members/{other.name}")
        statuses = {who.session.get(f"{who.url}/api/v1/teams/{owners}").status_code for who in (owner, member)}
        assert 200 in statuses
