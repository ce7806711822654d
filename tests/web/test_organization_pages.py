"""Organizations without a script: home, members, teams and what they may do, settings, blocks, another name and the end."""
import base64
import re

import pytest
from organizations import new_organization, new_team
from repositories import new_repository

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def titles(browser):
    return [re.sub(r"<[^>]*>", "", found) for found in re.findall(r'<a class="title"[^>]*>(.*?)</a>', browser.page, re.S)]


@pytest.fixture
def owned(new_user, resident):
    """(the owner, the organization's name, the owner's browser)"""
    owner = new_user()
    return owner, new_organization(owner), resident(owner.name)


def test_an_organization_is_created(resident, visitor, new_user):
    browser = resident()
    name = f"made-by-{browser.name}"
    browser.open("/org/create", expect=200)
    browser.submit("/org/create", {"username": "no/slash", "full_name": "Kept <b>words</b>"}, expect=422)
    assert browser.problem and "Kept &lt;b&gt;words" in browser.page and 'value="no/slash"' in browser.page
    browser.submit("/org/create", {"username": browser.name}, expect=422)
    assert 'id="username-hint"' in browser.page
    browser.submit("/org/create", {"username": name, "full_name": "Made <b>here</b>", "visibility": "public"}, expect=303)
    assert browser.location == f"/{name}"
    browser.follow()
    assert browser.notice == "The organization is created." and "Made &lt;b&gt;here" in browser.page
    visitor.open(f"/{name}", expect=200)
    assert visitor.open("/org/create").status_code == 303 and visitor.location.startswith("/user/login")


def test_whoever_may_not_found_one_is_told(resident, set_account):
    browser = resident()
    set_account(browser.name, allow_create_organization=False)
    browser.open("/org/create", expect=403)
    browser.post("/org/create", {"username": f"never-{browser.name}"}, expect=403)


def test_the_home_for_a_stranger_a_member_and_an_owner(owned, visitor, resident, new_user):
    owner, name, browser = owned
    member = new_user()
    new_team(owner, name, member, name="quarry")
    shown = owner.post(f"/orgs/{name}/repos", {"name": "tern", "description": "<i>logs</i>"}, expect=201).json()
    owner.post(f"/orgs/{name}/repos", {"name": "secret", "private": True}, expect=201)
    visitor.open(f"/{name}", expect=200)
    assert titles(visitor) == [shown["full_name"]] and "&lt;i&gt;logs" in visitor.page
    assert "/repo/create?org=" not in visitor.page and "No public members" in visitor.page and f"/org/{name}/teams" not in visitor.page
    inside = resident(member.name)
    inside.open(f"/{name}", expect=200)
    assert f"/org/{name}/teams/quarry" in inside.page and f"/org/{name}/settings" not in inside.page and owner.name in inside.page
    browser.open(f"/{name}", expect=200)
    assert len(titles(browser)) == 2 and f"/repo/create?org={name}" in browser.page and f'href="/org/{name}/settings"' in browser.page
    browser.open(f"/{name}?q=tern&sort=alphabetically", expect=200)
    assert titles(browser) == [shown["full_name"]]
    other = resident()
    other.open(f"/{name}", expect=200)
    other.submit(f"/{name}/-/follow", expect=303)
    other.follow()
    assert "/-/unfollow" in other.page


def test_hidden_organizations_are_not_there(resident, visitor, new_user):
    owner = new_user()
    private, limited = new_organization(owner, visibility="private"), new_organization(owner, visibility="limited")
    for name in (private, limited):
        for page in (f"/{name}", f"/org/{name}/members", f"/org/{name}/teams"):
            assert visitor.open(page).status_code in (303, 404)
    stranger = resident()
    stranger.open(f"/{private}", expect=404)
    stranger.open(f"/org/{private}/members", expect=404)
    stranger.open(f"/{limited}", expect=200)
    own = resident(owner.name)
    own.open(f"/{private}", expect=200)
    assert "Not public" in own.page


def test_members_are_listed_shown_and_hidden(owned, visitor, resident, new_user):
    owner, name, browser = owned
    member = new_user(full_name="<b>Mo</b>")
    new_team(owner, name, member)
    visitor.open(f"/org/{name}/members", expect=200)
    assert "No public members" in visitor.page
    inside = resident(member.name)
    inside.open(f"/org/{name}/members", expect=200)
    assert titles(inside) == sorted([owner.name, member.name]) and "&lt;b&gt;Mo" in inside.page
    assert "No second step" not in inside.page and f"/members/{owner.name}/" not in inside.page, "others are for owners"
    inside.submit(f"/members/{member.name}/show", expect=303)
    inside.follow()
    assert inside.notice == "Everybody sees the membership now."
    visitor.open(f"/org/{name}/members", expect=200)
    assert titles(visitor) == [member.name] and "/hide" not in visitor.page
    inside.post(f"/org/{name}/members/{owner.name}/show", expect=403)
    browser.open(f"/org/{name}/members", expect=200)
    assert "No second step" in browser.page and "Owner" in browser.page
    browser.submit(f"/members/{member.name}/hide", expect=303)
    visitor.open(f"/org/{name}/members", expect=200)
    assert titles(visitor) == []
    browser.open(f"/org/{name}/members?q=%25", expect=200)
    assert "Nobody fits" in browser.page
    browser.open(f"/org/{name}/members?q={member.name}", expect=200)
    assert titles(browser) == [member.name]
    browser.open(f"/org/{name}/members?page=9", expect=200)
    assert "Nothing is so far down the list" in browser.page


def test_leaving_and_removing(owned, visitor, resident, new_user):
    owner, name, browser = owned
    member, other = new_user(), new_user()
    new_team(owner, name, member, other)
    inside = resident(member.name)
    inside.post(f"/org/{name}/members/{other.name}/remove", expect=403)
    inside.open(f"/org/{name}/leave", expect=200)
    assert f"Leave {name}?" in inside.page
    inside.submit("/leave", expect=303)
    inside.follow()
    assert inside.notice == "You have left the organization."
    inside.open(f"/org/{name}/leave", expect=403)
    browser.open(f"/org/{name}/members/{other.name}/remove", expect=200)
    browser.submit("/remove", expect=303)
    browser.follow()
    assert titles(browser) == [owner.name] and "no longer a member" in browser.notice
    browser.open(f"/org/{name}/members/{other.name}/remove", expect=404)
    browser.open(f"/org/{name}/leave", expect=200)
    browser.submit("/leave", expect=422)
    assert [one["login"] for one in owner.get(f"/orgs/{name}/members").json()] == [owner.name], "the last owner stays"
    assert visitor.post(f"/org/{name}/leave").status_code == 303


def test_a_team_is_made_with_rights_by_unit(owned, resident, new_user):
    owner, name, browser = owned
    browser.open(f"/org/{name}/teams/new", expect=200)
    browser.submit("/teams/new", {"name": "no space", "description": "Kept <b>words</b>", "rights": "units", "code": "write"}, expect=422)
    assert "Kept &lt;b&gt;words" in browser.page and 'value="no space"' in browser.page
    assert re.search(r'name="code" value="write"[^>]*checked', browser.page)
    browser.submit("/teams/new", {"name": "Quarry", "description": "Breaks <b>stone</b>", "rights": "units", "code": "write", "issues": "read", "wiki": "none",
                                  "visibility": "limited", "can_create_org_repo": "true"}, expect=303)
    assert browser.location == f"/org/{name}/teams/Quarry"
    browser.follow()
    assert "The team is created" in browser.notice and "Breaks &lt;b&gt;stone" in browser.page and "Nobody in this team" in browser.page
    made = next(one for one in owner.get(f"/orgs/{name}/teams").json() if one["name"] == "Quarry")
    assert made["units_map"]["repo.code"] == "write" and made["units_map"]["repo.issues"] == "read" and made["units_map"]["repo.wiki"] == "none"
    assert made["can_create_org_repo"] is True and made["visibility"] == "limited"
    browser.open(f"/org/{name}/teams/new", expect=200)
    browser.submit("/teams/new", {"name": "QUARRY", "rights": "admin"}, expect=422)
    assert "already" in browser.problem
    browser.submit("/teams/new", {"name": "odd", "rights": "units", "code": "owner"}, expect=422)
    browser.open(f"/org/{name}/teams/quarry/edit", expect=200)
    assert re.search(r'name="code" value="write"[^>]*checked', browser.page)
    browser.submit("/edit", {"name": "Pit", "rights": "admin"}, expect=303)
    assert browser.location == f"/org/{name}/teams/Pit"
    browser.follow()
    assert "Administers its repositories" in browser.page and browser.notice == "The team is saved."
    browser.open(f"/org/{name}/teams/Pit/delete", expect=200)
    assert "Delete team Pit?" in browser.page
    browser.submit("/delete", expect=303)
    browser.follow()
    assert titles(browser) == ["Owners"] and browser.notice == "The team is deleted."


def test_a_team_named_new_is_reachable(owned):
    owner, name, browser = owned
    new_team(owner, name, name="new")
    browser.open(f"/org/{name}/teams", expect=200)
    assert f'href="/org/{name}/teams/new/members"' in browser.page
    browser.open(f"/org/{name}/teams/new/members", expect=200)
    browser.submit("/new/members", {"username": owner.name}, expect=303)
    assert browser.location == f"/org/{name}/teams/new/members"
    for page in ("edit", "delete", "repositories"):
        browser.open(f"/org/{name}/teams/new/{page}", expect=200)
    browser.open(f"/org/{name}/teams/new", expect=200)
    assert "Create team" in browser.page
    repository = owner.post(f"/orgs/{name}/repos", {"name": "tern"}, expect=201).json()
    browser.post(f"/org/{name}/teams/new/repositories", {"repository": "tern"}, expect=303)
    for page in (f"/{name}", f"/{repository['full_name']}/settings/collaboration"):
        browser.open(page, expect=200)
        assert f'href="/org/{name}/teams/new/members"' in browser.page and f'href="/org/{name}/teams/new"' not in browser.page


def test_no_team_is_named_as_a_part_of_a_path(owned):
    owner, name, browser = owned
    team = new_team(owner, name)
    browser.open(f"/org/{name}/teams/new", expect=200)
    for dots in (".", ".."):
        browser.submit("/teams/new", {"name": dots, "rights": "admin"}, expect=422)
        assert browser.problem and f'value="{dots}"' in browser.page
        owner.refused("PATCH", f"/teams/{team}", 422, {"name": dots})
    owner.call("PATCH", f"/teams/{team}", {"name": "..."}, expect=200)
    browser.open(f"/org/{name}/teams/...", expect=200)


def test_the_team_of_owners_stays_as_it_is(owned):
    owner, name, browser = owned
    browser.open(f"/org/{name}/teams/Owners/edit", expect=200)
    assert 'name="rights"' not in browser.page and "/Owners/delete" not in browser.page
    browser.submit("/edit", {"name": "Serfs", "rights": "units", "description": "Those who decide"}, expect=303)
    owners = owner.get(f"/orgs/{name}/teams").json()[0]
    assert owners["name"] == "Owners" and owners["permission"] == "owner" and owners["description"] == "Those who decide"
    browser.open(f"/org/{name}/teams/Owners/delete", expect=403)
    browser.post(f"/org/{name}/teams/Owners/delete", expect=422)
    browser.post(f"/org/{name}/teams/Owners/leave", expect=422)
    browser.open(f"/org/{name}/teams/Owners", expect=200)


def test_people_in_and_out_of_a_team(owned, resident, new_user):
    owner, name, browser = owned
    team = new_team(owner, name, name="quarry")
    person, blocked = new_user(), new_user()
    page = f"/org/{name}/teams/quarry"
    browser.open(page, expect=200)
    browser.submit("/members", {"username": "nobody-<b>has</b>"}, expect=422)
    assert "nobody has this name" in browser.problem.lower() and "nobody-&lt;b&gt;has" in browser.page
    browser.submit("/members", {"username": name}, expect=422)
    owner.call("PUT", f"/orgs/{name}/blocks/{blocked.name}", expect=204)
    browser.submit("/members", {"username": blocked.name}, expect=403)
    browser.submit("/members", {"username": f" {person.name} "}, expect=303)
    browser.follow()
    assert titles(browser) == [person.name] and browser.notice == "They are in the team now."
    inside = resident(person.name)
    inside.open(page, expect=200)
    assert "/members/" not in inside.page and "Join" not in inside.page
    inside.post(page + "/members", {"username": person.name}, expect=403)
    inside.post(page + f"/members/{person.name}/remove", expect=403)
    inside.open(page + "/edit", expect=403)
    inside.open(f"/org/{name}/teams/new", expect=403)
    browser.submit(f"/members/{person.name}/remove", expect=303)
    browser.follow()
    assert "Nobody in this team" in browser.page
    browser.submit("/join", expect=303)
    assert [one["login"] for one in owner.get(f"/teams/{team}/members").json()] == [owner.name]
    browser.follow()
    browser.submit("/leave", expect=303)
    assert browser.location == f"/org/{name}/teams"
    browser.open(page + "?page=7", expect=200)
    browser.open(f"/org/{name}/teams/none-such", expect=404)


def test_repositories_of_a_team(owned, resident, new_user):
    owner, name, browser = owned
    person = new_user()
    new_team(owner, name, person, name="quarry")
    owner.post(f"/orgs/{name}/repos", {"name": "tern"}, expect=201)
    page = f"/org/{name}/teams/quarry/repositories"
    browser.open(page, expect=200)
    assert "No repositories yet" in browser.page
    browser.submit("/repositories", {"repository": "none-<b>such"}, expect=422)
    assert "none-&lt;b&gt;such" in browser.page and browser.problem
    browser.submit("/repositories", {"repository": new_repository(owner)["full_name"]}, expect=422)
    browser.submit("/repositories", {"repository": f"{name}/tern"}, expect=303)
    browser.follow()
    assert titles(browser) == ["tern"] and browser.notice == "The team has the repository now."
    inside = resident(person.name)
    inside.open(page, expect=200)
    assert titles(inside) == ["tern"] and "/repositories/remove" not in inside.page
    inside.post(page, {"repository": "tern"}, expect=403)
    inside.post(page + "/remove", {"repository": "tern"}, expect=403)
    browser.submit("/repositories/remove", expect=303)
    browser.follow()
    assert titles(browser) == []
    browser.open(f"/org/{name}/teams/Owners/repositories", expect=200)
    assert "all repositories" in browser.page and "/repositories/remove" not in browser.page


def test_repositories_that_the_reader_does_not_see_are_not_counted(owned, resident, new_user):
    owner, name, browser = owned
    inside, beside = new_user(), new_user()
    new_team(owner, name, inside, name="quarry", visibility="public")
    new_team(owner, name, beside, name="other")
    for repository, hidden in (("tern", False), ("secret", True)):
        owner.post(f"/orgs/{name}/repos", {"name": repository, "private": hidden}, expect=201)
        browser.post(f"/org/{name}/teams/quarry/repositories", {"repository": repository}, expect=303)
    for person, seen in ((owner.name, 2), (inside.name, 2), (beside.name, 1), (None, 1)):
        reader = resident(person)
        for below in ("", "/repositories"):
            reader.open(f"/org/{name}/teams/quarry{below}", expect=200)
            assert re.search(rf'Repositories <span class="count">{seen}</span></a></li></ul>', reader.page), (person, below)
        assert len(titles(reader)) == seen
        if person:
            reader.open(f"/org/{name}/teams", expect=200)
            assert f"{seen} repositor" in reader.page and f"{3 - seen} repositor" not in reader.page, person


def test_secret_teams_are_for_their_own(owned, resident, visitor, new_user):
    owner, name, browser = owned
    inside, outside = new_user(), new_user()
    new_team(owner, name, inside, name="hush")
    new_team(owner, name, outside, name="open", visibility="public")
    other = resident(outside.name)
    other.open(f"/org/{name}/teams", expect=200)
    assert "hush" not in titles(other) and "open" in titles(other)
    other.open(f"/org/{name}/teams/hush", expect=403)
    resident(inside.name).open(f"/org/{name}/teams/hush", expect=200)
    stranger = resident()
    stranger.open(f"/org/{name}/teams/hush", expect=404)
    stranger.open(f"/org/{name}/teams", expect=403)
    assert visitor.open(f"/org/{name}/teams/hush").status_code == 303
    browser.open(f"/org/{name}/teams?q=hus", expect=200)
    assert titles(browser) == ["hush"]
    browser.open(f"/org/{name}/teams?q=nothing-fits", expect=200)
    assert "No team fits" in browser.page


def test_settings_are_saved_by_owners(owned, resident, new_user):
    owner, name, browser = owned
    member = new_user()
    new_team(owner, name, member)
    browser.open(f"/org/{name}/settings", expect=200)
    browser.submit("/settings", {"full_name": "New <b>words</b>", "website": "javascript:alert(1)"}, expect=422)
    assert "New &lt;b&gt;words" in browser.page and 'id="website-hint"' in browser.page
    browser.submit("/settings", {"email": "no address"}, expect=422)
    browser.submit("/settings", {"full_name": "The Quarry", "website": "https://quarry.example", "location": "North", "visibility": "limited",
                                 "repo_admin_change_team_access": "true", "email": ""}, expect=303)
    browser.follow()
    assert browser.notice == "The organization is saved." and 'value="limited" selected' in browser.page
    now = owner.get(f"/orgs/{name}").json()
    assert now["full_name"] == "The Quarry" and now["visibility"] == "limited" and now["repo_admin_change_team_access"] is True
    inside = resident(member.name)
    for page in ("settings", "settings/rename", "settings/delete", "settings/blocked_users"):
        inside.open(f"/org/{name}/{page}", expect=403)
        inside.post(f"/org/{name}/{page}", {"new_name": "x", "name": name, "username": owner.name}, expect=403)


def test_a_picture(owned):
    owner, name, browser = owned
    browser.open(f"/org/{name}/settings", expect=200)
    before = owner.get(f"/orgs/{name}").json()["avatar_url"]
    browser.post(f"/org/{name}/settings/avatar", files={"picture": ("a.png", b"no picture", "image/png")}, expect=422)
    assert browser.problem
    browser.post(f"/org/{name}/settings/avatar", {}, expect=422)
    browser.post(f"/org/{name}/settings/avatar", files={"picture": ("a.png", PNG, "image/png")}, expect=303)
    browser.follow()
    assert browser.notice == "The picture is saved." and owner.get(f"/orgs/{name}").json()["avatar_url"] != before
    browser.submit("/avatar/delete", expect=303)
    browser.follow()
    assert browser.notice == "The picture is removed." and "/avatar/delete" not in browser.page


def test_another_name(owned, visitor):
    owner, name, browser = owned
    browser.open(f"/org/{name}/settings/rename", expect=200)
    browser.submit("/rename", {"new_name": owner.name}, expect=422)
    assert browser.problem and f'value="{owner.name}"' in browser.page
    browser.submit("/rename", {"new_name": f"{name}-later"}, expect=303)
    assert browser.location == f"/org/{name}-later/settings"
    browser.follow()
    assert browser.notice == "The organization has its new name."
    assert visitor.open(f"/{name}").status_code == 307 and visitor.location.endswith(f"/{name}-later")


def test_the_end_asks_for_the_name(owned, visitor):
    owner, name, browser = owned
    owner.post(f"/orgs/{name}/repos", {"name": "tern"}, expect=201)
    browser.open(f"/org/{name}/settings/delete", expect=200)
    assert "It still has 1 repository" in browser.page and "/settings/delete\"" not in browser.page.split("<main")[1].split("</main")[0]
    browser.post(f"/org/{name}/settings/delete", {"name": name}, expect=422)
    owner.call("DELETE", f"/repos/{name}/tern", expect=204)
    browser.open(f"/org/{name}/settings/delete", expect=200)
    browser.submit("/settings/delete", {"name": "another"}, expect=422)
    assert browser.problem and 'value="another"' in browser.page
    browser.submit("/settings/delete", {"name": name}, expect=303)
    browser.follow()
    assert browser.notice == "The organization is deleted."
    visitor.open(f"/{name}", expect=404)


def test_blocked_people(owned, resident, new_user):
    owner, name, browser = owned
    person, member = new_user(full_name="<b>P</b>"), new_user()
    new_team(owner, name, member)
    browser.open(f"/org/{name}/settings/blocked_users", expect=200)
    assert "Nobody is blocked." in browser.page
    browser.submit("/blocked_users", {"username": "nobody-has-this", "note": "kept <i>note</i>"}, expect=422)
    assert "kept &lt;i&gt;note" in browser.page
    browser.submit("/blocked_users", {"username": member.name}, expect=422)
    browser.submit("/blocked_users", {"username": person.name}, expect=303)
    browser.follow()
    assert titles(browser) == [person.name] and "&lt;b&gt;P" in browser.page and browser.notice == "The person is blocked."
    owner.get(f"/orgs/{name}/blocks/{person.name}", expect=204)
    browser.open(f"/org/{name}/settings/blocked_users?page=5", expect=200)
    assert "Nothing is so far down the list" in browser.page
    browser.open(f"/org/{name}/settings/blocked_users", expect=200)
    browser.submit("/unblock", expect=303)
    browser.follow()
    assert "Nobody is blocked." in browser.page
    browser.post(f"/org/{name}/settings/blocked_users", {"username": person.name}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_who_hides_after_writing_can_be_blocked_by_name(owned, resident, new_user):
    owner, name, browser = owned
    repository = owner.post(f"/orgs/{name}/repos", {"name": "tern"}, expect=201).json()
    loud, quiet = new_user(), new_user()
    loud.post(f"/repos/{repository['full_name']}/issues", {"title": "rude words"}, expect=201)
    for person in (loud, quiet):
        hiding = resident(person.name)
        hiding.open("/user/settings", expect=200)
        hiding.submit("/user/settings", {"visibility": "private"}, expect=303)
    browser.open(f"/org/{name}/settings/blocked_users", expect=200)
    browser.submit("/blocked_users", {"username": quiet.name}, expect=422)
    assert "nobody has this name" in browser.problem.lower()
    browser.submit("/blocked_users", {"username": loud.name}, expect=303)
    browser.follow()
    assert titles(browser) == [loud.name]
