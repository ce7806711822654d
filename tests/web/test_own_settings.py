"""One's own settings beside account, keys and security: looks, picture, blocked people, organizations, repositories, the way out."""
import base64
import re

from client import PASSWORD
from organizations import new_organization
from repositories import at, new_repository

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def titles(browser):
    return [re.sub(r"<[^>]*>", "", found) for found in re.findall(r'<a class="title"[^>]*>(.*?)</a>', browser.page, re.S)]


def html_of(browser):
    return re.search(r"<html[^>]*>", browser.page)[0]


def test_how_pages_look_is_chosen(resident, visitor):
    browser = resident()
    browser.open("/user/settings/appearance", expect=200)
    assert "data-density" not in html_of(browser) and "data-keys" not in html_of(browser)
    browser.submit("/appearance", {"theme": "cairn-dark", "density": "compact", "tab_width": "4", "wrap_lines": "on", "diff_view_style": "split",
                                   "language": "de", "single_keys": "false"}, expect=303)
    browser.follow()
    assert browser.notice == "Ihre Wahl ist gespeichert."
    assert html_of(browser) == '<html lang="de" data-theme="dark" data-density="compact" data-tab="4" data-wrap="on" data-keys="off">'
    browser.open("/", expect=200)
    assert 'data-density="compact"' in html_of(browser)
    browser.open("/user/settings/appearance", expect=200)
    for value in ("compact", "4", "on", "split", "cairn-dark"):
        assert f'value="{value}" selected' in browser.page
    browser.submit("/appearance", {"theme": "cairn-auto", "density": "", "tab_width": "0", "wrap_lines": "", "diff_view_style": "unified",
                                   "language": "en", "single_keys": "true"}, expect=303)
    browser.follow()
    assert html_of(browser) == '<html lang="en">'
    assert visitor.open("/user/settings/appearance").status_code == 303


def test_what_is_no_choice_is_refused(resident):
    browser = resident()
    good = {"theme": "cairn-auto", "density": "compact", "tab_width": "2", "wrap_lines": "", "diff_view_style": "unified", "language": ""}
    for name, value in (("theme", "<b>pink</b>"), ("density", "huge"), ("tab_width", "3"), ("tab_width", "wide"), ("wrap_lines", "maybe"), ("diff_view_style", "woven")):
        browser.post("/user/settings/appearance", {**good, name: value}, expect=422)
        assert "<b>pink" not in browser.page and 'class="hint bad"' in browser.page
        assert 'value="compact" selected' in browser.page or name == "density"
    browser.open("/user/settings/appearance", expect=200)
    assert "data-density" not in html_of(browser)
    browser.post("/user/settings/appearance", good, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_a_picture_of_oneself(resident):
    browser = resident()
    browser.open("/user/settings", expect=200)
    assert "/avatar/delete" not in browser.page
    browser.post("/user/settings/avatar", files={"picture": ("a.png", b"<svg>", "image/png")}, expect=422)
    assert browser.problem
    browser.post("/user/settings/avatar", {}, expect=422)
    browser.post("/user/settings/avatar", files={"picture": ("a.png", PNG, "image/png")}, expect=303)
    browser.follow()
    assert browser.notice == "The picture is saved."
    browser.submit("/avatar/delete", expect=303)
    browser.follow()
    assert browser.notice == "The picture is removed." and "/avatar/delete" not in browser.page


def test_blocked_people_are_listed_and_let_go(resident, new_user):
    person = new_user(full_name="<b>Rude</b>")
    browser = resident()
    browser.open("/user/settings/blocked_users", expect=200)
    assert "Nobody is blocked." in browser.page
    for name in ("nobody-has-this", browser.name, new_organization(person)):
        browser.submit("/blocked_users", {"username": name, "note": "kept <i>note</i>"}, expect=422)
        assert browser.problem and "kept &lt;i&gt;note" in browser.page
    browser.submit("/blocked_users", {"username": person.name}, expect=303)
    browser.follow()
    assert titles(browser) == [person.name] and "&lt;b&gt;Rude" in browser.page and browser.notice == "The person is blocked."
    browser.submit("/blocked_users", {"username": person.name}, expect=422)
    browser.open("/user/settings/blocked_users?page=4", expect=200)
    assert "Nothing is so far down the list" in browser.page
    browser.open("/user/settings/blocked_users", expect=200)
    browser.submit("/unblock", expect=303)
    browser.follow()
    assert "Nobody is blocked." in browser.page
    browser.post(f"/user/settings/blocked_users/{person.name}/unblock", expect=400)


def test_who_hides_after_writing_can_be_blocked_by_name(resident, new_user):
    owner, loud, quiet = new_user(), new_user(), new_user()
    repository = new_repository(owner)
    loud.post(f"{at(repository)}/issues", {"title": "rude words"}, expect=201)
    for person in (loud, quiet):
        hiding = resident(person.name)
        hiding.open("/user/settings", expect=200)
        hiding.submit("/user/settings", {"visibility": "private"}, expect=303)
    browser = resident(owner.name)
    browser.open("/user/settings/blocked_users", expect=200)
    browser.submit("/blocked_users", {"username": quiet.name}, expect=422)
    browser.submit("/blocked_users", {"username": loud.name}, expect=303)
    browser.follow()
    assert titles(browser) == [loud.name]


def test_organizations_and_repositories(resident, new_user):
    person = new_user()
    browser = resident(person.name)
    browser.open("/user/settings/organization", expect=200)
    assert "You are in no organization" in browser.page and 'href="/org/create"' in browser.page
    browser.open("/user/settings/repos", expect=200)
    assert "No repositories yet" in browser.page
    organization = new_organization(person, full_name="<b>Org</b>", visibility="private")
    repository = new_repository(person, private=True, description="<i>mine</i>")
    browser.open("/user/settings/organization", expect=200)
    assert titles(browser) == [organization] and "&lt;b&gt;Org" in browser.page and f'href="/org/{organization}/leave"' in browser.page
    browser.open("/user/settings/repos", expect=200)
    assert titles(browser) == [repository["name"]] and "&lt;i&gt;mine" in browser.page and "Private" in browser.page
    for page in ("organization", "repos"):
        browser.open(f"/user/settings/{page}?page=9", expect=200)
        assert "Nothing is so far down the list" in browser.page


def test_the_way_out_says_what_stands_in_it(resident, visitor, new_user):
    person = new_user()
    browser = resident(person.name)
    browser.open("/user/settings/account/delete", expect=200)
    assert f"Delete the account {person.name}?" in browser.page and "You still own" not in browser.page
    repository, organization = new_repository(person), new_organization(person)
    browser.open("/user/settings/account/delete", expect=200)
    assert "You still own 1 repository" in browser.page and "You are still in 1 organization" in browser.page
    browser.submit("/account/delete", {"password": PASSWORD}, expect=422)
    assert browser.problem
    person.call("DELETE", f"/repos/{repository['full_name']}", expect=204)
    person.call("DELETE", f"/orgs/{organization}", expect=204)
    browser.submit("/account/delete", {"password": PASSWORD}, expect=303)
    visitor.open(f"/{person.name}", expect=404)
    assert visitor.open("/user/settings/account/delete").status_code == 303


def test_every_page_is_in_the_list_beside(resident):
    browser = resident()
    browser.open("/user/settings", expect=200)
    for page in ("appearance", "notifications", "organization", "repos", "blocked_users"):
        assert f'href="/user/settings/{page}"' in browser.page
