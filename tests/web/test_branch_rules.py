"""The rules for branches and for tags in a repository's settings, without a script."""
import re

import pytest
from organizations import new_organization, new_team
from pulls import begun
from repositories import at, let_in, new_repository
from whole_form import send


@pytest.fixture
def place(new_user, resident):
    owner = new_user()
    repository = begun(owner)
    for name in ("release/1", "release/2", "topic"):
        owner.post(f"{at(repository)}/branches", {"new_branch_name": name}, expect=201)
    return owner, repository, f"/{repository['full_name']}/settings/branches", resident(owner.name)


def rules(owner, repository):
    return {rule["rule_name"]: rule for rule in owner.get(f"{at(repository)}/branch_protections").json()}


def test_the_default_branch_is_chosen(place):
    owner, repository, page, browser = place
    browser.open(page, expect=200)
    assert "No rules" in browser.page and '<option value="release/1">' in browser.page
    browser.submit("/branches", {"default_branch": "topic"}, expect=303)
    browser.follow()
    assert browser.notice == "The default branch is saved." and owner.get(at(repository)).json()["default_branch"] == "topic"
    browser.submit("/branches", {"default_branch": "none-such"}, expect=422)
    assert browser.problem and 'value="none-such"' in browser.page and owner.get(at(repository)).json()["default_branch"] == "topic"


def test_a_rule_is_made_seen_changed_and_deleted(place, new_user):
    owner, repository, page, browser = place
    friend = new_user()
    let_in(owner, repository, friend)
    browser.open(page + "/new?rule_name=release/*", expect=200)
    assert 'value="release/*"' in browser.page and "For 2 branches:" in browser.page and "<code>release/2</code>" in browser.page and "<code>topic</code>" not in browser.page
    send(browser, "/branches/new", {"push": "listed", "push_people": f"{friend.name}, {owner.name}", "required_approvals": "2", "enable_status_check": "true",
                                    "status_check_contexts": "build\ntest/*", "require_signed_commits": "true", "block_on_outdated_branch": "true"}, expect=303)
    assert browser.location == page
    browser.follow()
    assert browser.notice == "The rule is created." and "2 approvals" in browser.page and "For 2 branches:" in browser.page
    rule = rules(owner, repository)["release/*"]
    assert rule["enable_push"] and rule["enable_push_whitelist"] and sorted(rule["push_whitelist_usernames"]) == sorted([friend.name, owner.name])
    assert rule["required_approvals"] == 2 and rule["status_check_contexts"] == ["build", "test/*"] and rule["require_signed_commits"] and not rule["enable_force_push"]
    browser.open(page + "/edit?rule_name=release/*", expect=200)
    send(browser, "/branches/edit", expect=303)
    again = rules(owner, repository)["release/*"]
    assert {**again, "updated_at": ""} == {**rule, "updated_at": ""}, "a form that is sent as it is changes nothing"
    browser.open(page + "/edit?rule_name=release/*", expect=200)
    send(browser, "/branches/edit", {"push": "nobody", "push_people": "", "force_push": "everybody", "enable_status_check": None, "dismiss_stale_approvals": "true"}, expect=303)
    browser.follow()
    assert browser.notice == "The rule is saved."
    rule = rules(owner, repository)["release/*"]
    assert not rule["enable_push"] and rule["enable_force_push"] and not rule["enable_status_check"] and rule["dismiss_stale_approvals"] and rule["require_signed_commits"]
    browser.open(page + "/delete?rule_name=release/*", expect=200)
    assert "release/1" in browser.page and rules(owner, repository), "looking deletes nothing"
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The rule is deleted." and rules(owner, repository) == {}
    for path in ("/edit", "/delete"):
        browser.open(f"{page}{path}?rule_name=release/*", expect=404)


def test_a_branch_falls_under_the_first_rule(place):
    owner, repository, page, browser = place
    for name in ("release/*", "**"):
        browser.post(page + "/new", {"rule_name": name, "push": "nobody"}, expect=303)
    browser.open(page, expect=200)

    def order():
        return re.findall(r'/settings/branches/edit\?rule_name=([^"]*)"', browser.page)

    assert [name.replace("%2F", "/").replace("%2f", "/").replace("%2A", "*") for name in order()] == ["release/*", "**"]
    assert "For 2 branches:" in browser.page
    browser.submit("/move_up", expect=303)
    browser.follow()
    assert browser.notice == "The order is saved." and order()[0].replace("%2A", "*") == "**"
    assert "For no branch that there is now" in browser.page, "the second rule is never asked"
    browser.post(page + "/move_up?rule_name=none", expect=404)


def test_a_refused_rule_comes_back(place):
    owner, repository, page, browser = place
    browser.open(page + "/new", expect=200)
    send(browser, "/branches/new", {"rule_name": ""}, expect=422)
    send(browser, "/branches/new", {"rule_name": "main", "push": "listed", "merge_people": "nobody-at-all", "protected_file_patterns": "kept;*.md"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="merge_people"[^>]*>', browser.page)[0] and 'value="kept;*.md"' in browser.page
    assert re.search(r'name="push" value="listed" checked', browser.page)
    send(browser, "/branches/new", {"rule_name": "main", "merge_people": "", "required_approvals": "many"}, expect=422)
    assert rules(owner, repository) == {}
    send(browser, "/branches/new", {"rule_name": "<i>main", "merge_people": "", "required_approvals": "1"}, expect=303)
    browser.follow()
    assert "&lt;i&gt;main" in browser.page and "<i>main" not in browser.page
    browser.post(page + "/new", {"rule_name": "<i>main"}, expect=403)
    assert "already" in browser.problem


def test_teams_are_for_organizations(new_user, resident):
    owner = new_user()
    organization = new_organization(owner)
    repository = owner.post(f"/orgs/{organization}/repos", {"name": "work", "auto_init": True}, expect=201).json()
    new_team(owner, organization, name="builders", permission="write", includes_all_repositories=True)
    browser = resident(owner.name)
    page = f"/{repository['full_name']}/settings/branches"
    browser.open(page + "/new?rule_name=main", expect=200)
    send(browser, "/branches/new", {"merge_listed": "true", "merge_teams": "builders"}, expect=303)
    assert rules(owner, repository)["main"]["merge_whitelist_teams"] == ["builders"]
    browser.open(page + "/edit?rule_name=main", expect=200)
    assert 'value="builders"' in browser.page
    send(browser, "/branches/edit", {"merge_teams": "none such"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="merge_teams"[^>]*>', browser.page)[0]


def test_tags_have_rules(place, new_user):
    owner, repository, _, browser = place
    page = f"/{repository['full_name']}/settings/tags"
    for name in ("v1", "v2", "beta"):
        owner.post(f"{at(repository)}/tags", {"tag_name": name}, expect=201)
    browser.open(page + "?name_pattern=v*", expect=200)
    assert "No rules" in browser.page and "For 2 tags:" in browser.page and "<code>beta</code>" not in browser.page
    send(browser, "/tags", {"name_pattern": "v*", "people": "nobody-at-all"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="people"[^>]*>', browser.page)[0] and 'value="v*"' in browser.page
    send(browser, "/tags", {"name_pattern": "v*", "people": ""}, expect=422)
    send(browser, "/tags", {"name_pattern": "/(/", "people": owner.name}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="name_pattern"[^>]*>', browser.page)[0]
    send(browser, "/tags", {"name_pattern": "v*", "people": owner.name}, expect=303)
    browser.follow()
    assert browser.notice == "The rule for tags is created." and "For 2 tags:" in browser.page
    rule = owner.get(f"{at(repository)}/tag_protections").json()[0]
    assert rule["name_pattern"] == "v*" and rule["whitelist_usernames"] == [owner.name]
    browser.post(page, {"name_pattern": "v*", "people": owner.name}, expect=403)
    browser.open(f"{page}/{rule['id']}", expect=200)
    send(browser, f"/tags/{rule['id']}", {"name_pattern": "/^be/"}, expect=303)
    browser.follow()
    assert browser.notice == "The rule for tags is saved." and "<code>beta</code>" in browser.page
    browser.open(f"{page}/{rule['id']}/delete", expect=200)
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The rule for tags is deleted." and owner.get(f"{at(repository)}/tag_protections").json() == []
    browser.open(f"{page}/{rule['id']}", expect=404)


def test_only_those_who_keep_it_make_rules(place, resident, new_user, visitor):
    owner, repository, page, browser = place
    tags = f"/{repository['full_name']}/settings/tags"
    browser.post(page + "/new", {"rule_name": "main"}, expect=303)
    browser.post(tags, {"name_pattern": "v*", "people": owner.name}, expect=303)
    rule = owner.get(f"{at(repository)}/tag_protections").json()[0]["id"]
    writer = new_user()
    let_in(owner, repository, writer)
    other = resident(writer.name)
    for path in (page, page + "/new", page + "/edit?rule_name=main", page + "/delete?rule_name=main", tags, f"{tags}/{rule}", f"{tags}/{rule}/delete"):
        other.open(path, expect=403)
        assert visitor.open(path).status_code == 303
        if path != page and path != tags:
            other.post(path, {"rule_name": "x"}, expect=403)
    for path in (page + "/move_up?rule_name=main", page, tags):
        other.post(path, {"default_branch": "topic", "name_pattern": "x"}, expect=403)
        browser.post(path, {"default_branch": "topic", "name_pattern": "x"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    # A rule of another repository is not to be had from here.
    mine = new_repository(owner)
    browser.open(f"/{mine['full_name']}/settings/tags/{rule}", expect=404)
    browser.post(f"/{mine['full_name']}/settings/tags/{rule}/delete", expect=404)
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    browser.open(page, expect=200)
    assert "/branches/new" not in browser.page and "/branches/delete" not in browser.page
    browser.post(page + "/new", {"rule_name": "x"}, expect=423)
    browser.open(tags, expect=200)
    browser.post(tags, {"name_pattern": "x*", "people": owner.name}, expect=423)
    assert list(rules(owner, repository)) == ["main"]
