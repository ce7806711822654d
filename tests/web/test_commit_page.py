"""The page of a commit, without a script: what it tells, what it changed, and what can be begun from it."""
import re

import pytest
import requests
from pulls import begun, log, merge, new_pull, put_file, tip
from repositories import at, let_in
from visitor import Forms


@pytest.fixture
def place(new_user):
    """An owner with a repository that has the branch main."""
    owner = new_user()
    return owner, begun(owner)


def page(repository, sha, below=""):
    return f"/{repository['full_name']}/commit/{sha}{below}"


def actions(browser):
    return [form["action"] for form in Forms(browser.page).forms if form["method"] == "POST"]


def test_what_a_commit_tells(visitor, place, new_user):
    owner, repository = place
    friend = new_user()
    parent = tip(owner, repository)
    sha = put_file(owner, repository, "a.txt", message=f"Write <a>\n\nBecause.\n\nCo-authored-by: F <{friend.name}@example.com>\nCo-authored-by: N <n@none.example>")
    owner.post(f"{at(repository)}/statuses/{sha}", {"state": "failure", "context": "ci/x", "description": "No <luck>"}, expect=201)
    owner.post(f"{at(repository)}/tags", {"tag_name": "v1", "target": sha}, expect=201)
    visitor.open(page(repository, sha), expect=200)
    assert "<h1>Write &lt;a&gt;</h1>" in visitor.page and "Because." in visitor.page
    assert f">{friend.name}</strong>" in visitor.page and "<strong>N</strong>" in visitor.page
    assert f'href="{page(repository, parent)}"' in visitor.page
    assert "/src/branch/main" in visitor.page and "/src/tag/v1" in visitor.page
    assert "ci/x" in visitor.page and "No &lt;luck&gt;" in visitor.page and "Failed" in visitor.page
    assert not actions(visitor), "nobody is offered what he may not do"
    for ending in (".diff", ".patch"):
        answer = requests.get(f"{visitor.url}{page(repository, sha)}{ending}", timeout=30)
        assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/plain") and "+one" in answer.text


def test_names_of_commits(visitor, place):
    owner, repository = place
    sha = tip(owner, repository)
    for name in (sha, sha[:8], "main"):
        visitor.open(page(repository, name), expect=200)
        assert sha in visitor.page
    for name in ("0" * 40, "0123456", "none", "a..b"):
        visitor.open(page(repository, name), expect=404)


def test_the_first_commit_and_a_merge(visitor, place):
    owner, repository = place
    first = log(owner, repository)[-1]["sha"]
    visitor.open(page(repository, first), expect=200)
    assert "README.md" in visitor.page and "<dt>Parents</dt>" not in visitor.page


def test_parents_have_keys_and_lines_have_issues(resident, visitor, place):
    owner, repository = place
    _, pull = new_pull(owner, repository, branch="feat")
    merge(owner, pull)
    sha = tip(owner, repository)
    visitor.open(page(repository, sha), expect=200)
    assert visitor.page.count('data-key="["') == 1 and visitor.page.count('data-key="]"') == 1 and "data-ask" not in visitor.page
    visitor.open(page(repository, put_file(owner, repository, "a.txt")), expect=200)
    assert 'data-key="["' in visitor.page and 'data-key="]"' not in visitor.page
    browser = resident()
    browser.open(page(repository, sha), expect=200)
    ask = re.search(r'<a href="([^"]*)"[^>]* data-ask', browser.page)[1]
    assert f"/{repository['full_name']}/issues/new?body=" in ask and sha in ask and "%23diff-" in ask
    owner.call("PATCH", at(repository), {"has_issues": False}, expect=200)
    browser.open(page(repository, sha), expect=200)
    assert "data-ask" not in browser.page


def test_a_branch_and_a_tag_from_here(resident, place):
    owner, repository = place
    sha = tip(owner, repository)
    put_file(owner, repository, "a.txt")
    browser = resident(owner.name)
    browser.open(page(repository, sha), expect=200)
    browser.submit("/branch", {"new_branch_name": "then"}, expect=303)
    assert browser.location == f"/{repository['full_name']}/src/branch/then" and tip(owner, repository, "then") == sha
    browser.open(page(repository, sha), expect=200)
    browser.submit("/tag", {"tag_name": "v0", "message": "Long ago"}, expect=303)
    assert browser.location == page(repository, sha)
    assert owner.get(f"{at(repository)}/tags/v0").json()["commit"]["sha"] == sha
    browser.follow()
    assert browser.notice == "The tag is created."


def test_refused_names_come_back(resident, place):
    owner, repository = place
    sha = tip(owner, repository)
    browser = resident(owner.name)
    for action, field, value, status in (("/branch", "new_branch_name", "main", 409), ("/branch", "new_branch_name", "a..b", 422), ("/tag", "tag_name", "a b", 422)):
        browser.open(page(repository, sha), expect=200)
        browser.submit(action, {field: value}, expect=status)
        assert f'value="{value}"' in browser.page and 'aria-invalid="true"' in browser.page
        assert f"{page(repository, sha)}?style=split" in browser.page, "links lead to the page, not to the form's address"


def test_the_way_to_a_revert_and_to_other_branches(resident, place):
    owner, repository = place
    sha = tip(owner, repository)
    browser = resident(owner.name)
    browser.open(page(repository, sha), expect=200)
    assert f"/commit/{sha}/revert" in browser.page and f"/commit/{sha}/cherry-pick" in browser.page
    below = f"/{repository['full_name']}/_cherrypick/{sha}"
    browser.open(page(repository, sha, "/revert"), expect=303)
    assert browser.location == f"{below}/main?cherry-pick-type=revert"
    browser.open(page(repository, sha, "/cherry-pick?branch=old%2Fline"), expect=303)
    assert browser.location == f"{below}/old/line"
    browser.open(page(repository, "0" * 39 + "1", "/revert"), expect=404)


def test_who_may_not_write(resident, visitor, place, new_user):
    owner, repository = place
    sha = tip(owner, repository)
    reader = new_user()
    let_in(owner, repository, reader, "read")
    browser = resident(reader.name)
    browser.open(page(repository, sha), expect=200)
    assert not [one for one in actions(browser) if "/commit/" in one] and "/revert" not in browser.page
    for below in ("/branch", "/tag"):
        browser.post(page(repository, sha, below), {"new_branch_name": "x", "tag_name": "x"}, expect=403)
        visitor.post(page(repository, sha, below), {}, expect=303)
    resident(owner.name).post(page(repository, sha, "/branch"), {"new_branch_name": "x"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
