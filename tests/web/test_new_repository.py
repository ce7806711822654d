"""New repositories by forms: made, forked, out of a template."""
import re

import pytest
from organizations import new_organization, new_team
from pulls import begun
from repositories import at, new_repository


def field(browser, name):
    return re.search(rf'<(?:input|select)[^>]* name="{name}"[^>]*>', browser.page)[0]


def test_a_new_repository(resident):
    browser = resident()
    browser.open("/repo/create", expect=200)
    browser.submit("/repo/create", {"name": "first", "description": "Words <b>", "private": "true", "auto_init": "true", "license": "MIT",
                                    "gitignores": "Go", "issue_labels": "Default", "default_branch": "trunk"}, expect=303)
    assert browser.location == f"/{browser.name}/first"


def test_what_was_asked_for_is_there(resident, new_user):
    person = new_user()
    browser = resident(person.name)
    browser.open("/repo/create?name=second&description=Stones", expect=200)
    assert 'value="second"' in field(browser, "name")
    browser.submit("/repo/create", {"license": "MIT", "issue_labels": "Default", "default_branch": "trunk"}, expect=303)
    made = person.get(f"/repos/{person.name}/second").json()
    assert made["description"] == "Stones" and not made["private"] and made["default_branch"] == "trunk" and made["licenses"] == ["MIT"]
    assert {entry["name"] for entry in person.get(f"/repos/{person.name}/second/contents").json()} == {"README.md", "LICENSE"}
    assert person.get(f"/repos/{person.name}/second/labels").json()
    browser.open("/repo/create", expect=200)
    browser.submit("/repo/create", {"name": "bare"}, expect=303)
    assert person.get(f"/repos/{person.name}/bare").json()["empty"]


def test_a_refused_form_comes_back_as_it_was(resident, new_user):
    person = new_user()
    new_repository(person, name="taken")
    browser = resident(person.name)
    browser.open("/repo/create", expect=200)
    browser.submit("/repo/create", {"name": "Taken", "description": "kept words", "license": "MIT"}, expect=409)
    assert 'aria-invalid="true"' in field(browser, "name") and 'value="Taken"' in field(browser, "name")
    assert 'value="kept words"' in browser.page and '<option value="MIT" selected>' in browser.page and "already" in browser.problem
    for name in ("", "a/b", "..", "x" * 101):
        browser.submit("/repo/create", {"name": name}, expect=422)
        assert 'aria-invalid="true"' in field(browser, "name"), name
    browser.submit("/repo/create", {"name": "fine", "license": "none-such"}, expect=422)
    browser.submit("/repo/create", {"name": "fine", "owner": "nobody-at-all"}, expect=422)
    assert 'aria-invalid="true"' in field(browser, "owner")
    assert [found["name"] for found in person.get("/user/repos").json()] == ["taken"]


def test_whose_it_may_be(resident, new_user):
    owner, maker, reader = new_user(), new_user(), new_user()
    organization = new_organization(owner)
    new_team(owner, organization, maker, can_create_org_repo=True)
    new_team(owner, organization, reader)
    browser = resident(maker.name)
    browser.open(f"/repo/create?owner={organization}", expect=200)
    assert f'<option value="{organization}" selected>' in browser.page
    browser.submit("/repo/create", {"name": "ours", "owner": organization}, expect=303)
    assert browser.location == f"/{organization}/ours"
    other = resident(reader.name)
    other.open("/repo/create", expect=200)
    assert f'value="{organization}"' not in other.page
    other.submit("/repo/create", {"name": "theirs", "owner": organization}, expect=403)
    other.submit("/repo/create", {"name": "theirs", "owner": owner.name}, expect=403)


def test_who_has_as_many_as_allowed_is_told_the_number(resident, new_user, admin):
    person = new_user()
    admin.call("PATCH", f"/admin/users/{person.name}", {"login_name": person.name, "source_id": 0, "max_repo_creation": 0}, expect=200)
    browser = resident(person.name)
    browser.open("/repo/create", expect=200)
    browser.submit("/repo/create", {"name": "one-more"}, expect=403)
    assert ": 0" in browser.problem and 'value="one-more"' in browser.page


@pytest.mark.parametrize("page", ["/repo/create", "/repo/migrate"])
def test_it_is_for_those_who_are_signed_in_and_for_our_own_forms(visitor, resident, page):
    assert visitor.open(page).status_code == 303 and "/user/login?redirect_to=" in visitor.location
    visitor.post(page, {"name": "x"}, expect=303)
    resident().post(page, {"name": "x"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_out_of_a_template(resident, new_user):
    owner, person = new_user(), new_user()
    template = begun(owner, template=True)
    hidden = begun(owner, template=True, private=True)
    browser = resident(person.name)
    browser.open(f"/repo/create?template_id={template['id']}", expect=200)
    assert f'<option value="{template["id"]}" selected>{template["full_name"]}' in browser.page
    browser.submit("/repo/create", {"name": "grown", "template_id": str(template["id"]), "git_content": "true"}, expect=303)
    made = person.get(f"/repos/{person.name}/grown").json()
    assert not made["empty"] and not made["fork"] and not made["template"]
    browser.open(f"/repo/create?template_id={hidden['id']}", expect=404)
    browser.open("/repo/create?template_id=nonsense", expect=404)
    browser.post("/repo/create", {"name": "other", "template_id": str(hidden["id"]), "git_content": "true"}, expect=422)
    plain = begun(owner)
    browser.post("/repo/create", {"name": "other", "template_id": str(plain["id"]), "git_content": "true"}, expect=422)
    browser.open(f"/repo/create?template_id={template['id']}", expect=200)
    browser.submit("/repo/create", {"name": "grown", "template_id": str(template["id"]), "git_content": "true"}, expect=409)
    assert 'aria-invalid="true"' in field(browser, "name")


def test_a_fork(resident, new_user):
    owner, person = new_user(), new_user()
    repository = begun(owner)
    organization = new_organization(person)
    browser = resident(person.name)
    browser.open(f"/{repository['full_name']}/fork", expect=200)
    browser.submit("/fork", {"organization": person.name, "name": "mine"}, expect=303)
    assert browser.location == f"/{person.name}/mine"
    browser.open(f"/{repository['full_name']}/fork", expect=200)
    assert f'href="/{person.name}/mine"' in browser.page and "has a fork already" in browser.page
    assert f'<option value="{organization}"' in browser.page and f'<option value="{person.name}"' not in browser.page
    browser.submit("/fork", {"organization": person.name, "name": "another"}, expect=409)
    assert 'value="another"' in field(browser, "name") and 'aria-invalid="true"' in field(browser, "name")
    browser.submit("/fork", {"organization": organization, "name": "a/b"}, expect=422)
    browser.submit("/fork", {"organization": organization, "name": ""}, expect=303)
    assert browser.location == f"/{organization}/{repository['name']}"


def test_a_fork_of_one_branch(resident, new_user):
    owner, person = new_user(), new_user()
    repository = begun(owner)
    owner.post(f"{at(repository)}/branches", {"new_branch_name": "feat/x"}, expect=201)
    browser = resident(person.name)
    browser.open(f"/{repository['full_name']}/fork", expect=200)
    browser.submit("/fork", {"organization": person.name, "name": "none", "branch": "no-such"}, expect=422)
    browser.submit("/fork", {"organization": person.name, "name": "one", "branch": "main"}, expect=303)
    assert [branch["name"] for branch in person.get(f"/repos/{person.name}/one/branches").json()] == ["main"]
    other = new_user()
    browser = resident(other.name)
    browser.open(f"/{repository['full_name']}/fork", expect=200)
    browser.submit("/fork", {"organization": other.name, "name": "all"}, expect=303)
    assert {branch["name"] for branch in other.get(f"/repos/{other.name}/all/branches").json()} == {"main", "feat/x"}


def test_a_name_is_looked_at_before_it_is_sent(resident, new_user):
    owner = new_user()
    repository = begun(owner)
    browser = resident(owner.name)
    browser.open(f"/repo/create?check=true&owner={owner.name}&name={repository['name']}", expect=200)
    assert 'aria-invalid="true"' in field(browser, "name") and "already" in browser.page
    browser.open(f"/repo/create?check=true&owner={owner.name}&name=a%2Fb", expect=200)
    assert 'aria-invalid="true"' in field(browser, "name")
    browser.open(f"/repo/create?check=true&owner={owner.name}&name=free", expect=200)
    assert 'aria-invalid="true"' not in field(browser, "name")


def test_what_is_hidden_is_not_forked(visitor, resident, new_user):
    owner = new_user()
    repository = begun(owner, private=True)
    resident().open(f"/{repository['full_name']}/fork", expect=404)
    resident().post(f"/{repository['full_name']}/fork", {"name": "x"}, expect=404)
    shown = begun(owner)
    assert visitor.open(f"/{shown['full_name']}/fork").status_code == 303
    visitor.post(f"/{shown['full_name']}/fork", {"name": "x"}, expect=303)
    assert owner.get(f"{at(shown)}/forks").json() == []
