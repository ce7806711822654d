"""/orgs/{org}/blocks and /orgs/{org}/avatar: what owners do for their organization; and what membership means for an account."""
import base64

import pytest
from organizations import new_organization, new_team, owners_team

PIXEL = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def crew(new_user):
    """An owner, a member, a stranger, and the organization."""
    owner, member, stranger = new_user(), new_user(), new_user()
    organization = new_organization(owner)
    new_team(owner, organization, member)
    return owner, member, stranger, f"/orgs/{organization}"


class TestBlocks:
    def test_are_put_listed_and_taken_back(self, crew):
        owner, _, stranger, at = crew
        assert owner.get(f"{at}/blocks").json() == []
        owner.call("PUT", f"{at}/blocks/{stranger.name}?note=noise", expect=204)
        owner.refused("PUT", f"{at}/blocks/{stranger.name}", 400)
        owner.get(f"{at}/blocks/{stranger.name}", expect=204)
        answer = owner.get(f"{at}/blocks")
        assert [user["login"] for user in answer.json()] == [stranger.name] and answer.headers["X-Total-Count"] == "1"
        owner.delete(f"{at}/blocks/{stranger.name}", expect=204)
        owner.refused("DELETE", f"{at}/blocks/{stranger.name}", 400)
        assert owner.get(f"{at}/blocks/{stranger.name}", expect=404).content == b""

    def test_keep_people_out_of_teams(self, crew):
        owner, _, stranger, at = crew
        owner.call("PUT", f"{at}/blocks/{stranger.name}", expect=204)
        team = new_team(owner, at.removeprefix("/orgs/"))
        owner.refused("PUT", f"/teams/{team}/members/{stranger.name}", 403)
        owner.delete(f"{at}/blocks/{stranger.name}", expect=204)
        owner.call("PUT", f"/teams/{team}/members/{stranger.name}", expect=204)

    def test_are_for_strangers_alone(self, crew):
        owner, member, _, at = crew
        for name in (member.name, owner.name, at.removeprefix("/orgs/")):
            owner.refused("PUT", f"{at}/blocks/{name}", 400)
        for method in ("GET", "PUT", "DELETE"):
            owner.refused(method, f"{at}/blocks/none-such", 404)

    def test_are_for_owners(self, crew, admin, anonymous):
        owner, member, stranger, at = crew
        for who, status in ((member, 403), (stranger, 403), (anonymous, 401)):
            for method, path in (("GET", ""), ("GET", f"/{stranger.name}"), ("PUT", f"/{stranger.name}"), ("DELETE", f"/{stranger.name}")):
                who.refused(method, f"{at}/blocks{path}", status)
        admin.call("PUT", f"{at}/blocks/{stranger.name}", expect=204)


class TestPicture:
    def test_is_given_and_taken_away(self, crew):
        owner, _, _, at = crew
        first = owner.get(at).json()["avatar_url"]
        owner.post(f"{at}/avatar", {"image": PIXEL}, expect=204)
        given = owner.get(at).json()["avatar_url"]
        assert given != first
        assert owner.session.get(given).content == base64.b64decode(PIXEL)
        for _ in range(2):
            owner.delete(f"{at}/avatar", expect=204)
        assert owner.get(at).json()["avatar_url"] not in (first, given)

    @pytest.mark.parametrize("body, status", [({"image": "no base64!"}, 400), ({"image": "bm8gcGljdHVyZQ=="}, 422), ({}, 422)])
    def test_is_a_picture(self, crew, body, status):
        owner, _, _, at = crew
        owner.refused("POST", f"{at}/avatar", status, body)

    def test_is_for_owners(self, crew, anonymous):
        _, member, stranger, at = crew
        for who, status in ((member, 403), (stranger, 403), (anonymous, 401)):
            who.refused("POST", f"{at}/avatar", status, {"image": PIXEL})
            who.refused("DELETE", f"{at}/avatar", status)

    def test_is_gone_with_the_organization(self, crew):
        owner, _, _, at = crew
        owner.post(f"{at}/avatar", {"image": PIXEL}, expect=204)
        given = owner.get(at).json()["avatar_url"]
        owner.delete(at, expect=204)
        assert owner.session.get(given).status_code == 404


class TestAccounts:
    def test_of_members_cannot_be_deleted(self, crew, admin):
        _, member, _, at = crew
        admin.refused("DELETE", f"/admin/users/{member.name}", 422)
        admin.delete(f"{at}/members/{member.name}", expect=204)
        admin.delete(f"/admin/users/{member.name}", expect=204)

    def test_that_are_purged_leave_and_end_what_nobody_else_owns(self, crew, admin):
        owner, member, _, at = crew
        shared = new_organization(owner)
        owner.call("PUT", f"/teams/{owners_team(owner, shared)}/members/{member.name}", expect=204)
        admin.delete(f"/admin/users/{owner.name}?purge=true", expect=204)
        admin.refused("GET", at, 404)
        assert [user["login"] for user in member.get(f"/orgs/{shared}/members").json()] == [member.name]

    def test_open_to_colleagues(self, admin, new_user):
        hidden, colleague = new_user(visibility="private"), new_user()
        organization = new_organization(hidden)
        colleague.refused("GET", f"/users/{hidden.name}", 404)
        new_team(hidden, organization, colleague)
        colleague.get(f"/users/{hidden.name}", expect=200)
        hidden.delete(f"/orgs/{organization}/members/{colleague.name}", expect=204)
        colleague.refused("GET", f"/users/{hidden.name}", 404)
