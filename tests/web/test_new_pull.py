"""Opening a pull request above a comparison, without a script."""
import html
import re

import pytest
from pulls import begun, propose, put_file
from repositories import at, let_in


@pytest.fixture
def place(new_user):
    """An owner with a repository that has the branch main and, one commit ahead of it, feat/one."""
    owner = new_user()
    repository = begun(owner)
    put_file(owner, repository, "new.txt", new_branch="feat/one", message="Say <more>\n\nBecause it is good.")
    return owner, repository


def page(repository, below="/main...feat/one?expand=1"):
    return f"/{repository['full_name']}/compare{below}"


def words(browser):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", browser.page)))


def test_the_words_of_the_one_commit(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert 'value="Say &lt;more&gt;"' in browser.page and "Because it is good." in browser.page
    assert browser.page.count('<section class="diff-file"') == 1 and "Maintainers may push" not in browser.page
    browser.submit("/compare/main...feat/one", {"draft": "", "preview": ""}, expect=303)
    browser.follow()
    assert browser.notice == "The pull request is open." and "Say &lt;more&gt;" in browser.page
    browser.open(page(repository), expect=303)
    assert browser.location.endswith("/pulls/1"), "there is one already"


def test_the_template(resident, place):
    owner, repository = place
    put_file(owner, repository, ".github/PULL_REQUEST_TEMPLATE.md", "---\ntitle: x\n---\nWhat **for**?\n")
    put_file(owner, repository, "second.txt", branch="feat/one")
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert 'value="Feat/one"' in browser.page and "What **for**?" in browser.page


def test_a_draft_with_facts(resident, place, new_user):
    owner, repository = place
    friend = new_user()
    let_in(owner, repository, friend)
    label = owner.post(f"{at(repository)}/labels", {"name": "bug", "color": "#b3412f"}, expect=201).json()
    browser = resident(owner.name)
    browser.post(page(repository, "/main...feat/one"), {"title": "Mine", "body": "words", "draft": "true", "reviewers": friend.name,
                                                        "labels": str(label["id"]), "assignees": owner.name}, expect=303)
    browser.follow()
    assert browser.notice == "The draft is open."
    made = owner.get(f"{at(repository)}/pulls/1").json()
    assert made["draft"] and made["title"] == "WIP: Mine" and [one["name"] for one in made["labels"]] == ["bug"]
    assert [one["login"] for one in made["requested_reviewers"]] == [friend.name] and made["assignee"]["login"] == owner.name


def test_a_refused_one_loses_nothing(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.post(page(repository, "/main...feat/one"), {"title": " ", "body": "My <words>"}, expect=422)
    assert browser.problem and "My &lt;words&gt;" in browser.page
    browser.post(page(repository, "/main...feat/one"), {"title": "Kept", "body": "My words", "reviewer": "nobody-at-all"}, expect=422)
    assert browser.problem and 'value="Kept"' in browser.page
    browser.post(page(repository, "/main...feat/one"), {"title": "Kept", "body": "**strong**", "preview": "text"}, expect=200)
    assert "<strong>strong</strong>" in browser.page and 'value="Kept"' in browser.page
    propose(owner, repository, "feat/one")
    browser.post(page(repository, "/main...feat/one"), {"title": "Kept", "body": "My words"}, expect=409)
    assert "There is one already" in browser.page
    browser.post(page(repository, "/main...feat/one"), {"title": "x"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_who_may(visitor, resident, place):
    _, repository = place
    visitor.open(page(repository), expect=303)
    assert visitor.location.startswith("/user/login")
    resident().open(page(repository), expect=200)


def test_nothing_to_merge(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "/feat/one...main?expand=1"), expect=200)
    assert "Nothing to merge" in browser.page and 'id="new-pull"' not in browser.page
    browser.open(page(repository, "/main...nowhere?expand=1"), expect=404)
    assert "There is no branch, tag or commit" in browser.page


def test_reviewers_are_proposed(resident, new_user):
    owner, friend = new_user(), new_user()
    repository = begun(owner)
    let_in(owner, repository, friend)
    put_file(friend, repository, "lines.txt", "one\ntwo\nthree\n")
    put_file(owner, repository, "CODEOWNERS", f"owned.txt @{friend.name}\n")
    put_file(owner, repository, "lines.txt", "one\n2\nthree\n", branch="main", new_branch="lines")
    put_file(owner, repository, "owned.txt", branch="main", new_branch="owned")
    browser = resident(owner.name)
    browser.open(page(repository, "/main...lines?expand=1"), expect=200)
    assert f"{friend.name} wrote changed lines" in words(browser)
    browser.open(page(repository, "/main...owned?expand=1"), expect=200)
    assert f"{friend.name} owns changed files" in words(browser)


def test_from_a_fork(resident, place, new_user):
    _, repository = place
    contributor = new_user()
    fork = contributor.post(f"{at(repository)}/forks", {"name": "fork"}, expect=202).json()
    put_file(contributor, fork, "theirs.txt", new_branch="theirs")
    browser = resident(contributor.name)
    browser.open(page(repository, f"/main...{contributor.name}:theirs?expand=1"), expect=200)
    assert "Maintainers may push to this branch" in browser.page and "Labels" not in browser.page
    browser.submit(f"/compare/main...{contributor.name}:theirs", {"draft": "", "preview": "", "allow_maintainer_edit": "true"}, expect=303)
    browser.follow()
    assert contributor.get(f"{at(repository)}/pulls/1").json()["allow_maintainer_edit"] is True


def test_a_pushed_branch_is_offered(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    for address in (f"/{repository['full_name']}", f"/{repository['full_name']}/pulls"):
        browser.open(address, expect=200)
        assert "You have pushed to feat/one" in words(browser), address
    resident().open(f"/{repository['full_name']}", expect=200)
    propose(owner, repository, "feat/one")
    browser.open(f"/{repository['full_name']}", expect=200)
    assert "You have pushed to" not in browser.page
