"""What a repository's settings show and do where it is a mirror, without a script."""
import re

import pytest
from client import PASSWORD, Client
from program import Program, wait_until
from repositories import at
from visitor import Visitor
from whole_form import send


@pytest.fixture
def place(tmp_path, database):
    """A mirror of a repository of the same site: (who keeps it, the mirror, its settings, a browser)"""
    site = Program(tmp_path / "data", database, {"migrations": {"ALLOW_LOCALNETWORKS": "true", "MAX_ATTEMPTS": "1", "RETRY_BACKOFF": "0s"}})
    site.create_user("ada", PASSWORD)
    site.start()
    owner, browser = Client(site.url, basic=("ada", PASSWORD)), Visitor(site.url)
    owner.post("/user/repos", {"name": "source", "auto_init": True}, expect=201)
    made = owner.post("/repos/migrate", {"clone_addr": f"{site.url}/ada/source.git", "repo_name": "mirror", "mirror": True, "mirror_interval": "12h"}, expect=201).json()
    assert browser.sign_in("ada", PASSWORD).status_code == 303
    yield owner, made, "/ada/mirror/settings", browser
    site.close()


def test_a_mirror_is_asked_changed_and_made_its_own(place):
    owner, repository, page, browser = place
    browser.open(page, expect=200)
    assert "ada/source.git" in browser.page and "Sync now" in browser.page and 'value="12h0m0s"' in browser.page
    assert "/settings/archive" not in browser.page and "/settings/convert_mirror" in browser.page
    browser.post(page + "/archive", expect=422)
    assert "A mirror cannot be archived." in browser.page
    browser.open(page, expect=200)
    owner.post("/repos/ada/source/branches", {"new_branch_name": "side"}, expect=201)
    browser.submit("/mirror/sync", expect=303)
    browser.follow()
    assert browser.notice == "The mirror is brought up to date in a moment."
    wait_until(lambda: "side" in [branch["name"] for branch in owner.get(f"{at(repository)}/branches").json()], "the mirror")
    wait_until(lambda: "Brought up to date" in browser.open(page).text, "its result")
    send(browser, "/mirror", {"mirror_interval": "soon", "mirror_username": "someone", "mirror_password": "very-secret"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="mirror_interval"[^>]*>', browser.page)[0] and 'value="someone"' in browser.page and "very-secret" not in browser.page
    send(browser, "/mirror", {"mirror_interval": "24h", "enable_prune": None}, expect=303)
    browser.follow()
    assert browser.notice == "The mirror is saved." and owner.get(at(repository)).json()["mirror_interval"] == "24h0m0s"
    assert "very-secret" not in browser.page and not re.search(r'name="enable_prune" value="true" checked', browser.page)
    browser.open(page + "/convert_mirror", expect=200)
    browser.submit("/convert_mirror", {"typed_name": "mirror"}, expect=422)
    assert owner.get(at(repository)).json()["mirror"]
    browser.submit("/convert_mirror", {"typed_name": repository["full_name"]}, expect=303)
    browser.follow()
    assert browser.notice == "The repository is no mirror any more." and not owner.get(at(repository)).json()["mirror"]
    assert "Sync now" not in browser.page and "/settings/archive" in browser.page


def test_a_failure_is_told_in_the_words_of_git(place):
    owner, repository, page, browser = place
    owner.delete("/repos/ada/source", expect=204)
    browser.post(page + "/mirror/sync", expect=303)
    wait_until(lambda: "The last time failed:" in browser.open(page).text, "the failure")
