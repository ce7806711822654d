"""Copying a repository from elsewhere by a form, and the page that says how far it is."""
import re

import pytest
from client import ADMIN, PASSWORD, Client
from program import Program, free_port, wait_until
from sources import daemon
from visitor import Visitor


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    """One that copies from servers of its own network, and from itself."""
    program = Program(tmp_path_factory.mktemp("site"), database,
                      {"migrations": {"ALLOW_LOCALNETWORKS": "true", "MAX_ATTEMPTS": "1", "RETRY_BACKOFF": "0s"}})
    program.create_user(*ADMIN, "--admin")
    program.start()
    admin = Client(program.url, basic=ADMIN)
    for name in ("ada", "bob"):
        admin.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD, "must_change_password": False}, expect=201)
    program.ada = Client(program.url, basic=("ada", PASSWORD))
    program.ada.post("/user/repos", {"name": "source", "auto_init": True}, expect=201)
    program.ada.post("/user/repos", {"name": "hidden", "auto_init": True, "private": True}, expect=201)
    yield program
    program.close()


@pytest.fixture
def browser(site):
    made = Visitor(site.url)
    assert made.sign_in("ada", PASSWORD).status_code == 303
    return made


def field(browser, name):
    return re.search(rf'<(?:input|select)[^>]* name="{name}"[^>]*>', browser.page)[0]


def begin(browser, address, name, expect=303, **more):
    browser.open("/repo/migrate", expect=200)
    return browser.submit("/repo/migrate", {"clone_addr": address, "repo_name": name, **more}, expect=expect)


def test_a_copy_is_made_while_one_looks(site, browser):
    begin(browser, f"{site.url}/ada/source.git", "copy")
    assert browser.location == "/ada/copy/migration"
    wait_until(lambda: browser.open("/ada/copy/migration").status_code == 303, "the copy is made")
    assert browser.location == "/ada/copy"
    assert not site.ada.get("/repos/ada/copy").json()["empty"]


def test_a_failure_is_told_and_tried_again(site, browser, tmp_path):
    with daemon(tmp_path) as port:
        address = f"git://127.0.0.1:{port}/nothing.git"
        begin(browser, address, "lost")
        wait_until(lambda: "The copy has failed" in browser.open("/ada/lost/migration", expect=200).text, "it fails")
    assert "data-poll" not in browser.page and 'http-equiv="refresh"' not in browser.page
    browser.open("/ada/lost", expect=200)
    assert "The copy has failed" in browser.page and 'href="/ada/lost/migration"' in browser.page and "data-poll" not in browser.page
    browser.open("/ada/lost/migration", expect=200)
    again = re.search(r'href="(/repo/migrate\?[^"]*)"', browser.page)[1].replace("&amp;", "&")
    browser.open(again, expect=200)
    assert f'value="{address}"' in field(browser, "clone_addr") and 'value="lost"' in field(browser, "repo_name")
    stranger = Visitor(site.url)
    stranger.open("/ada/lost/migration")
    assert stranger.answer.status_code == 303 and "/user/login" in stranger.location
    assert stranger.sign_in("bob", PASSWORD).status_code == 303
    stranger.open("/ada/lost/migration", expect=403)
    stranger.post("/ada/lost/migration/cancel", expect=403)
    browser.post("/ada/lost/migration/cancel", expect=409)


def test_what_is_refused_stands_beside_its_field(site, browser):
    begin(browser, "file:///etc", "x", expect=422, description="kept")
    assert 'aria-invalid="true"' in field(browser, "clone_addr") and 'value="kept"' in field(browser, "description")
    begin(browser, f"http://127.0.0.1:{free_port()}/no/thing.git", "x", expect=422)
    assert 'aria-invalid="true"' in field(browser, "clone_addr")
    begin(browser, f"{site.url}/ada/hidden.git", "x", expect=422)
    assert "credentials" in browser.problem or "no repository" in browser.problem
    begin(browser, f"{site.url}/ada/source.git", "a/b", expect=422)
    assert 'aria-invalid="true"' in field(browser, "repo_name")
    begin(browser, f"{site.url}/ada/source.git", "source", expect=409)
    assert 'aria-invalid="true"' in field(browser, "repo_name")
    begin(browser, f"{site.url}/ada/source.git", "y", expect=422, auth_token="never-shown-again")
    assert 'aria-invalid="true"' in field(browser, "clone_addr") and "never-shown-again" not in browser.page
    begin(browser, f"{site.url}/ada/source.git", "y", expect=422, repo_owner="nobody-at-all")


def test_a_repository_that_was_never_copied_has_no_such_page(site, browser):
    browser.open("/ada/source/migration", expect=404)
