"""The lists of issues and pull requests of a repository, without a script: what they show, to whom, and changing several at once."""
import html
import re
import urllib.parse

import pytest
import requests
from issue_lists import ask, choice, counts, line, row, titles
from issues import new_issue, say
from organizations import new_organization
from projects import new_column, new_project, put
from pulls import begun, new_pull, propose, put_file
from repositories import at, let_in
from reviews import review
from visitor import Forms


@pytest.fixture
def place(new_user):
    owner = new_user()
    return owner, begun(owner)


def page(repository, below="/issues"):
    return f"/{repository['full_name']}{below}"


def label(owner, repository, name, color="#b3412f", **more):
    return owner.post(f"{at(repository)}/labels", {"name": name, "color": color, **more}, expect=201).json()["id"]


def actions(browser):
    return [form["action"] for form in Forms(browser.page).forms if form["method"] == "POST"]


def test_everybody_who_reads_issues_sees_them(visitor, place):
    owner, repository = place
    new_issue(owner, repository, "First", body="- [x] one\n- [ ] two\n- [ ] three", due_date="2020-01-01T00:00:00Z",
              labels=[label(owner, repository, "kind/bug", exclusive=True), label(owner, repository, "alpha", "#ffffff")],
              milestone=owner.post(f"{at(repository)}/milestones", {"title": "1.0"}).json()["id"], assignees=[owner.name])
    new_issue(owner, repository, "Done", closed=True)
    visitor.open(page(repository), expect=200)
    shown = row(visitor, "First")
    assert line(visitor) == "is:open sort:updated" and titles(visitor) == ["First"] and counts(visitor) == (1, 1)
    assert 'aria-label="Open issue"' in shown and f"by <a href" in shown and ">1.0</a>" in shown and "1 of 3 tasks" in shown
    assert "1 Jan 2020, overdue" in shown and f'aria-label="Assigned to {owner.name}"' in shown
    assert shown.index("alpha") < shown.index('<span class="scope">kind') and 'class="label dark"' in shown and 'class="label light"' in shown
    assert not actions(visitor) and 'type="checkbox"' not in visitor.page, "nobody is offered what he may not do"
    assert "New issue" not in visitor.page
    assert ask(visitor, page(repository), "is:closed") == ["Done"] and 'aria-label="Closed issue"' in row(visitor, "Done")


def test_a_hidden_repository_is_not_there(visitor, new_user, resident):
    owner = new_user()
    repository = begun(owner, private=True)
    for below in ("/issues", "/pulls", "/labels", "/milestones"):
        visitor.open(page(repository, below), expect=404)
        resident().open(page(repository, below), expect=404)
        resident(owner.name).open(page(repository, below), expect=200)


def test_what_is_switched_off_is_not_there(place, resident):
    owner, repository = place
    owner.call("PATCH", at(repository), {"has_issues": False}, expect=200)
    browser = resident(owner.name)
    browser.open(page(repository), expect=404)
    browser.open(page(repository, "/pulls"), expect=200)
    assert f'href="{page(repository)}"' not in browser.page


def test_titles_that_look_like_markup(place, visitor):
    owner, repository = place
    name = '<b>&"\'x'
    new_issue(owner, repository, '<script>alert(1)</script> & "more"', labels=[label(owner, repository, name, description="<i>")])
    visitor.open(page(repository), expect=200)
    assert "<script>alert" not in visitor.page and "<b>&" not in visitor.page and titles(visitor) == ['<script>alert(1)</script> & "more"']
    visitor.open(html.unescape(re.search(r'<a href="([^"]*)" class="label [a-z]+"', visitor.page)[1]), expect=200)
    assert titles(visitor) and line(visitor) == 'is:open label:"<b>&\\"\'x"'


def test_pins(place, visitor):
    owner, repository = place
    issue, _ = new_issue(owner, repository, "Road to 1.0", body="- [x] a\n- [ ] b")
    say(owner, issue)
    owner.post(f"{issue}/pin", expect=204)
    visitor.open(page(repository), expect=200)
    pins = re.search(r'<ul class="pins" aria-label="Pinned issues">(.*?)</ul>', visitor.page)[1]
    assert "Road to 1.0" in pins and "1 of 2 tasks" in pins and "1 comment" in pins
    visitor.open(page(repository, "/pulls"), expect=200)
    assert 'class="pins"' not in visitor.page


def test_pins_are_ordered(place, visitor, resident):
    owner, repository = place
    numbers = []
    for title in ("one", "two", "three"):
        issue, made = new_issue(owner, repository, title)
        owner.post(f"{issue}/pin", expect=204)
        numbers.append(made["number"])
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert browser.page.count("/pin/move") == 3
    browser.post(page(repository, f"/issues/{numbers[2]}/pin/move"), {"position": "1"}, expect=303)
    browser.follow()
    assert browser.notice == "The pinned ones are in their new order."
    assert [issue["number"] for issue in owner.get(f"{at(repository)}/issues/pinned").json()] == [numbers[2], numbers[0], numbers[1]]
    browser.post(page(repository, f"/issues/{numbers[2]}/pin/move"), {"position": "x"}, expect=422)
    visitor.open(page(repository), expect=200)
    assert "/pin/move" not in visitor.page
    resident().post(page(repository, f"/issues/{numbers[2]}/pin/move"), {"position": "2"}, expect=403)


def test_menus_write_into_the_line(place, resident, new_user):
    owner, repository = place
    helper = new_user()
    let_in(owner, repository, helper)
    bug = label(owner, repository, "good bug")
    owner.post(f"{at(repository)}/milestones", {"title": "next one"}, expect=201)
    project = new_project(owner, f"{at(repository)}/projects", "Board")
    _, issue = new_issue(helper, repository, "One", assignees=[helper.name])
    owner.post(f"{at(repository)}/issues/{issue['number']}/labels", {"labels": [bug]}, expect=200)
    put(owner, project, new_column(owner, project), issue)
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    for menu, words, wanted in (("Label", "good bug", 'label:"good bug"'), ("Author", helper.name, f"author:{helper.name}"),
                                ("Assigned", "Nobody", "assignee:none"), ("Assigned", helper.name, f"assignee:{helper.name}"),
                                ("Milestone", "next one", 'milestone:"next one"'), ("Project", "Board", "project:Board"), ("Assigned", "Me", "assignee:me")):
        browser.open(choice(browser, menu, words), expect=200)
        assert wanted in line(browser), menu
    assert line(browser) == f'is:open label:"good bug" author:{helper.name} assignee:me milestone:"next one" project:Board sort:updated'
    browser.open(choice(browser, "Label", "good bug"), expect=200)
    assert "label:" not in line(browser), "chosen once more, it goes"
    browser.open(choice(browser, "Sort", "Oldest"), expect=200)
    assert line(browser).endswith("sort:created-asc") and "sort:updated" not in line(browser)


def test_none_fits(place, visitor):
    owner, repository = place
    visitor.open(page(repository), expect=200)
    assert "No issues yet" in visitor.page
    new_issue(owner, repository, "One")
    ask(visitor, page(repository), "is:open crash author:me")
    drops = re.findall(r'<a class="tag" href="([^"]*)" aria-label="Drop ([^"]*)"', visitor.page)
    assert "None fits" in visitor.page and [word for _, word in drops] == ["crash", "author:me"]
    visitor.open(html.unescape(drops[0][0]), expect=200)
    assert line(visitor) == "is:open author:me"
    ask(visitor, page(repository), "is:closed")
    assert "Nothing is closed" in visitor.page


def test_pages(place, visitor):
    owner, repository = place
    for number in range(5):
        new_issue(owner, repository, f"Issue {number}")
    visitor.open(page(repository) + "?q=is:open+Issue&limit=2", expect=200)
    assert titles(visitor) == ["Issue 4", "Issue 3"] and "1–2 of 5" in visitor.page
    visitor.open(html.unescape(re.search(r'rel="next" href="([^"]*)"', visitor.page)[1]), expect=200)
    assert titles(visitor) == ["Issue 2", "Issue 1"]
    visitor.open(page(repository) + "?q=is:open&limit=2&page=9", expect=200)
    assert "Nothing is so far down the list" in visitor.page


def choose(browser, repository, numbers, below="/issues", query="", **what):
    """Sends the form of what is chosen."""
    return [("issue", str(number)) for number in numbers] + [(name, value) for name, values in what.items() for value in (values if isinstance(values, list) else [values])]


def bulk(browser, repository, numbers, expect=303, below="/issues", **what):
    browser.open(page(repository, below) + "?q=" + urllib.parse.quote("sort:created"), expect=200)
    form = next(form for form in Forms(browser.page).forms if form["method"] == "POST" and form["action"].startswith(page(repository, below)))
    return browser.post(html.unescape(form["action"]), choose(browser, repository, numbers, **what), expect=expect)


def test_several_are_changed_at_once(place, resident, new_user):
    owner, repository = place
    helper = new_user()
    let_in(owner, repository, helper)
    bug, docs = label(owner, repository, "bug"), label(owner, repository, "docs")
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "1.0"}, expect=201).json()["id"]
    numbers = [new_issue(owner, repository, f"Issue {n}")[1]["number"] for n in range(3)]
    browser = resident(owner.name)

    def every(member):
        return [owner.get(f"{at(repository)}/issues/{number}").json()[member] for number in numbers]

    bulk(browser, repository, numbers[:2], state="closed")
    assert browser.location == page(repository) + "?q=sort%3Acreated" and every("state") == ["closed", "closed", "open"]
    browser.follow()
    assert browser.notice == "What you have chosen is changed."
    bulk(browser, repository, numbers, state="open")
    assert every("state") == ["open"] * 3
    bulk(browser, repository, numbers[:2], labels="add", label=[str(bug), str(docs)])
    bulk(browser, repository, numbers[:1], labels="remove", label=str(docs))
    assert [[one["name"] for one in labels] for labels in every("labels")] == [["bug"], ["bug", "docs"], []]
    bulk(browser, repository, numbers, milestone=str(milestone))
    bulk(browser, repository, numbers[2:], milestone="0")
    assert [one and one["title"] for one in every("milestone")] == ["1.0", "1.0", None]
    bulk(browser, repository, numbers[1:], people="assign", person=[helper.name, owner.name])
    bulk(browser, repository, numbers[1:2], people="unassign", person=owner.name)
    assert [sorted(person["login"] for person in people or []) for people in every("assignees")] == [[], [helper.name], sorted([owner.name, helper.name])]


def test_all_or_nothing_is_changed(place, resident):
    owner, repository = place
    waiting, first = new_issue(owner, repository, "waits")
    _, second = new_issue(owner, repository, "is waited for")
    owner.post(f"{waiting}/dependencies", {"owner": owner.name, "repo": repository["name"], "index": second["number"]}, expect=201)
    _, third = new_issue(owner, repository, "other")
    browser = resident(owner.name)
    bulk(browser, repository, [first["number"], third["number"]], expect=422, state="closed")
    assert f"#{first['number']}: it depends on issues that are open" in browser.problem
    assert re.search(rf'value="{first["number"]}"[^>]* checked>', browser.page) and not re.search(rf'value="{second["number"]}"[^>]* checked>', browser.page)
    assert counts(browser) == (3, 0)
    for what in ({}, {"state": "ajar"}, {"labels": "add"}, {"labels": "add", "label": "999999"}, {"milestone": "999999"},
                 {"people": "assign", "person": "nobody-at-all"}):
        bulk(browser, repository, [third["number"]], expect=422, **what)
        assert browser.problem, what
    bulk(browser, repository, [], expect=422, state="closed")
    assert browser.problem == "Choose at least one."
    bulk(browser, repository, [999], expect=422, state="closed")
    bulk(browser, repository, range(1, 102), expect=422, state="closed")
    assert counts(browser) == (3, 0)


def test_who_may_not_change_them_cannot(place, resident, new_user, visitor, server):
    owner, repository = place
    _, issue = new_issue(owner, repository, "One")
    other = resident()
    other.open(page(repository), expect=200)
    assert "New issue" in other.page and not [action for action in actions(other) if "/issues" in action]
    form = [("issue", str(issue["number"])), ("state", "closed")]
    other.post(page(repository), form, expect=403)
    assert visitor.post(page(repository), form).status_code in (303, 401, 403)
    browser = resident(owner.name)
    browser.post(page(repository), form, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    secret = begun(new_user(), private=True)
    browser.post(page(secret), form, expect=404)
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    browser.open(page(repository), expect=200)
    assert not [action for action in actions(browser) if "/issues" in action] and "New issue" not in browser.page
    browser.post(page(repository), form, expect=423)
    assert owner.get(f"{at(repository)}/issues/{issue['number']}").json()["state"] == "open"
    assert requests.post(server.url + page(repository), data=form, timeout=30, allow_redirects=False).status_code != 200


def test_who_writes_issues_alone_changes_no_pull_requests(place, resident, new_user):
    owner, repository = place
    organization = new_organization(owner)
    shared = owner.post(f"/orgs/{organization}/repos", {"name": "shared", "auto_init": True, "default_branch": "main"}, expect=201).json()
    person = new_user()
    team = owner.post(f"/orgs/{organization}/teams", {"name": "triage", "permission": "write", "units_map": {"repo.issues": "write", "repo.pulls": "read", "repo.code": "read"}}, expect=201).json()["id"]
    owner.call("PUT", f"/teams/{team}/members/{person.name}", expect=204)
    owner.call("PUT", f"/teams/{team}/repos/{organization}/shared", expect=204)
    _, address = new_pull(owner, shared)
    number = int(address.rsplit("/", 1)[1])
    browser = resident(person.name)
    browser.open(page(shared, "/pulls"), expect=200)
    assert not [action for action in actions(browser) if "/pulls" in action]
    browser.post(page(shared), [("issue", str(number)), ("state", "closed")], expect=403)
    assert owner.get(address).json()["state"] == "open"


def test_pull_requests(place, resident, new_user):
    owner, repository = place
    writer = new_user()
    let_in(owner, repository, writer)
    _, address = new_pull(owner, repository, branch="feat", title="A feature")
    pull = owner.get(address).json()
    owner.post(f"{at(repository)}/statuses/{pull['head']['sha']}", {"state": "failure", "context": "ci"}, expect=201)
    review(writer, address, "APPROVED")
    put_file(owner, repository, "old.txt", new_branch="old")
    put_file(owner, repository, "wip.txt", new_branch="wip")
    propose(owner, repository, "wip", base="old", title="WIP: later")
    browser = resident(owner.name)
    browser.open(page(repository, "/pulls"), expect=200)
    shown = row(browser, "A feature")
    assert "Approved" in shown and 'aria-label="Checks failed"' in shown and "+2" in shown and 'aria-label="Open pull request"' in shown
    assert 'aria-label="Draft pull request"' in row(browser, "WIP: later") and "into old" in row(browser, "WIP: later") and "into" not in shown
    assert "New pull request" in browser.page and "You have pushed to <strong>old</strong>" in browser.page
    bulk(browser, repository, [pull["number"]], below="/pulls", state="closed")
    assert owner.get(address).json()["state"] == "closed"
    assert 'aria-label="Closed pull request"' in (ask(browser, page(repository, "/pulls"), "is:closed") and row(browser, "A feature"))


def test_an_issue_shows_the_pull_request_that_closes_it(place, resident, new_user):
    owner, repository = place
    _, issue = new_issue(owner, repository, "Broken")
    new_issue(owner, repository, "Only mentioned")
    _, address = new_pull(owner, repository, title="Fix", body=f"Closes #{issue['number']}, see #{issue['number'] + 1}")
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    number = address.rsplit("/", 1)[1]
    assert f'aria-label="Pull request #{number} closes it"' in row(browser, "Broken") and "closes it" not in row(browser, "Only mentioned")
    owner.call("PATCH", address, {"state": "closed"}, expect=201)
    browser.open(page(repository), expect=200)
    assert "closes it" not in row(browser, "Broken")


def test_the_tabs_lead_there(place, visitor):
    owner, repository = place
    new_issue(owner, repository, "One")
    visitor.open(page(repository, ""), expect=200)
    assert f'href="{page(repository)}"' in visitor.page and f'href="{page(repository, "/pulls")}"' in visitor.page
    empty = owner.post("/user/repos", {"name": "nothing-in-it"}, expect=201).json()
    visitor.open(page(empty, "/pulls"), expect=200)
    assert "No pull requests" in visitor.page
