"""Forks that follow their base."""
import pytest
from repositories import at, new_repository


@pytest.fixture
def fork(new_user, begun, url):
    """The base, its owner, the fork, the fork's owner."""
    ann, ben = new_user(), new_user()
    base = new_repository(ann)
    begun.done("push", "-q", url(base, ann), "main", "main:side")
    return ann, base, ben, ben.post(f"{at(base)}/forks", {}, expect=202).json()


def follow(person, fork, expect=200, **body):
    answer = person.post(f"{at(fork)}/merge-upstream", body, expect=expect)
    return answer.json().get("merge_type")


def test_nothing_new_then_forward_then_merge(fork, begun, git, url):
    ann, base, ben, copy = fork
    assert follow(ben, copy, branch="main") == "up-to-date"
    head = begun.commit({"one": "1"})
    begun.done("push", "-q", url(base, ann), "main")
    assert follow(ben, copy, branch="main") == "fast-forward"
    git.done("clone", "-q", url(copy), "copy")
    mine = git.inside("copy")
    assert mine.done("rev-parse", "HEAD") == head
    mine.commit({"mine": "m"})
    mine.done("push", "-q", url(copy, ben), "main")
    begun.commit({"two": "2"})
    begun.done("push", "-q", url(base, ann), "main")
    follow(ben, copy, branch="main", ff_only=True, expect=400)
    assert follow(ben, copy) == "merge"
    mine.done("pull", "-q")
    assert (mine.folder / "two").read_text() == "2" and (mine.folder / "mine").read_text() == "m"
    assert mine.done("ls-remote", "origin").count("refs/internal") == 0


def test_refused(fork, begun, git, url, new_user, anonymous):
    ann, base, ben, copy = fork
    follow(ben, copy, branch="none", expect=404)
    follow(ann, base, branch="main", expect=400)
    follow(new_user(), copy, branch="main", expect=403)
    follow(anonymous, copy, branch="main", expect=401)
    git.done("clone", "-q", url(copy), "copy")
    git.inside("copy").commit({"a.txt": "mine"})
    git.inside("copy").done("push", "-q", url(copy, ben), "main")
    begun.commit({"a.txt": "theirs"})
    begun.done("push", "-q", url(base, ann), "main")
    follow(ben, copy, branch="main", expect=409)
    ben.call("PATCH", at(copy), {"archived": True})
    follow(ben, copy, branch="main", expect=423)
