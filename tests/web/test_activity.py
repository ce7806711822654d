"""What happened in a repository, and who has done how much, without a script."""
import time

import pytest
from pulls import begun, merge, new_pull, put_file
from repositories import at


@pytest.fixture
def place(new_user):
    owner = new_user()
    return owner, begun(owner)


def page(repository, below=""):
    return f"/{repository['full_name']}/activity{below}"


def test_what_happened(visitor, place):
    owner, repository = place
    _, pull = new_pull(owner, repository, branch="feat", title="A <merge>")
    merge(owner, pull)
    _, _ = new_pull(owner, repository, branch="open", title="An open one")
    owner.post(f"{at(repository)}/issues", {"title": "It breaks"}, expect=201)
    owner.post(f"{at(repository)}/issues", {"title": "It is mended", "closed": True}, expect=201)
    owner.post(f"{at(repository)}/releases", {"tag_name": "v1", "name": "The first"}, expect=201)
    for below in ("", "/daily", "/halfweekly", "/weekly", "/monthly", "/quarterly", "/semiyearly", "/yearly"):
        visitor.open(page(repository, below), expect=200)
        for words in ("A &lt;merge&gt;", "An open one", "It breaks", "It is mended", "The first"):
            assert words in visitor.page, below
    visitor.open(page(repository, "/hourly"), expect=404)


def test_quiet(visitor, new_user):
    owner = new_user()
    repository = begun(owner)
    visitor.open(page(repository), expect=200)
    assert "Commits" in visitor.page and "Opened issues" in visitor.page


def test_only_what_one_may_see(visitor, place):
    owner, repository = place
    owner.post(f"{at(repository)}/issues", {"title": "It breaks"}, expect=201)
    owner.call("PATCH", at(repository), {"has_issues": False}, expect=200)
    visitor.open(page(repository), expect=200)
    assert "It breaks" not in visitor.page and "Opened issues" not in visitor.page


def counted(visitor, repository, below):
    """The page, once it was counted."""
    for _ in range(60):
        visitor.open(page(repository, below), expect=200)
        if "being computed" not in visitor.page and "being counted" not in visitor.page:
            return visitor.page
        assert "being counted" in visitor.page or "data-poll=" in visitor.page
        time.sleep(0.5)
    raise AssertionError("nobody counts")


def test_who_has_done_how_much(visitor, place):
    owner, repository = place
    put_file(owner, repository, "a.txt", author={"name": "Vera & x", "email": "vera@nowhere.example"})
    shown = counted(visitor, repository, "/contributors")
    assert '<svg class="chart"' in shown and "2 contributors" in shown and "Vera &amp; x" in shown and f'href="/{owner.name}"' in shown
    assert "2 commits" in shown and "Week of" in shown
    shown = counted(visitor, repository, "/code-frequency")
    assert "Lines added" in shown and '<rect class="came"' in shown
    assert '<path class="middle"' in shown
    assert "2 commits" in counted(visitor, repository, "/recent-commits")


def test_a_period_of_what_was_done(visitor, place):
    owner, repository = place
    put_file(owner, repository, "old.txt", author={"name": "Vera", "email": "vera@nowhere.example"},
             dates={"author": "2020-01-02T03:04:05Z", "committer": "2020-01-02T03:04:05Z"})
    shown = counted(visitor, repository, "/contributors")
    assert "2 contributors" in shown and "2 commits" in shown and "Vera" in shown and "From the beginning" in shown
    visitor.open(page(repository, "/contributors?period=monthly"), expect=200)
    assert "1 contributor" in visitor.page and "1 commit" in visitor.page and "Vera" not in visitor.page
    assert "1 commit" in counted(visitor, repository, "/recent-commits")
    visitor.open(page(repository, "/recent-commits?period=all"), expect=200)
    assert "2 commits" in visitor.page
    visitor.open(page(repository, "/code-frequency?period=yearly"), expect=200)
    for period in ("weekly", "x"):
        visitor.open(page(repository, f"/code-frequency?period={period}"), expect=404)
