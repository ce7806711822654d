"""The pages of branches, without a script: what they show, to whom, and everything that can be done there."""
import re

import pytest
import requests
from pulls import begun, new_pull, put_file
from repositories import at, let_in
from visitor import Forms


@pytest.fixture
def place(new_user):
    """An owner with a repository that has the branch main."""
    owner = new_user()
    return owner, begun(owner)


def branch(owner, repository, name, start=None):
    owner.post(f"{at(repository)}/branches", {"new_branch_name": name, **({"old_ref_name": start} if start else {})}, expect=201)


def names(owner, repository):
    return {found["name"] for found in owner.get(f"{at(repository)}/branches").json()}


def page(repository, below=""):
    return f"/{repository['full_name']}/branches{below}"


def row(browser, name):
    """The row of a branch in the list, which is one line; empty when it has none."""
    return next((line for line in browser.page.splitlines() if 'class="title"' in line and f">{name}</a>" in line), "")


def actions(browser):
    return [form["action"] for form in Forms(browser.page).forms if form["method"] == "POST"]


def test_everybody_who_reads_the_code_sees_the_branches(visitor, place):
    owner, repository = place
    branch(owner, repository, "feat/one")
    put_file(owner, repository, "new.txt", branch="feat/one")
    visitor.open(page(repository), expect=200)
    assert f'href="/{repository["full_name"]}/src/branch/feat/one"' in visitor.page
    assert "1 ahead, 0 behind" in row(visitor, "feat/one") and "ahead" not in row(visitor, "main")
    assert visitor.page.index("Default branch") < visitor.page.index("Active branches")
    assert not actions(visitor), "nobody is offered what he may not do"


def test_a_hidden_repository_is_not_there(visitor, new_user, resident):
    owner = new_user()
    repository = begun(owner, private=True)
    visitor.open(page(repository), expect=404)
    assert "/user/login?redirect_to=" in visitor.page
    resident().open(page(repository), expect=404)
    resident(owner.name).open(page(repository), expect=200)


def test_a_branch_shows_its_pull_request_and_its_checks(resident, place):
    owner, repository = place
    _, address = new_pull(owner, repository, branch="feat")
    pull = owner.get(address).json()
    owner.post(f"{at(repository)}/statuses/{pull['head']['sha']}", {"state": "failure", "context": "ci"}, expect=201)
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert f'/pulls/{pull["number"]}">' in row(browser, "feat") and "Checks failed" in row(browser, "feat")
    assert "Checks" not in row(browser, "main")
    assert browser.page.index("Your branches") > 0


def test_a_new_branch(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    browser.submit("/branches", {"new_branch_name": "topic/a", "old_ref_name": "main"}, expect=303)
    assert browser.location == page(repository)
    browser.follow()
    assert browser.notice == "The branch is created." and row(browser, "topic/a")
    assert "topic/a" in names(owner, repository)


def test_a_refused_branch_comes_back_as_it_was(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    browser.submit("/branches", {"new_branch_name": "a..b", "old_ref_name": "main"}, expect=422)
    assert 'value="a..b"' in browser.page and "<details class=\"menu end\" open>" in browser.page
    assert browser.problem and 'aria-invalid="true"' in re.search(r'<input id="new_branch_name"[^>]*>', browser.page)[0]
    browser.submit("/branches", {"new_branch_name": "fine", "old_ref_name": "nowhere"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="old_ref_name"[^>]*>', browser.page)[0]
    browser.submit("/branches", {"new_branch_name": "main", "old_ref_name": ""}, expect=409)
    assert names(owner, repository) == {"main"}


def test_a_branch_is_renamed(resident, place):
    owner, repository = place
    branch(owner, repository, "old/name")
    browser = resident(owner.name)
    browser.open(page(repository, "/rename?branch=old/name"), expect=200)
    assert 'value="old/name"' in browser.page
    browser.submit("/branches/rename", {"name": "main"}, expect=422)
    assert browser.problem and 'value="main"' in browser.page
    browser.submit("/branches/rename", {"name": "new/name"}, expect=303)
    assert names(owner, repository) == {"main", "new/name"}
    browser.follow()
    assert browser.notice and "Deleted branches" not in browser.page, "a renamed branch is not lost"


def test_a_branch_is_deleted_and_restored(resident, place):
    owner, repository = place
    branch(owner, repository, "feat/gone")
    put_file(owner, repository, "new.txt", branch="feat/gone")
    tip = owner.get(f"{at(repository)}/branches/feat/gone").json()["commit"]["id"]
    browser = resident(owner.name)
    browser.open(page(repository, "/delete?branch=feat/gone"), expect=200)
    assert "It has 1 commit" in browser.page and "feat/gone" in names(owner, repository), "looking deletes nothing"
    browser.submit("/branches/delete", expect=303)
    assert names(owner, repository) == {"main"}
    browser.follow()
    assert browser.notice == "The branch is deleted." and f"deleted by {owner.name}" in browser.page
    browser.submit("/branches/restore", expect=303)
    assert owner.get(f"{at(repository)}/branches/feat/gone").json()["commit"]["id"] == tip
    browser.follow()
    assert "Deleted branches" not in browser.page
    browser.post(page(repository, "/restore?branch=feat/gone"), expect=404)


def test_only_those_who_write_see_what_was_deleted(resident, visitor, place):
    owner, repository = place
    branch(owner, repository, "secret-name")
    owner.delete(f"{at(repository)}/branches/secret-name", expect=204)
    for browser in (visitor, resident()):
        browser.open(page(repository), expect=200)
        assert "secret-name" not in browser.page
    resident(owner.name).open(page(repository)).text.index("secret-name")


def test_no_more_deleted_branches_are_remembered_than_people_look_at(resident, place):
    owner, repository = place
    for number in range(52):
        branch(owner, repository, f"b{number}")
        owner.delete(f"{at(repository)}/branches/b{number}", expect=204)
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert browser.page.count("/branches/restore?") == 50


def test_what_the_rules_hold_is_not_deleted(resident, place):
    owner, repository = place
    branch(owner, repository, "kept")
    owner.post(f"{at(repository)}/branch_protections", {"rule_name": "kept"}, expect=201)
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert "Protected" in row(browser, "kept") and "/branches/delete" not in browser.page
    browser.post(page(repository, "/delete?branch=kept"), expect=403)
    browser.post(page(repository, "/delete?branch=main"), expect=403)
    assert names(owner, repository) == {"kept", "main"}


@pytest.mark.parametrize("what", ["", "/rename?branch=main", "/delete?branch=main", "/restore?branch=main"])
def test_whoever_may_not_write_changes_nothing(visitor, resident, new_user, place, what):
    owner, repository = place
    form = {"new_branch_name": "mine", "name": "mine"}
    assert visitor.post(page(repository, what), form).status_code == 303 and visitor.location == "/user/login"
    resident().post(page(repository, what), form, expect=403)
    reader = new_user()
    let_in(owner, repository, reader, "read")
    resident(reader.name).post(page(repository, what), form, expect=403)
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    resident(owner.name).post(page(repository, what), form, expect=423)
    assert names(owner, repository) == {"main"}


def test_another_site_sends_no_forms(resident, place):
    owner, repository = place
    branch(owner, repository, "feat")
    browser = resident(owner.name)
    browser.post(page(repository, "/delete?branch=feat"), headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert "feat" in names(owner, repository)


def test_branches_are_found_by_a_part_of_their_name(visitor, place):
    owner, repository = place
    for name in ("feat/red", "feat/blue", "fix/red"):
        branch(owner, repository, name)
    visitor.open(page(repository, "?q=red"), expect=200)
    assert row(visitor, "feat/red") and row(visitor, "fix/red") and not row(visitor, "feat/blue")
    visitor.open(page(repository, "?q=%22%3E%3Cscript%3E"), expect=200)
    assert "No branch fits" in visitor.page and '"><script>' not in visitor.page


def test_a_long_list_has_pages(visitor, place):
    owner, repository = place
    for name in ("a-x", "b-x", "c-x"):
        branch(owner, repository, name)
    visitor.open(page(repository, "?q=-x&limit=2"), expect=200)
    assert visitor.page.count('class="title"') == 2 and "1–2 of 3" in visitor.page
    older = re.search(r'rel="next" href="([^"]*)"', visitor.page)[1].replace("&amp;", "&")
    visitor.open(older, expect=200)
    assert visitor.page.count('class="title"') == 1 and "3–3 of 3" in visitor.page and 'rel="next"' not in visitor.page
    visitor.open(page(repository, "?page=99999999999"), expect=200)


def test_names_are_no_markup(resident, place):
    owner, repository = place
    name = "<b>&'x"
    branch(owner, repository, name)
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert "<b>&" not in browser.page and "%3Cb%3E" in browser.page
    browser.open(page(repository, "/delete?branch=" + requests.utils.quote(name)), expect=200)
    browser.submit("/branches/delete", expect=303)
    assert name not in names(owner, repository)


def test_an_empty_repository_says_so(resident, new_user):
    owner = new_user()
    repository = owner.post("/user/repos", {"name": "empty"}, expect=201).json()
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert "No branches yet" in browser.page and not [a for a in actions(browser) if a.endswith("/branches")]


def test_a_repository_that_has_moved_leads_on(visitor, place):
    owner, repository = place
    owner.call("PATCH", at(repository), {"name": "elsewhere"}, expect=200)
    visitor.open(page(repository), expect=301)
    assert visitor.location == f"/{owner.name}/elsewhere/branches"


def test_a_branch_that_is_not_there(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    for what in ("/rename", "/delete", "/rename?branch=x", "/delete?branch=x"):
        browser.open(page(repository, what), expect=404)
    browser.post(page(repository, "/delete?branch=x"), expect=404)
