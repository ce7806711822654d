"""Organizations and teams for tests that need some."""
import itertools

NUMBERS = itertools.count(1)


def new_organization(owner, **more):
    """The name of an organization that `owner` has just made."""
    name = more.pop("username", f"org-{next(NUMBERS)}")
    owner.post("/orgs", {"username": name, **more}, expect=201)
    return name


def new_team(owner, organization, *members, **more):
    """The id of a team with these members: Clients, as new_user() makes them."""
    body = {"name": f"team-{next(NUMBERS)}", "permission": "read", **more}
    team = owner.post(f"/orgs/{organization}/teams", body, expect=201).json()["id"]
    for member in members:
        owner.call("PUT", f"/teams/{team}/members/{member.name}", expect=204)
    return team


def owners_team(owner, organization):
    first, *_ = owner.get(f"/orgs/{organization}/teams").json()
    assert first["name"] == "Owners"
    return first["id"]
