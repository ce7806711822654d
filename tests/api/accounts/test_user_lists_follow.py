"""What lists show of people is kept between requests: after every kind of change it is what each account shows of itself."""
from organizations import new_organization, new_team


def assert_lists_tell_the_truth(organization, viewers):
    for who in viewers:
        for _ in range(2):  # the second list comes from memory
            members = who.get(f"/orgs/{organization}/members").json()
            found = who.get("/users/search", params={"limit": 50}).json()["data"]
        assert members
        for shown in [*members, *found]:
            assert shown == who.get(f"/users/{shown['login']}").json()


def names(who, organization, which="members"):
    return [one["login"] for one in who.get(f"/orgs/{organization}/{which}").json()]


def test_lists_follow_every_change(new_user, admin):
    owner, member, stranger = new_user(), new_user(), new_user()
    organization = new_organization(owner)
    team = new_team(owner, organization)
    viewers = [owner, stranger, admin]
    owner.call("PUT", f"/orgs/{organization}/public_members/{owner.name}", expect=204)
    assert_lists_tell_the_truth(organization, viewers)
    assert names(stranger, organization) == [owner.name]

    owner.call("PUT", f"/teams/{team}/members/{member.name}", expect=204)
    assert sorted(names(owner, organization)) == sorted([owner.name, member.name])
    assert names(stranger, organization) == [owner.name], "strangers are told of those who show it"
    assert sorted(names(member, organization)) == sorted([owner.name, member.name]), "whoever comes sees all at once"

    member.call("PUT", f"/orgs/{organization}/public_members/{member.name}", expect=204)
    assert sorted(names(stranger, organization, "public_members")) == sorted([owner.name, member.name])

    for change in ({"full_name": "Ada"}, {"location": "here"}, {"hide_email": True}, {"hide_email": False}):
        member.call("PATCH", "/user/settings", change, expect=200)
        assert_lists_tell_the_truth(organization, viewers)
    stranger.call("PUT", f"/user/following/{member.name}", expect=204)
    assert_lists_tell_the_truth(organization, viewers)

    admin.post(f"/admin/users/{member.name}/rename", {"new_username": f"aaa-{member.name}"}, expect=204)
    assert names(owner, organization)[0] == f"aaa-{member.name}", "the order follows a new name"
    owner.call("DELETE", f"/orgs/{organization}/members/aaa-{member.name}", expect=204)
    assert names(admin, organization) == [owner.name]
    assert_lists_tell_the_truth(organization, viewers)


def test_the_person_and_administrators_are_told_more(new_user, admin):
    person, other = new_user(), new_user()
    told = {}
    for who in (other, admin, person, other):
        [shown] = who.get("/users/search", params={"q": person.name}).json()["data"]
        told[who.name] = shown["last_login"] if who is not person else shown["active"]
        assert shown == who.get(f"/users/{person.name}").json()
    assert told[person.name] is True
