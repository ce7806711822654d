"""Wikis and packages in a browser: how their pages look, and writing with a script."""
import base64

import pytest
from axe import faults
from client import PASSWORD, Client
from looks import FORMS, look
from repositories import at, new_repository

TEXT = "# Guide\n\nHow to *begin*:\n\n```sh\nmake\n```\n\n| a | table |\n|---|---|\n| 1 | 2 |\n"
WIKI = ("", "/Guide", "/Absent", "?action=_pages", "?action=_search&q=guide", "?action=_new", "/Guide?action=_edit", "/Guide?action=_revision",
        "/Guide?action=_compare&from={old}", "/Guide?action=_revert&to={old}", "/Guide?action=_delete", "/Guide?revision={old}")
PACKAGES = ("", "?q=absent", "/generic/tool/1.0", "/generic/tool/versions", "/generic/tool/1.0/settings", "/generic/tool/1.0/settings/delete")


def encoded(text):
    return base64.b64encode(text.encode()).decode()


@pytest.fixture(scope="module")
def furnished(site, person, chromium):
    owner = Client(site.url, basic=(person(), PASSWORD))
    repository = new_repository(owner, name="a-name-that-is-as-long-as-some-people-like-theirs")
    wiki = f"{at(repository)}/wiki"
    for title, text in (("Home", "Welcome to [[Guide]]"), ("Guide", "first"), ("A page with a title that goes on and on and on", TEXT), ("_Footer", "below")):
        owner.post(f"{wiki}/new", {"title": title, "content_base64": encoded(text)}, expect=201)
    repository["old"] = owner.get(f"{wiki}/page/Guide").json()["last_commit"]["sha"]
    owner.call("PATCH", f"{wiki}/page/Guide", {"title": "Guide", "content_base64": encoded(TEXT), "message": "Say more"}, expect=200)
    for version in ("1.0", "1.1"):
        owner.call("PUT", f"/api/packages/{owner.name}/generic/tool/{version}/a-file-with-a-long-name-for-a-small-screen.tar.gz", data=b"x", expect=201)
    tab = chromium.tab(site.url)
    tab.sign_in(owner.name, PASSWORD)
    tab.goto("/user/settings/packages")
    tab.fill("#keep_count", "1")
    tab.fill("#remove_days", "0")
    tab.click("text=Save rule")
    tab.waitForSelector("text=The rule is saved.")
    repository["owner_client"] = owner
    return repository


@pytest.mark.parametrize("form", FORMS)
def test_pages_of_a_wiki_and_of_packages(chromium, site, furnished, form):
    tab = chromium.tab(site.url, **FORMS[form])
    owner = furnished["owner_client"]
    tab.sign_in(owner.name, PASSWORD)
    pages = [(f"wiki-{number}", f"/{furnished['full_name']}/wiki{path.format(old=furnished['old'])}") for number, path in enumerate(WIKI)]
    pages += [(f"packages-{number}", f"/{owner.name}/-/packages{path}") for number, path in enumerate(PACKAGES)]
    pages.append(("cleanup", "/user/settings/packages"))
    for name, path in pages:
        tab.goto(path)
        look(tab, form, name)
        assert faults(tab) == [], path
        tab.evaluate("document.querySelectorAll('main details').forEach((menu) => { menu.open = true; })")
        look(tab, form, name + "-open")
        assert faults(tab) == [], path


@pytest.mark.parametrize("script", [True, False])
def test_a_page_is_written(chromium, site, person, script):
    owner = Client(site.url, basic=(person(), PASSWORD))
    repository = new_repository(owner)
    tab = chromium.tab(site.url, javaScriptEnabled=script, viewport={"width": 1200, "height": 800})
    tab.sign_in(owner.name, PASSWORD)
    tab.goto(f"/{repository['full_name']}/wiki")
    tab.click("text=Write the first page")
    tab.fill("#text", "**bold** words")
    tab.click("button[name=preview]")
    tab.waitForSelector("#preview strong")
    if script:
        tab.click("button[data-write]")
    assert tab.inputValue("#text") == "**bold** words"
    tab.click("text=Create page")
    tab.waitForURL("**/wiki/Home")
    assert tab.textContent("article strong") == "bold"
    tab.click("text=Edit")
    tab.fill("#text", "other words")
    tab.click("text=Save page")
    tab.waitForSelector("text=The page is changed.")
    tab.click("text=History")
    tab.click("text=Compare the two")
    tab.waitForSelector(".diff .add")
    assert "other words" in tab.textContent(".c.add")


@pytest.mark.parametrize("script", [True, False])
def test_a_version_is_deleted(chromium, site, person, script):
    owner = Client(site.url, basic=(person(), PASSWORD))
    owner.call("PUT", f"/api/packages/{owner.name}/generic/tool/1/f", data=b"x", expect=201)
    tab = chromium.tab(site.url, javaScriptEnabled=script, viewport={"width": 1200, "height": 800})
    tab.sign_in(owner.name, PASSWORD)
    tab.goto(f"/{owner.name}/-/packages/generic/tool/1/settings")
    tab.click("text=Delete version 1")
    tab.fill("#name", "1")
    tab.click("button.danger")
    tab.waitForSelector("text=The version is deleted.")
    assert owner.get(f"/packages/{owner.name}").json() == []
