"""What the messages of pushed commits do to issues."""
import pytest
from issues import kinds, new_issue, timeline
from program import wait_until
from repositories import at, new_repository


@pytest.fixture
def ann(new_user):
    return new_user()


@pytest.fixture
def repository(ann):
    return new_repository(ann, default_branch="main")


def becomes(who, issue, state):
    wait_until(lambda: who.get(issue).json()["state"] == state, f"{issue} to be {state}", 15)


def test_the_default_branch_closes_and_reopens(ann, repository, begun, url):
    one, two = (new_issue(ann, repository, f"Issue {n}")[0] for n in (1, 2))
    sha = begun.commit({"a.txt": "a"}, "Fixes #1, see <#2> and #2\n\nresolves: #99")
    begun.done("push", "-q", url(repository, ann), "main")
    becomes(ann, one, "closed")
    assert kinds(ann, one) == ["commit_ref", "close"]
    wait_until(lambda: kinds(ann, two) == ["commit_ref"], "the reference", 15)
    entry = timeline(ann, two)[0]
    assert entry["ref_commit_sha"] == sha and entry["user"]["login"] == ann.name
    assert entry["body"].endswith("/commit/" + sha + "\">Fixes #1, see &lt;#2&gt; and #2</a>")
    begun.commit({"b.txt": "b"}, "Reopens #1")
    begun.done("push", "-q", url(repository, ann), "main", "main:again")
    becomes(ann, one, "open")
    assert kinds(ann, one) == ["commit_ref", "close", "commit_ref", "reopen"]


def test_another_branch_closes_only_what_is_about_it(ann, repository, begun, url):
    begun.commit({"a.txt": "a"}, "begin")
    begun.done("push", "-q", url(repository, ann), "main")
    one, _ = new_issue(ann, repository, "Stays open")
    two, _ = new_issue(ann, repository, "Of the branch", ref="refs/heads/topic")
    begun.commit({"b.txt": "b"}, "Closes #1 and resolves #2")
    begun.done("push", "-q", url(repository, ann), "main:topic")
    becomes(ann, two, "closed")
    assert ann.get(one).json()["state"] == "open" and kinds(ann, one) == ["commit_ref"] and kinds(ann, two) == ["commit_ref", "close"]


def test_who_may_not_close_only_refers(ann, repository, begun, url, new_user):
    bob = new_user()
    issue, _ = new_issue(ann, repository)
    other = new_repository(bob, default_branch="main")
    begun.commit({"a.txt": "a"}, f"Closes {repository['full_name']}#1")
    begun.done("push", "-q", url(other, bob), "main")
    wait_until(lambda: kinds(ann, issue) == ["commit_ref"], "the reference", 15)
    assert ann.get(issue).json()["state"] == "open"
    assert bob.get(at(other)).json()["empty"] is False
