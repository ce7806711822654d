"""Accounts and organizations that the caller may not see: what else could tell of them, but must not."""
import pytest
from issues import new_issue, say
from organizations import new_organization
from repositories import at, let_in, new_repository


def logins(answer):
    return [user["login"] for user in answer.json()], answer.headers["X-Total-Count"]


def rename(admin, person):
    """The new name; the Client of the person signs in with the old one and is of no more use."""
    new = person.name + "-later"
    admin.post(f"/admin/users/{person.name}/rename", {"new_username": new}, expect=204)
    return new


class TestBlocking:
    @pytest.mark.parametrize("visibility, caller", [("private", {}), ("limited", {"restricted": True})])
    def test_opens_nobody(self, new_user, visibility, caller):
        hidden, eve = new_user(visibility=visibility), new_user(**caller)
        for method in ("GET", "PUT", "DELETE"):
            refused, unknown = (eve.refused(method, f"/user/blocks/{name}", 404) for name in (hidden.name, "no-such-person"))
            assert refused.json() == unknown.json()
        assert logins(eve.get("/user/blocks")) == ([], "0")

    def test_by_an_organization_opens_nobody(self, new_user):
        hidden, eve = new_user(visibility="private"), new_user()
        path = f"/orgs/{new_organization(eve)}/blocks"
        for method in ("GET", "PUT", "DELETE"):
            refused, unknown = (eve.refused(method, f"{path}/{name}", 404) for name in (hidden.name, "no-such-person"))
            assert refused.json() == unknown.json()
        assert logins(eve.get(path)) == ([], "0")

    def test_of_whom_the_caller_sees_can_be_taken_back_when_that_has_ended(self, new_user):
        shy, ada = new_user(visibility="private"), new_user()
        organization = f"/orgs/{new_organization(ada)}/blocks"
        shy.call("PUT", f"/user/following/{ada.name}", expect=204)
        ada.get(f"/users/{shy.name}", expect=200)
        for path in (organization, "/user/blocks"):
            ada.call("PUT", f"{path}/{shy.name}", expect=204)
        ada.refused("GET", f"/users/{shy.name}", 404)
        for path in (organization, "/user/blocks"):
            assert logins(ada.get(path)) == ([shy.name], "1"), "the blocker knows them, though the following that told has ended"
            ada.get(f"{path}/{shy.name}", expect=204)
            ada.refused("PUT", f"{path}/{shy.name}", 400)
            ada.delete(f"{path}/{shy.name}", expect=204)
            ada.refused("DELETE", f"{path}/{shy.name}", 404)

    def test_of_who_has_hidden_since_is_told_to_no_token_for_what_is_public(self, admin, new_user, new_token):
        shy, ada = new_user(), new_user()
        path = f"/orgs/{new_organization(ada)}/blocks"
        ada.call("PUT", f"{path}/{shy.name}", expect=204)
        admin.call("PATCH", f"/admin/users/{shy.name}", {"visibility": "private"}, expect=200)
        assert logins(new_token(ada, "public-only", "read:organization").get(path)) == ([], "0")
        assert logins(new_token(ada, "read:organization").get(path)) == ([shy.name], "1")

    @pytest.mark.parametrize("opens_issue", [True, False])
    def test_is_open_to_those_in_whose_repositories_a_hidden_person_writes(self, new_user, opens_issue):
        pest, ada, eve = new_user(visibility="private"), new_user(), new_user()
        organization = new_organization(ada)
        theirs = ada.post(f"/orgs/{organization}/repos", {"name": "theirs"}, expect=201).json()
        for path, repository in ((f"/orgs/{organization}/blocks", theirs), ("/user/blocks", new_repository(ada))):
            ada.refused("PUT", f"{path}/{pest.name}", 404)
            if opens_issue:
                new_issue(pest, repository)
            else:
                say(pest, new_issue(ada, repository)[0])
            assert ada.get(f"{path}/{pest.name}", expect=404).content == b"", "known, and not blocked"
            ada.refused("DELETE", f"{path}/{pest.name}", 400)
            ada.call("PUT", f"{path}/{pest.name}", expect=204)
            assert logins(ada.get(path)) == ([pest.name], "1")
        new_issue(eve, new_repository(eve))
        hidden, unknown = (eve.refused("PUT", f"/user/blocks/{name}", 404) for name in (pest.name, "no-such-person"))
        assert hidden.json() == unknown.json(), "what is written elsewhere opens nobody here"

    def test_is_open_to_administrators(self, admin, new_user):
        shy = new_user(visibility="private")
        admin.call("PUT", f"/user/blocks/{shy.name}", expect=204)
        assert shy.name in logins(admin.get("/user/blocks"))[0]
        admin.delete(f"/user/blocks/{shy.name}", expect=204)


class TestOldNames:
    @pytest.mark.parametrize("visibility, to_signed_in", [("public", 307), ("limited", 307), ("private", 404)])
    def test_of_people_lead_those_who_see_them(self, admin, anonymous, new_user, visibility, to_signed_in):
        person, viewer, guest = new_user(visibility=visibility), new_user(), new_user(restricted=True)
        new = rename(admin, person)
        others = 307 if visibility == "public" else 404
        for who, expect in ((anonymous, others), (guest, others), (viewer, to_signed_in), (admin, 307)):
            for path in ("/users/{}", "/repos/{}/any"):
                answer = who.get(path.format(person.name), expect=expect)
                assert answer.headers.get("Location") == ("/api/v1" + path.format(new) if expect == 307 else None)

    def test_of_hidden_people_are_as_good_as_unknown(self, admin, new_user):
        shy, viewer = new_user(visibility="private"), new_user()
        rename(admin, shy)
        for path in ("/users/{}", "/users/{}/keys", "/user/blocks/{}"):
            old, unknown = (viewer.refused("GET", path.format(name), 404) for name in (shy.name, "no-such-person"))
            assert old.json() == unknown.json()

    def test_lead_those_whom_the_owner_let_in(self, admin, anonymous, new_user):
        shy, friend, stranger = new_user(visibility="private"), new_user(), new_user()
        repository = new_repository(shy)
        let_in(shy, repository, friend, "read")
        new = rename(admin, shy)
        assert friend.get(at(repository), expect=307).headers["Location"] == f"/api/v1/repos/{new}/{repository['name']}"
        friend.get(f"/repos/{new}/{repository['name']}", expect=200)
        for who in (stranger, anonymous):
            who.refused("GET", at(repository), 404)

    def test_of_organizations_lead_those_who_see_them(self, admin, anonymous, new_user, new_token):
        owner, stranger = new_user(), new_user()
        old = new_organization(owner, visibility="private")
        owner.post(f"/orgs/{old}/rename", {"new_name": f"{old}-later"}, expect=204)
        for path in ("", "/repos"):
            for who in (owner, admin):
                assert who.get(f"/orgs/{old}{path}", expect=307).headers["Location"] == f"/api/v1/orgs/{old}-later{path}"
            for who in (stranger, anonymous, new_token(owner, "public-only", "read:organization", "read:repository")):
                who.refused("GET", f"/orgs/{old}{path}", 404)
