"""Issues, pull requests and milestones of all repositories: one's own, and those of an organization."""
import re

from issue_lists import ask, choice, counts, line, remarks, row, titles
from issues import new_issue
from organizations import new_organization, new_team
from pulls import begun, propose, put_file
from repositories import at, let_in, new_repository


def views(browser):
    return re.findall(r'<a href="[^"]*"( aria-current="page")?>([A-Z][a-z ]+)</a>', re.search(r'<nav class="switch" aria-label="Which ones">(.*?)</nav>', browser.page)[1])


def test_one_signs_in_first(visitor):
    for path in ("/issues", "/pulls", "/milestones"):
        visitor.open(path)
        assert visitor.answer.status_code == 303 and "/user/login" in visitor.location


def test_what_waits_for_somebody(new_user, resident):
    person, other = new_user(), new_user()
    public, secret = new_repository(other), new_repository(other, private=True)
    let_in(other, secret, person)
    browser = resident(person.name)
    browser.open("/issues", expect=200)
    assert "Nothing waits for you" in browser.page and line(browser) == "is:open assignee:me sort:updated"
    new_issue(other, secret, "secret work", assignees=[person.name])
    new_issue(other, public, f"hello @{person.name}")
    new_issue(person, public, "wished for")
    assert ask(browser, "/issues", "is:open assignee:me") == ["secret work"] and secret["full_name"] + "#1" in row(browser, "secret work")
    assert counts(browser) == (1, 0) and [name for current, name in views(browser) if current] == ["Assigned"]
    assert ask(browser, "/issues", "mentions:me") == [f"hello @{person.name}"] and ask(browser, "/issues", "author:me") == ["wished for"]
    assert ask(browser, "/issues", f"repo:{public['full_name']}") == [f"hello @{person.name}", "wished for"]
    assert ask(browser, "/issues", f"author:{other.name} -repo:{public['full_name']}") == ["secret work"]
    browser.open("/issues?type=created_by", expect=200)
    assert line(browser) == "is:open author:me" and titles(browser) == ["wished for"]
    # Nobody finds, or counts, what he may not read.
    stranger = resident()
    assert ask(stranger, "/issues", f"assignee:{person.name}") == [] and counts(stranger) == (0, 0)
    assert ask(stranger, "/issues", f"repo:{secret['full_name']}") == [] and remarks(stranger) == [(secret["full_name"], "No repository is called so.")]
    other.call("DELETE", f"{at(secret)}/collaborators/{person.name}", expect=204)
    assert ask(browser, "/issues", "assignee:me") == []


def test_a_bad_filter_is_marked(resident):
    browser = resident()
    ask(browser, "/issues", "is:open colour:red", expect=422)
    assert remarks(browser)[0][0] == "colour:red" and line(browser) == "is:open colour:red"
    ask(browser, "/issues", "author:nobody-at-all")
    assert remarks(browser)[0][0] == "nobody-at-all"


def test_labels_and_milestones_of_several_repositories(new_user, resident):
    person = new_user()
    for name in ("one", "two"):
        repository = new_repository(person)
        label = person.post(f"{at(repository)}/labels", {"name": "shared", "color": "#abc"}, expect=201).json()["id"]
        milestone = person.post(f"{at(repository)}/milestones", {"title": "spring"}, expect=201).json()["id"]
        new_issue(person, repository, name, labels=[label], milestone=milestone)
        new_issue(person, repository, "bare")
    browser = resident(person.name)
    assert ask(browser, "/issues", "label:shared author:me") == ["one", "two"] and counts(browser) == (2, 0)
    assert ask(browser, "/issues", "milestone:spring author:me") == ["one", "two"]
    browser.open(choice(browser, "Sort", "Oldest"), expect=200)
    assert titles(browser) == ["one", "two"]


def test_pull_requests_to_review(new_user, resident):
    owner, reviewer = new_user(), new_user()
    repository = begun(owner)
    let_in(owner, repository, reviewer)
    put_file(owner, repository, "a.txt", new_branch="a")
    pull = propose(owner, repository, "a", title="Look at this")
    browser = resident(reviewer.name)
    assert ask(browser, "/pulls", "review:mine") == []
    owner.post(f"{pull}/requested_reviewers", {"reviewers": [reviewer.name]}, expect=201)
    assert ask(browser, "/pulls", "review:mine") == ["Look at this"] and ask(browser, "/issues", "review:mine") == []
    reviewer.post(f"{pull}/reviews", {"event": "COMMENT", "body": "fine"}, expect=200)
    assert ask(browser, "/pulls", "review:mine") == [] and ask(browser, "/pulls", "reviewed-by:me") == ["Look at this"]
    mine = resident(owner.name)
    mine.open("/pulls", expect=200)
    assert titles(mine) == ["Look at this"] and line(mine) == "is:open author:me sort:updated"
    assert [name for _, name in views(mine)] == ["Assigned", "Created", "Mentioned", "To review", "Reviewed"]


def test_a_team_is_asked_for_a_review(new_user, resident):
    owner, member = new_user(), new_user()
    organization = new_organization(owner)
    team = new_team(owner, organization, member, permission="write", units=["repo.code", "repo.pulls"])
    repository = owner.post(f"/orgs/{organization}/repos", {"name": "r", "auto_init": True, "default_branch": "main"}, expect=201).json()
    owner.call("PUT", f"/teams/{team}/repos/{organization}/r", expect=204)
    name = owner.get(f"/teams/{team}").json()["name"]
    put_file(owner, repository, "a.txt", new_branch="a")
    pull = propose(owner, repository, "a", title="For the team")
    owner.post(f"{pull}/requested_reviewers", {"team_reviewers": [name]}, expect=201)
    assert ask(resident(member.name), "/pulls", "review:mine") == ["For the team"]


def test_an_organizations_lists_are_for_its_members(new_user, resident, visitor):
    owner, stranger = new_user(), new_user()
    organization = new_organization(owner)
    repository = owner.post(f"/orgs/{organization}/repos", {"name": "r", "private": True}, expect=201).json()
    new_issue(owner, repository, "inside")
    new_issue(owner, new_repository(owner), "elsewhere")
    browser = resident(owner.name)
    for below in ("issues", "pulls", "milestones"):
        browser.open(f"/org/{organization}/{below}", expect=200)
        resident(stranger.name).open(f"/org/{organization}/{below}", expect=403)
        assert visitor.open(f"/org/{organization}/{below}").status_code == 303
    assert ask(browser, f"/org/{organization}/issues", "") == ["inside"] and counts(browser) == (1, 0)
    assert f'href="/org/{organization}/issues" aria-current="page"' in browser.page


def test_milestones_of_what_one_works_on(new_user, resident):
    person, other = new_user(), new_user()
    mine, shared, foreign = new_repository(person), new_repository(other, private=True), new_repository(other)
    let_in(other, shared, person)
    for repository, title in ((mine, "alpha"), (shared, "beta"), (foreign, "gamma")):
        (person if repository is mine else other).post(f"{at(repository)}/milestones", {"title": title}, expect=201)
    browser = resident(person.name)

    def shown():
        return sorted(re.findall(r'<a class="title" href="[^"]*">(.*?)</a>', browser.page))

    browser.open("/milestones", expect=200)
    assert shown() == ["alpha", "beta"] and shared["full_name"] in browser.page
    browser.open(f"/milestones?repo={shared['full_name']}", expect=200)
    assert shown() == ["beta"]
    browser.open(f"/milestones?repo={foreign['full_name']}", expect=200)
    assert shown() == [] and "No milestone fits" in browser.page
    browser.open("/milestones?q=ALP", expect=200)
    assert shown() == ["alpha"]
    browser.open("/milestones?state=closed", expect=200)
    assert shown() == [] and "No milestones" in browser.page
