"""The page of a comparison, without a script."""
import urllib.parse

import pytest
import requests
from pulls import begun, propose, put_file
from repositories import at


@pytest.fixture
def place(new_user):
    """An owner with a repository that has the branch main and, one commit ahead of it, feat/one."""
    owner = new_user()
    repository = begun(owner)
    put_file(owner, repository, "new.txt", new_branch="feat/one")
    return owner, repository


def page(repository, below=""):
    return f"/{repository['full_name']}/compare{below}"


def test_two_branches(visitor, place):
    _, repository = place
    visitor.open(page(repository, "/main...feat/one"), expect=200)
    assert "1 commit" in visitor.page and "write new.txt" in visitor.page and "Can be merged" in visitor.page
    assert visitor.page.count('<section class="diff-file"') == 1
    assert f'href="{page(repository, "/feat/one...main")}"' in visitor.page
    assert "New pull request" not in visitor.page, "that is for those who have signed in"
    visitor.open(page(repository, "/feat/one"), expect=200)
    assert "write new.txt" in visitor.page, "without a base it is the default branch"


def test_a_pull_request_is_offered_or_shown(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "/main...feat/one"), expect=200)
    assert f'href="{page(repository, "/main...feat/one")}?expand=1"' in browser.page
    number = propose(owner, repository, "feat/one").rsplit("/", 1)[1]
    browser.open(page(repository, "/main...feat/one"), expect=200)
    assert f"View pull request #{number}" in browser.page and "New pull request" not in browser.page


def test_conflicts(visitor, place):
    owner, repository = place
    put_file(owner, repository, "new.txt", "another\n")
    visitor.open(page(repository, "/main...feat/one"), expect=200)
    assert "Has conflicts" in visitor.page and "<code>new.txt</code>" in visitor.page


def test_nothing_to_compare(visitor, place):
    _, repository = place
    visitor.open(page(repository, "/feat/one...main"), expect=200)
    assert "Nothing to compare" in visitor.page and "feat/one has all of main." in visitor.page


def test_other_names(visitor, place):
    _, repository = place
    visitor.open(page(repository), expect=200)
    assert 'name="base" value="main"' in visitor.page
    visitor.open(page(repository, "?base=main&head=feat/one"), expect=303)
    assert visitor.location == page(repository, "/main...feat/one")


def test_names_that_are_not_there(visitor, place):
    _, repository = place
    visitor.open(page(repository, "/main...<b>"), expect=404)
    assert "Choose another head" in visitor.page and "&lt;b&gt;" in visitor.page
    visitor.open(page(repository, "/none...main"), expect=404)
    assert "Choose another base" in visitor.page
    visitor.open(page(repository, "/main...nobody-at-all:main"), expect=404)


def test_a_fork(visitor, place, new_user):
    owner, repository = place
    friend = new_user()
    fork = friend.post(f"{at(repository)}/forks", {}, expect=202).json()
    put_file(friend, fork, "theirs.txt")
    visitor.open(page(repository, f"/main...{friend.name}:main"), expect=200)
    assert "write theirs.txt" in visitor.page and f"/{fork['full_name']}/commit/" in visitor.page
    assert f'href="/{fork["full_name"]}/compare/main...{urllib.parse.quote(owner.name)}/{repository["name"]}:main"' in visitor.page


def test_as_text(visitor, place):
    _, repository = place
    for ending in (".diff", ".patch"):
        visitor.open(page(repository, f"/main...feat/one{ending}"), expect=303)
        answer = requests.get(visitor.url + visitor.location, timeout=30)
        assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/plain") and "+one" in answer.text
