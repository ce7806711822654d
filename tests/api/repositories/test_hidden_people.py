"""People and teams of a repository that not everybody who reads it may see."""
from organizations import new_organization, new_team
from repositories import at, let_in, new_repository


def logins(answer):
    return [person["login"] for person in answer.json()], answer.headers["X-Total-Count"]


class TestCollaborators:
    def test_whom_the_caller_does_not_see_are_unknown(self, new_user):
        owner, hidden = new_user(), new_user(visibility="private")
        repository = new_repository(owner)
        for name in (hidden.name, "no-such-person"):
            path = f"{at(repository)}/collaborators/{name}"
            owner.refused("PUT", path, 422, {"permission": "read"})
            owner.refused("GET", path, 422)
            owner.refused("DELETE", path, 422)
            owner.refused("GET", path + "/permission", 404)
        assert logins(owner.get(at(repository) + "/collaborators")) == ([], "0")

    def test_who_are_hidden_are_told_to_those_who_administer_the_repository(self, admin, new_user):
        owner, hidden, stranger = new_user(), new_user(visibility="private"), new_user()
        repository = new_repository(owner)
        listed, path = at(repository) + "/collaborators", f"{at(repository)}/collaborators/{hidden.name}"
        admin.call("PUT", path, {"permission": "read"}, expect=204)
        for who in (owner, admin, hidden):
            assert logins(who.get(listed)) == ([hidden.name], "1")
            who.get(path, expect=204)
            assert who.get(path + "/permission").json()["user"]["login"] == hidden.name
        assert logins(stranger.get(listed)) == ([], "0")
        stranger.refused("GET", path, 422)
        stranger.refused("GET", path + "/permission", 404)
        owner.call("PUT", path, {"permission": "write"}, expect=204)
        owner.delete(path, expect=204)
        owner.refused("GET", path, 422)

    def test_learn_what_rights_a_hidden_owner_has(self, new_user):
        shy, friend = new_user(visibility="private"), new_user()
        repository = new_repository(shy)
        let_in(shy, repository, friend, "admin")
        assert friend.get(f"{at(repository)}/collaborators/{shy.name}/permission").json()["permission"] == "owner"


def test_private_teams_are_told_to_members_and_to_who_administers_the_repository(admin, new_user):
    owner, insider, member, helper, stranger = (new_user() for _ in range(5))
    organization = new_organization(owner)
    shared = owner.post(f"/orgs/{organization}/repos", {"name": "shared"}, expect=201).json()
    for name, visibility in (("half", "limited"), ("open", "public"), ("secret", "private")):
        new_team(owner, organization, insider, name=name, visibility=visibility)
        owner.call("PUT", f"{at(shared)}/teams/{name}", expect=204)
    new_team(owner, organization, member)
    let_in(owner, shared, helper, "admin")
    every = ["Owners", "half", "open", "secret"]
    for who, seen in ((owner, every), (admin, every), (insider, every), (member, every), (helper, every), (stranger, ["open"])):
        assert [team["name"] for team in who.get(at(shared) + "/teams").json()] == seen
        for name in every:
            who.get(f"{at(shared)}/teams/{name}", expect=200 if name in seen else 404)
