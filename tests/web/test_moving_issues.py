"""Moving an issue to another repository: what goes along, who may, and where its old addresses lead."""
import re

import pytest
from issues import kinds, new_issue, say, timeline
from program import wait_until
from repositories import at, let_in, new_repository


def move(browser, repository, number, to, expect=303):
    page = f"/{repository['full_name']}/issues/{number}"
    browser.open(f"{page}/move", expect=200)
    browser.submit(f"{page}/move", {"repository": to if isinstance(to, str) else to["full_name"]}, expect=expect)
    return browser


@pytest.fixture
def two(new_user):
    """An owner with two repositories, the second of which has an issue already."""
    owner = new_user()
    here, there = new_repository(owner), new_repository(owner)
    new_issue(owner, there)
    return owner, here, there


def test_what_was_said_and_what_belongs_to_it_goes_along(two, resident, new_user):
    owner, here, there = two
    reader, helper = new_user(), new_user()
    let_in(owner, here, helper)
    issue, made = new_issue(owner, here, "Wandering", body="see #7", assignees=[owner.name, helper.name])
    comment = say(reader, issue, "a word about #8")
    reader.post(f"{issue}/reactions", {"content": "heart"}, expect=201)
    file = owner.call("POST", f"{issue}/assets?name=a.txt", files={"attachment": ("a.txt", b"text")}, expect=201).json()
    owner.post(f"{issue}/times", {"time": 60}, expect=200)
    new_issue(owner, here, "Other")
    owner.post(f"{issue}/dependencies", {"owner": owner.name, "repo": here["name"], "index": 2}, expect=201)
    for home in (here, there):
        owner.post(f"{at(home)}/labels", {"name": "both", "color": "#123456"}, expect=201)
        owner.post(f"{at(home)}/milestones", {"title": "1.0"}, expect=201)
    only = owner.post(f"{at(here)}/labels", {"name": "only here", "color": "#123456"}, expect=201).json()
    both = [label["id"] for label in owner.get(f"{at(here)}/labels").json() if label["name"] == "both"]
    owner.post(f"{issue}/labels", {"labels": [only["id"], *both]}, expect=200)
    owner.call("PATCH", issue, {"milestone": owner.get(f"{at(here)}/milestones").json()[0]["id"]}, expect=201)
    owner.post(f"{issue}/pin", expect=204)
    owner.call("PUT", f"{issue}/lock", {"lock_reason": "calm"}, expect=204)

    browser = resident(owner.name)
    move(browser, here, 1, there)
    assert browser.location.endswith(f"/{there['full_name']}/issues/2")
    assert "The issue is moved" in browser.follow().notice
    there_issue = f"{at(there)}/issues/2"
    moved = owner.get(there_issue).json()
    assert moved["id"] == made["id"] and moved["title"] == "Wandering" and moved["comments"] == 1 and moved["is_locked"] and not moved["pin_order"]
    assert [label["name"] for label in moved["labels"]] == ["both"] and moved["labels"][0]["id"] not in both
    assert moved["milestone"]["title"] == "1.0" and moved["milestone"]["open_issues"] == 1
    assert {person["login"] for person in moved["assignees"]} == {owner.name, helper.name}
    assert owner.get(f"{there_issue}/comments").json()[0]["id"] == comment["id"]
    assert owner.get(f"{there_issue}/reactions").json()[0]["content"] == "heart"
    assert [file["uuid"]] == [asset["uuid"] for asset in owner.get(f"{there_issue}/assets").json()]
    assert owner.get(f"{there_issue}/times").json()[0]["time"] == 60
    assert [issue["title"] for issue in owner.get(f"{there_issue}/dependencies").json()] == ["Other"]
    assert timeline(owner, there_issue)[-1]["type"] == "transferred" and timeline(owner, there_issue)[-1]["old_ref"] == f"{here['full_name']}#1"
    assert [owner.get(at(home)).json()["open_issues_count"] for home in (here, there)] == [1, 2]
    assert [milestone["open_issues"] for milestone in owner.get(f"{at(here)}/milestones").json()] == [0]
    assert [issue["title"] for issue in owner.get(f"{at(here)}/issues").json()] == ["Other"]
    assert sorted(issue["title"] for issue in owner.get(f"{at(there)}/issues").json()) == ["Thing", "Wandering"]
    # What was said elsewhere means what is there.
    assert re.search(rf'href="[^"]*/{here["full_name"]}/issues/7"', browser.page) and f"/{here['full_name']}/issues/8" in browser.page
    assert f"moved this here from <a href=\"/{here['full_name']}\">" in browser.page
    say(owner, there_issue, "and #9")
    browser.open(f"/{there['full_name']}/issues/2", expect=200)
    assert f"/{there['full_name']}/issues/9" in browser.page


def test_old_addresses_lead_on_for_those_who_may_read_it(two, resident, visitor, new_user, anonymous):
    owner, here, there = two
    issue, _ = new_issue(owner, here, "Wandering")
    comment = say(owner, issue)
    move(resident(owner.name), here, 1, there)
    visitor.open(f"/{here['full_name']}/issues/1?all=true", expect=301)
    assert visitor.location.endswith(f"/{there['full_name']}/issues/2?all=true")
    anonymous.get(issue, expect=301)
    answer = anonymous.get(f"{issue}/comments", expect=301)
    assert answer.headers["Location"].endswith(f"{at(there)}/issues/2/comments")
    assert anonymous.get(f"{at(here)}/issues/comments/{comment['id']}", expect=301).headers["Location"].endswith(f"{at(there)}/issues/comments/{comment['id']}")
    # What somebody was writing is not lost.
    answer = owner.post(f"{issue}/comments", {"body": "late"}, expect=307)
    assert answer.headers["Location"].endswith(f"{at(there)}/issues/2/comments")
    owner.call("PATCH", at(there), {"private": True}, expect=200)
    visitor.open(f"/{here['full_name']}/issues/1", expect=404)
    unknown = anonymous.get(f"{at(here)}/issues/99", expect=404).json()
    assert anonymous.get(issue, expect=404).json() == unknown
    anonymous.get(f"{at(here)}/issues/comments/{comment['id']}", expect=404)
    owner.get(issue, expect=301)
    # Once more, and back: each address leads to where it is.
    owner.call("PATCH", at(there), {"private": False}, expect=200)
    third = new_repository(owner)
    move(resident(owner.name), there, 2, third)
    for old in (issue, f"{at(there)}/issues/2"):
        assert anonymous.get(old, expect=301).headers["Location"].endswith(f"{at(third)}/issues/1")
    move(resident(owner.name), third, 1, here)
    assert anonymous.get(issue, expect=301).headers["Location"].endswith(f"{at(here)}/issues/2")
    owner.call("DELETE", at(there), expect=204)
    assert anonymous.get(issue, expect=301).headers["Location"].endswith(f"{at(here)}/issues/2")
    assert kinds(owner, f"{at(here)}/issues/2").count("transferred") == 3
    owner.call("DELETE", f"{at(here)}/issues/2", expect=204)
    anonymous.get(issue, expect=404)


def test_a_place_that_one_may_not_read_is_not_told(two, resident, visitor, anonymous):
    owner, here, there = two
    issue, _ = new_issue(owner, here, "Wandering", body="see #7")
    move(resident(owner.name), here, 1, there)
    owner.call("PATCH", at(here), {"private": True}, expect=200)
    visitor.open(f"/{there['full_name']}/issues/2", expect=200)
    assert here["name"] not in visitor.page.replace(there["name"], "") and "moved this here from another repository" in visitor.page
    assert timeline(anonymous, f"{at(there)}/issues/2")[-1]["old_ref"] == ""
    visitor.open(f"/{here['full_name']}/issues/1", expect=404)


def test_who_may_not(two, resident, visitor, new_user):
    owner, here, there = two
    new_issue(owner, here)
    page = f"/{here['full_name']}/issues/1"
    stranger, writer = new_user(), new_user()
    let_in(owner, here, writer)
    theirs, secret = new_repository(writer, private=True), new_repository(owner, private=True)
    browser = resident(stranger.name)
    assert "/move" not in browser.open(page, expect=200).text
    browser.open(f"{page}/move", expect=403)
    browser.post(f"{page}/move", {"repository": new_repository(stranger)["full_name"]}, expect=403)
    visitor.post(f"{page}/move", {"repository": there["full_name"]}, expect=303)
    browser = resident(writer.name)
    assert f"{page}/move" in browser.open(page, expect=200).text
    browser.open(f"{page}/move", expect=200)
    assert f'<option value="{theirs["full_name"]}">' in browser.page and there["full_name"] not in browser.page
    said = set()
    for to in (there["full_name"], secret["full_name"], f"{owner.name}/nothing", "nobody-at-all/nothing"):
        browser.post(f"{page}/move", {"repository": to}, expect=422)
        assert f'value="{to}"' in browser.page
        said.add(browser.problem)
    assert len(said) == 1, "nobody learns what is there"
    for to in ("", "no-slash", "a/b/c", "/", here["full_name"]):
        browser.post(f"{page}/move", {"repository": to}, expect=422)
    # Nobody's words get more readers than they were written for.
    new_issue(writer, theirs)
    open_one = new_repository(writer)
    browser.post(f"/{theirs['full_name']}/issues/1/move", {"repository": open_one["full_name"]}, expect=422)
    browser.open(f"/{theirs['full_name']}/issues/1/move", expect=200)
    assert open_one["full_name"] not in browser.page
    writer.call("PATCH", at(theirs), {"archived": True}, expect=200)
    browser.post(f"{page}/move", {"repository": theirs["full_name"]}, expect=422)
    browser.post(f"/{theirs['full_name']}/issues/1/move", {"repository": open_one["full_name"]}, expect=423)
    resident(owner.name).post(f"{page}/move", {"repository": there["full_name"]}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_who_cannot_be_assigned_there_is_no_longer(two, resident, new_user):
    owner, here, _ = two
    helper, secret = new_user(), new_repository(owner, private=True)
    let_in(owner, here, helper)
    new_issue(owner, here, assignees=[owner.name, helper.name])
    move(resident(owner.name), here, 1, secret)
    assert [person["login"] for person in owner.get(f"{at(secret)}/issues/1").json()["assignees"]] == [owner.name]


def test_files_are_for_those_who_read_the_new_place(two, resident, anonymous, server):
    owner, here, _ = two
    issue, _ = new_issue(owner, here)
    file = owner.call("POST", f"{issue}/assets?name=a.txt", files={"attachment": ("a.txt", b"text")}, expect=201).json()
    secret = new_repository(owner, private=True)
    path = file["browser_download_url"].removeprefix(server.url)
    assert anonymous.session.get(server.url + path).status_code == 200
    move(resident(owner.name), here, 1, secret)
    assert anonymous.session.get(server.url + path).status_code == 404
    assert resident(owner.name).open(path, expect=200).content == b"text"


def test_labels_of_an_organization_stay_themselves(new_user, resident):
    owner = new_user()
    organization = f"org-{owner.name}"
    owner.post("/orgs", {"username": organization}, expect=201)
    here, there = (owner.post(f"/orgs/{organization}/repos", {"name": name}, expect=201).json() for name in ("here", "there"))
    label = owner.post(f"/orgs/{organization}/labels", {"name": "shared", "color": "#123456"}, expect=201).json()
    new_issue(owner, here, labels=[label["id"]])
    move(resident(owner.name), here, 1, there)
    assert [each["id"] for each in owner.get(f"{at(there)}/issues/1").json()["labels"]] == [label["id"]]
    mine = new_repository(owner)
    move(resident(owner.name), there, 1, mine)
    assert owner.get(f"{at(mine)}/issues/1").json()["labels"] == []


def test_notifications_go_along(two, resident, new_user):
    owner, here, there = two
    reader = new_user()
    issue, _ = new_issue(owner, here, body=f"@{reader.name}")
    wait_until(lambda: reader.get("/notifications").json(), "the notification")
    move(resident(owner.name), here, 1, there)
    [thread] = reader.get("/notifications").json()
    assert thread["repository"]["full_name"] == there["full_name"] and thread["subject"]["url"].endswith(f"{at(there)}/issues/2")
