"""What comes with a repository from a server of the same API besides texts, and whose it is here."""
from client import PASSWORD
from sources import source, write


def busy_repository(there, names):
    """With all that hangs on issues and pull requests; the owner, and somebody who has helped."""
    owner, address = source(there, names("origin"))
    helper = there.person(names("helper"))
    at = f"/repos/{owner.name}/src"
    owner.call("PUT", f"{at}/collaborators/{helper.name}", {"permission": "write"}, expect=204)
    for title in ("one", "two", "three"):
        helper.post(at + "/issues", {"title": title}, expect=201)
    said = helper.post(at + "/issues/1/comments", {"body": "a word"}, expect=201).json()
    helper.post(at + "/issues/1/reactions", {"content": "heart"}, expect=201)
    owner.post(f"{at}/issues/comments/{said['id']}/reactions", {"content": "+1"}, expect=201)
    owner.call("PATCH", at + "/issues/1", {"assignees": [helper.name, owner.name]}, expect=201)
    owner.post(at + "/issues/2/pin", expect=204)
    helper.post(at + "/issues/2/times", {"time": 3600}, expect=200)
    owner.post(at + "/issues/2/dependencies", {"owner": owner.name, "repo": "src", "index": 3}, expect=201)
    write(owner, at, "new.txt", "new", branch="side")
    owner.post(at + "/pulls", {"title": "four", "head": "side", "base": "trunk"}, expect=201)
    owner.post(at + "/pulls/4/requested_reviewers", {"reviewers": [helper.name]}, expect=201)
    return owner, helper, address


ALL = {"service": "gitea", "labels": True, "milestones": True, "issues": True, "pull_requests": True, "releases": True}


def copied(copier, owner, address):
    copier.post("/repos/migrate", {"clone_addr": address, "repo_name": "copy", "auth_username": owner.name, "auth_password": PASSWORD,
                                   **ALL}, expect=201)
    return f"/repos/{copier.name}/copy"


def test_what_hangs_on_issues_comes_along(here, there, names):
    owner, helper, address = busy_repository(there, names)
    here.person(helper.name)  # somebody else, of the same name and with the same address
    copier = here.person(names("copier"))
    at = copied(copier, owner, address)
    reactions = copier.get(at + "/issues/1/reactions").json()
    assert [(r["content"], r["user"]["login"], r["user"]["full_name"]) for r in reactions] == [("heart", "Ghost", helper.name)]
    comment = copier.get(at + "/issues/1/comments").json()[0]
    assert comment["user"]["login"] == "Ghost" and comment["original_author"] == helper.name
    assert [r["content"] for r in copier.get(f"{at}/issues/comments/{comment['id']}/reactions").json()] == ["+1"]
    assert copier.get(at + "/issues/1").json()["assignees"] is None
    assert [(i["number"], i["pin_order"]) for i in copier.get(at + "/issues/pinned").json()] == [(2, 1)]
    assert [t["time"] for t in copier.get(at + "/issues/2/times").json()] == [3600]
    assert [i["number"] for i in copier.get(at + "/issues/2/dependencies").json()] == [3]
    assert copier.get(at + "/pulls/4/reviews").json() == []
    copier.post(at + "/issues/1/reactions", {"content": "heart"}, expect=201)
    assert len(copier.get(at + "/issues/1/reactions").json()) == 2


def test_of_a_linked_server_authors_are_themselves(linked, there, names):
    owner, helper, address = busy_repository(there, names)
    same_name = linked.person(helper.name)
    linked.admin.post("/admin/users", {"username": "other-name", "email": f"{owner.name}@example.com", "password": PASSWORD,
                                       "must_change_password": False}, expect=201)
    copier = linked.person(names("copier"))
    at = copied(copier, owner, address)
    issue = copier.get(at + "/issues/1").json()
    assert issue["user"]["login"] == same_name.name and issue["original_author"] == ""
    assert sorted(who["login"] for who in issue["assignees"]) == sorted([same_name.name, "other-name"])
    assert copier.get(at + "/issues/1/comments").json()[0]["user"]["login"] == same_name.name
    assert copier.get(at + "/issues/1/reactions").json()[0]["user"]["login"] == same_name.name
    assert [t["user_name"] for t in copier.get(at + "/issues/2/times").json()] == [same_name.name]
    assert [(r["state"], r["user"]["login"]) for r in copier.get(at + "/pulls/4/reviews").json()] == [("REQUEST_REVIEW", same_name.name)]
    assert copier.get(at + "/pulls/4").json()["user"]["login"] == "other-name"  # by the address
