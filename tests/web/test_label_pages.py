"""The pages of labels, of repositories and of organizations, without a script."""
import re

import pytest
from issues import new_issue
from organizations import new_organization
from repositories import at, new_repository


@pytest.fixture
def place(new_user, resident):
    owner = new_user()
    repository = new_repository(owner)
    return owner, repository, f"/{repository['full_name']}/labels", resident(owner.name)


def names(owner, repository):
    return [label["name"] for label in owner.get(f"{at(repository)}/labels").json()]


def shown(browser):
    """The names of the labels in the list."""
    return [re.sub("<[^>]*>", "", label) for label in re.findall(r'<li><svg[^>]*><use[^>]*></svg><div class="main"><(?:a|span) [^>]*class="label [a-z]+"[^>]*>(.*?)</(?:a|span)>(?:<p>|<div)', browser.page)]


def test_a_label_is_made_changed_and_deleted(place):
    owner, repository, page, browser = place
    browser.open(page, expect=200)
    assert "No labels" in browser.page
    browser.submit("/labels", {"name": "kind/bug", "color": "#c22222", "description": "It is <broken>", "exclusive": "true"}, expect=303)
    assert browser.location == page
    browser.follow()
    assert browser.notice == "The label is created." and shown(browser) == ["kind/bug"] and "one of kind at a time" in browser.page
    assert "It is &lt;broken&gt;" in browser.page and "0 uses" in browser.page
    made = owner.get(f"{at(repository)}/labels").json()[0]
    assert made["color"] == "c22222" and made["exclusive"] and not made["is_archived"]
    new_issue(owner, repository, "One", labels=[made["id"]])
    browser.open(f"{page}/{made['id']}/edit", expect=200)
    assert 'value="kind/bug"' in browser.page and 'value="#c22222"' in browser.page
    browser.submit("/edit", {"name": "kind/fault", "is_archived": "true", "exclusive": "false"}, expect=303)
    browser.follow()
    assert browser.notice == "The label is saved." and "1 use" in browser.page and "Archived" in browser.page and names(owner, repository) == ["kind/fault"]
    browser.open(f"{page}/{made['id']}/delete", expect=200)
    assert "1 issue or pull request bears it" in browser.page and names(owner, repository) == ["kind/fault"], "looking deletes nothing"
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The label is deleted." and names(owner, repository) == []
    browser.open(f"{page}/{made['id']}/edit", expect=404)


def test_a_refused_label_comes_back_as_it_was(place):
    owner, repository, page, browser = place
    owner.post(f"{at(repository)}/labels", {"name": "Bug", "color": "#123456"}, expect=201)
    browser.open(page, expect=200)
    browser.submit("/labels", {"name": "bug", "color": "#00ff00", "description": "words"}, expect=409)
    assert browser.problem == "This name is taken; choose another." and 'value="bug"' in browser.page and 'value="words"' in browser.page
    assert '<details class="menu end" open>' in browser.page
    browser.submit("/labels", {"name": "", "color": "#00ff00"}, expect=422)
    browser.submit("/labels", {"name": "x", "color": "blue"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="color"[^>]*>', browser.page)[0]
    assert names(owner, repository) == ["Bug"]
    label = owner.get(f"{at(repository)}/labels").json()[0]["id"]
    owner.post(f"{at(repository)}/labels", {"name": "docs", "color": "#123456"}, expect=201)
    browser.open(f"{page}/{label}/edit", expect=200)
    browser.submit("/edit", {"name": "docs"}, expect=409)
    assert browser.problem and 'value="docs"' in browser.page
    browser.submit("/edit", {"name": "BUG"}, expect=303)


def test_a_set_is_loaded(place):
    owner, repository, page, browser = place
    owner.post(f"{at(repository)}/labels", {"name": "Kind/Bug", "color": "#123456"}, expect=201)
    browser.open(page, expect=200)
    browser.submit("/labels/load", {"set": "Advanced"}, expect=303)
    browser.follow()
    assert browser.notice and len(names(owner, repository)) > 5 and names(owner, repository).count("Kind/Bug") == 1
    assert next(label for label in owner.get(f"{at(repository)}/labels").json() if label["name"] == "Kind/Bug")["color"] == "123456"
    browser.open(page, expect=200)
    browser.submit("/labels/load", {"set": "none such"}, expect=422)
    assert browser.problem


def test_labels_are_found_and_sorted(place, visitor):
    owner, repository, page, _ = place
    for name, description in (("alpha", "first"), ("beta", ""), ("gamma", "the first of all")):
        owner.post(f"{at(repository)}/labels", {"name": name, "color": "#fff", "description": description}, expect=201)
    visitor.open(page + "?q=FIRST", expect=200)
    assert shown(visitor) == ["alpha", "gamma"]
    visitor.open(page + "?sort=reversealphabetically", expect=200)
    assert shown(visitor) == ["gamma", "beta", "alpha"] and "3 labels" in visitor.page
    visitor.open(page + "?q=nothing", expect=200)
    assert "No label fits" in visitor.page
    visitor.open(page + "?page=9", expect=200)
    assert "Nothing is so far down the list" in visitor.page
    visitor.open(page, expect=200)
    assert "New label" not in visitor.page and "/edit" not in visitor.page and "/load" not in visitor.page


def test_who_may_not_keep_labels_cannot(place, resident, new_user, visitor):
    owner, repository, page, browser = place
    label = owner.post(f"{at(repository)}/labels", {"name": "bug", "color": "#123456"}, expect=201).json()["id"]
    other = resident()
    for path, form in ((page, {"name": "x", "color": "#fff"}), (page + "/load", {"set": "Default"}), (f"{page}/{label}/edit", {"name": "x"}), (f"{page}/{label}/delete", {})):
        other.post(path, form, expect=403)
        browser.post(path, form, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    other.open(f"{page}/{label}/edit", expect=403)
    foreign = new_repository(new_user())
    resident(owner.name).open(f"/{foreign['full_name']}/labels/{label}/edit", expect=403)
    mine = new_repository(owner)
    browser.post(f"/{mine['full_name']}/labels/{label}/edit", {"name": "x"}, expect=404)
    browser.post(f"/{mine['full_name']}/labels/{label}/delete", {}, expect=303)
    assert names(owner, repository) == ["bug"], "a label of another repository is not to be had from here"
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    browser.post(page, {"name": "x", "color": "#fff"}, expect=423)


def test_labels_of_an_organization(new_user, resident, visitor):
    owner, member = new_user(), new_user()
    organization = new_organization(owner)
    repository = owner.post(f"/orgs/{organization}/repos", {"name": "r"}, expect=201).json()
    page, browser = f"/org/{organization}/settings/labels", resident(owner.name)
    browser.open(page, expect=200)
    assert "No labels" in browser.page and 'aria-current="page"' in browser.page
    browser.submit("/settings/labels", {"name": "shared", "color": "#336699"}, expect=303)
    browser.follow()
    assert browser.notice == "The label is created." and shown(browser) == ["shared"]
    label = owner.get(f"/orgs/{organization}/labels").json()[0]["id"]
    browser.open(f"/{repository['full_name']}/labels", expect=200)
    assert f"Labels of {organization}" in browser.page and "shared" in browser.page
    browser.open(f"{page}/{label}/edit", expect=200)
    browser.submit("/edit", {"name": "common"}, expect=303)
    browser.open(page, expect=200)
    browser.submit("/load", {"set": "Default"}, expect=303)
    assert len(owner.get(f"/orgs/{organization}/labels").json()) > 3
    browser.open(f"{page}/{label}/delete", expect=200)
    browser.submit("/delete", expect=303)
    assert "common" not in [one["name"] for one in owner.get(f"/orgs/{organization}/labels").json()]
    resident(member.name).open(page, expect=403)
    resident(member.name).post(page, {"name": "x", "color": "#fff"}, expect=403)
    assert visitor.open(page).status_code == 303
