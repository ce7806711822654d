"""Conflicts of a pull request, resolved in a browser without a script."""
import base64
import html
import re

import pytest
from pulls import begun, propose, put_file
from repositories import at


@pytest.fixture
def place(new_user):
    """An owner with a repository, and a pull request whose file was changed on both sides."""
    owner = new_user()
    repository = begun(owner)
    put_file(owner, repository, "a.txt", "one\ntwo\nthree\n")
    put_file(owner, repository, "a.txt", "one\nours\nthree\n", new_branch="feat")
    put_file(owner, repository, "a.txt", "one\ntheirs\nthree\n")
    return owner, repository, propose(owner, repository)


def page(repository, pull, below=""):
    return f"/{repository['full_name']}/pulls/{pull.rsplit('/', 1)[1]}{below}"


def content(owner, repository, path, ref):
    return base64.b64decode(owner.get(f"{at(repository)}/contents/{path}?ref={ref}").json()["content"]).decode()


def test_both_versions_are_shown_and_one_is_written(resident, place):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull), expect=200)
    assert f'href="{page(repository, pull, "/conflicts")}"' in browser.page
    browser.open(page(repository, pull, "/conflicts"), expect=200)
    text = html.unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", browser.page, re.S).group(1))
    assert text == "one\n<<<<<<< feat\nours\n=======\ntheirs\n>>>>>>> main\nthree\n"
    browser.submit("/conflicts", expect=422)
    assert "There are marks of the conflict left in a.txt." == browser.problem
    browser.submit("/conflicts", {"text": "one\r\nours and theirs\r\nthree\r\n"}, expect=303)
    browser.follow()
    assert browser.notice == "The conflicts are resolved." and "No conflicts with main" in browser.page
    assert content(owner, repository, "a.txt", "feat") == "one\nours and theirs\nthree\n"
    commit = owner.get(f"{at(repository)}/commits?sha=feat&limit=1").json()[0]
    assert len(commit["parents"]) == 2 and commit["commit"]["message"].startswith("Merge branch 'main' into feat")
    browser.open(page(repository, pull, "/conflicts"), expect=303)


def test_what_is_missing_is_refused(resident, place):
    owner, repository, pull = place
    browser = resident(owner.name)
    browser.open(page(repository, pull, "/conflicts"))
    fields = dict(re.findall(r'name="(head|base)" value="([0-9a-f]{40})"', browser.page))
    browser.post(page(repository, pull, "/conflicts"), {**fields, "path": "other.txt", "text": "x"}, expect=422)
    assert browser.problem == "Nobody has decided about a.txt."
    put_file(owner, repository, "b.txt", branch="feat")
    browser.post(page(repository, pull, "/conflicts"), {**fields, "path": "a.txt", "text": "mine\n"}, expect=409)
    assert "pushed meanwhile" in browser.problem and "mine\n</textarea>" in browser.page, "what was written is there"


def test_what_is_no_text(resident, place):
    owner, repository, _ = place
    put_file(owner, repository, "gone.txt", "x\n")
    put_file(owner, repository, "gone.txt", "y\n", new_branch="deleted")
    sha = owner.get(f"{at(repository)}/contents/gone.txt").json()["sha"]
    owner.call("DELETE", f"{at(repository)}/contents/gone.txt", {"sha": sha, "branch": "main", "message": "gone"}, expect=200)
    pull = propose(owner, repository, "deleted")
    browser = resident(owner.name)
    browser.open(page(repository, pull, "/conflicts"), expect=200)
    assert "cannot be decided about here" in browser.page and "<code>gone.txt</code>" in browser.page and 'id="conflicts"' not in browser.page


def test_only_those_who_may_write_to_the_branch(visitor, resident, place):
    _, repository, pull = place
    visitor.open(page(repository, pull, "/conflicts"), expect=303)
    stranger = resident()
    stranger.open(page(repository, pull), expect=200)
    assert "Resolve here" not in stranger.page
    stranger.open(page(repository, pull, "/conflicts"), expect=403)
    stranger.post(page(repository, pull, "/conflicts"), {"head": "x", "base": "y", "path": "a.txt", "text": "x"}, expect=403)
