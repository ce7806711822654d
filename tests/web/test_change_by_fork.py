"""Changing files of a repository that one may only read: by way of a fork, without a script."""
import base64
import re

import pytest
from pulls import begun, log, put_file
from repositories import at
from visitor import Forms

PATCH = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n"


@pytest.fixture
def place(new_user):
    """A repository of somebody's with a file a.txt; its owner, and who may only read it."""
    owner = new_user()
    repository = begun(owner)
    put_file(owner, repository, "a.txt", "one\n")
    return owner, repository, new_user()


def page(repository, below):
    return f"/{repository['full_name']}/{below}"


def text_of(who, name, path, branch):
    found = who.get(f"/repos/{name}/contents/{path}?ref={branch}", expect=200).json()
    return base64.b64decode(found["content"]).decode()


def form_of(browser):
    return next(form for form in Forms(browser.page).forms if "choice" in form["fields"])


def submit(browser, values, **more):
    form = form_of(browser)
    return browser.request("POST", form["action"], {**form["fields"], "preview": "", **values}, **more)


def test_from_the_file_to_a_fork_to_a_comparison(resident, place):
    owner, repository, person = place
    browser = resident(person.name)
    browser.open(page(repository, "src/branch/main/a.txt"), expect=200)
    address = page(repository, "_edit/main/a.txt")
    assert f'href="{address}"' in browser.page and f'href="{page(repository, "_delete/main/a.txt")}"' in browser.page
    browser.open(address, expect=200)
    assert "Fork it first" in browser.page
    browser.submit(page(repository, "_fork/_edit/main/a.txt"), {}, expect=303)
    assert browser.location == address
    browser.open(address, expect=200)
    fork = f"{person.name}/{repository['name']}"
    assert "Your fork is made" in browser.page and f'href="/{fork}"' in browser.page and 'value="direct"' not in browser.page
    # What was pushed to the repository since is what the change begins at.
    newest = put_file(owner, repository, "b.txt", "b\n")
    submit(browser, {"content": "two\n", "message": "Say two"}, expect=303)
    branch = f"{person.name}-patch-1"
    assert browser.location == page(repository, f"compare/main...{fork}:{branch}")
    assert text_of(person, fork, "a.txt", branch) == "two\n" and text_of(owner, repository["full_name"], "a.txt", "main") == "one\n"
    made = person.get(f"/repos/{fork}/branches/{branch}", expect=200).json()["commit"]["id"]
    assert [one["sha"] for one in person.get(f"/repos/{fork}/git/commits/{made}").json()["parents"]] == [newest]
    browser.open(browser.location, expect=200)
    assert "Say two" in browser.page and "New pull request" in browser.page
    # The next one has another name.
    browser.open(address, expect=200)
    assert form_of(browser)["fields"]["new_branch"] == f"{person.name}-patch-2"


def test_each_way_to_change_something(resident, place):
    owner, repository, person = place
    fork = person.post(f"{at(repository)}/forks", {}, expect=202).json()["full_name"]
    browser = resident(person.name)
    browser.open(page(repository, "_new/main/docs"), expect=200)
    submit(browser, {"path": "docs/new.txt", "content": "new", "new_branch": "made"}, expect=303)
    assert text_of(person, fork, "docs/new.txt", "made") == "new"
    browser.open(page(repository, "_delete/main/a.txt"), expect=200)
    submit(browser, {"new_branch": "gone"}, expect=303)
    person.get(f"/repos/{fork}/contents/a.txt?ref=gone", expect=404)
    browser.open(page(repository, "_diffpatch/main"), expect=200)
    submit(browser, {"content": PATCH, "new_branch": "patched"}, expect=303)
    assert text_of(person, fork, "a.txt", "patched") == "two\n"
    browser.open(page(repository, "_upload/main"), expect=200)
    form = form_of(browser)
    browser.request("POST", form["action"], {**form["fields"], "new_branch": "up"}, files={"files": ("u.txt", b"up")}, expect=303)
    assert text_of(person, fork, "u.txt", "up") == "up"
    changed = put_file(owner, repository, "a.txt", "changed\n")
    browser.open(page(repository, f"_cherrypick/{changed}/main?cherry-pick-type=revert"), expect=200)
    submit(browser, {"new_branch": "back"}, expect=303)
    assert text_of(person, fork, "a.txt", "back") == "one\n"
    assert all(name not in str(owner.get(f"{at(repository)}/branches").json()) for name in ("made", "gone", "patched", "back"))


def test_what_is_refused(resident, place):
    owner, repository, person = place
    browser = resident(person.name)
    address = page(repository, "_edit/main/a.txt")
    # Without a fork there is nothing to write to.
    browser.post(address, {"path": "a.txt", "content": "x", "sha": "0" * 40, "choice": "new", "new_branch": "x"}, expect=403)
    browser.post(page(repository, "_fork/settings"), expect=404)
    browser.post(page(repository, "_fork/_edit/main/a.txt"), expect=303)
    browser.open(address, expect=200)
    # A name that is taken in the fork, and none.
    fork = f"{person.name}/{repository['name']}"
    for name in ("main", "", "a b"):
        submit(browser, {"content": "kept", "new_branch": name}, expect=422)
        assert 'aria-invalid="true"' in re.search(r'<input id="new_branch"[^>]*>', browser.page)[0] and ">\nkept</textarea>" in browser.page
    # Nobody comes past the fork by saying something else.
    submit(browser, {"content": "x", "choice": "direct", "new_branch": "other"}, expect=303)
    assert text_of(owner, repository["full_name"], "a.txt", "main") == "one\n" and text_of(person, fork, "a.txt", "other") == "x"
    # Changed meanwhile: both are shown.
    browser.open(address, expect=200)
    put_file(owner, repository, "a.txt", "theirs\n")
    submit(browser, {"content": "mine\n"}, expect=409)
    assert "Somebody has changed this file" in browser.page
    person.call("PATCH", f"/repos/{fork}", {"archived": True}, expect=200)
    browser.open(address, expect=200)
    submit(browser, {"content": "x"}, expect=423)


def test_a_fork_whose_name_is_taken_gets_another(resident, place):
    _, repository, person = place
    person.post("/user/repos", {"name": repository["name"]}, expect=201)
    browser = resident(person.name)
    browser.post(page(repository, "_fork/_new/main"), expect=303)
    browser.open(page(repository, "_new/main"), expect=200)
    assert f'href="/{person.name}/{repository["name"]}-1"' in browser.page
    # Twice is as good as once.
    browser.post(page(repository, "_fork/_new/main"), expect=303)
    person.get(f"/repos/{person.name}/{repository['name']}-2", expect=404)


def test_strangers_are_led_to_signing_in_and_back(visitor, place):
    _, repository, _ = place
    for below in ("_edit/main/a.txt", "_new/main", "_upload/main", "_delete/main/a.txt", "_diffpatch/main"):
        visitor.open(page(repository, below), expect=303)
        assert visitor.location.startswith("/user/login?redirect_to=") and below.split("/")[0] in visitor.location
    assert visitor.post(page(repository, "_fork/_new/main")).status_code in (303, 401, 403)
    visitor.open(page(repository, "src/branch/main/a.txt"), expect=200)
    assert "_edit/" not in visitor.page


def test_an_archived_repository_and_a_commit_offer_nothing(resident, place):
    owner, repository, person = place
    browser = resident(person.name)
    browser.open(page(repository, f"src/commit/{log(owner, repository)[0]['sha']}/a.txt"), expect=200)
    assert "_edit/" not in browser.page
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    browser.open(page(repository, "src/branch/main/a.txt"), expect=200)
    assert "_edit/" not in browser.page
    browser.open(f"/{repository['full_name']}", expect=200)
    assert "_new/" not in browser.page
