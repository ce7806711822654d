"""Statuses of commits."""
import pytest
from repositories import at, let_in, new_repository


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture
def repo(owner):
    return at(new_repository(owner, auto_init=True, default_branch="main"))


@pytest.fixture
def sha(owner, repo):
    return owner.get(f"{repo}/branches/main").json()["commit"]["id"]


def report(who, repo, sha, state, context="", **more):
    return who.post(f"{repo}/statuses/{sha}", {"state": state, "context": context, **more}, expect=201).json()


def test_counts_for_each_commit_and_trims(owner, repo, sha):
    first = report(owner, repo, sha[:10], "pending", " ci/build ", description=" waits ")
    assert first["id"] == 1 and first["context"] == "ci/build" and first["description"] == "waits"
    assert first["url"].endswith(sha)
    assert report(owner, repo, sha, "success", "ci/build")["id"] == 2


@pytest.mark.parametrize("states, combined", [
    ([], "pending"), (["success", "skipped"], "success"), (["success", "pending"], "pending"), (["success", "warning"], "failure"),
    (["pending", "error"], "failure"), (["odd"], "pending")])
def test_combined(owner, repo, sha, states, combined):
    for number, state in enumerate(states):
        report(owner, repo, sha, "failure", f"c{number}")
        report(owner, repo, sha, state, f"c{number}")
    answer = owner.get(f"{repo}/commits/main/status")
    assert answer.json()["state"] == combined
    assert answer.headers["X-Total-Count"] == str(len(states))
    assert (answer.json()["statuses"] is None) == (not states)


def test_the_combined_one_is_cut_into_pages(owner, repo, sha):
    for number in range(1, 6):
        report(owner, repo, sha, "failure" if number == 1 else "success", f"c{number}")
    page = owner.get(f"{repo}/commits/{sha}/status?limit=2").json()
    assert [s["context"] for s in page["statuses"]] == ["c4", "c5"] and page["state"] == "success"
    assert owner.get(f"{repo}/commits/{sha}/status?limit=2&page=3").json()["state"] == "failure"


def test_lists_are_sorted_and_filtered(owner, repo, sha):
    for number, state in enumerate(("pending", "success", "error", "success"), 1):
        report(owner, repo, sha, state, f"c{number}")
    ids = lambda query: [s["id"] for s in owner.get(f"{repo}/statuses/{sha}?{query}").json()]
    assert ids("sort=leastindex") == [4, 3, 2, 1]
    assert ids("sort=highestindex") == ids("sort=oldest") == [1, 2, 3, 4]
    assert ids("sort=leastindex&state=success") == [4, 2]
    assert len(ids("state=nonsense")) == 4
    assert owner.get(f"{repo}/statuses/{'0' * 40}").json() == []


def test_refs_may_have_slashes(owner, repo, sha):
    owner.post(f"{repo}/branches", {"new_branch_name": "topic/one"}, expect=201)
    report(owner, repo, sha, "success")
    for ref in ("topic/one", "topic%2Fone", "refs/heads/topic/one", sha[:7]):
        assert len(owner.get(f"{repo}/commits/{ref}/statuses").json()) == 1
        owner.get(f"{repo}/commits/{ref}/status", expect=200)
    for ref in ("none", sha[:6], "main~0", "0" * 40):
        owner.refused("GET", f"{repo}/commits/{ref}/status", 404)


def test_needs_to_write_code(owner, new_user, anonymous, repo, sha):
    anonymous.refused("POST", f"{repo}/statuses/{sha}", 401, {"state": "success"})
    other = new_user()
    other.refused("POST", f"{repo}/statuses/{sha}", 403, {"state": "success"})
    owner.refused("POST", f"{repo}/statuses/none", 404, {"state": "success"})
    private = new_repository(owner, auto_init=True, private=True)
    other.refused("GET", f"{at(private)}/commits/main/status", 404)
    let_in(owner, private, other, "read")
    other.get(f"{at(private)}/commits/main/status", expect=200)
