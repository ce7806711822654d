"""Collaborators, teams, deploy keys, mirrors and large files in a repository's settings, without a script."""
import base64
import re
import subprocess

import pytest
from large_files import LargeFiles, oid_of, pointer_to
from organizations import new_organization, new_team
from pulls import begun
from repositories import at, let_in, new_repository
from whole_form import send


def public_key(path):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "machine", "-f", path], check=True)
    return open(f"{path}.pub").read().strip()


@pytest.fixture
def place(new_user, resident):
    owner = new_user()
    repository = begun(owner)
    return owner, repository, f"/{repository['full_name']}/settings", resident(owner.name)


def permission(owner, repository, person):
    return owner.get(f"{at(repository)}/collaborators/{person.name}/permission").json()["permission"]


def test_somebody_is_let_in_and_out(place, new_user, resident):
    owner, repository, page, browser = place
    page += "/collaboration"
    friend = new_user()
    browser.open(page, expect=200)
    assert "Nobody was let in" in browser.page and "Teams" not in browser.page.split("<main")[1].split("</main>")[0]
    send(browser, "/collaboration", {"collaborator": friend.name, "permission": "read"}, expect=303)
    browser.follow()
    assert browser.notice == "The person is let in." and f'href="/{friend.name}"' in browser.page and permission(owner, repository, friend) == "read"
    send(browser, "/collaboration", {"permission": "admin"}, expect=303)
    assert permission(owner, repository, friend) == "admin", "the row's own form changes how far"
    browser.open(page, expect=200)
    assert re.search(r'<option value="admin" selected>', browser.page)
    browser.open(f"{page}/delete?collaborator={friend.name}", expect=200)
    assert permission(owner, repository, friend) == "admin", "looking removes nobody"
    browser.submit("/delete", expect=303)
    browser.follow()
    assert "taken away" in browser.notice and "Nobody was let in" in browser.page
    browser.open(f"{page}/delete?collaborator={friend.name}", expect=404)
    browser.open(page + "?page=99", expect=200)


def test_who_cannot_be_let_in(place):
    owner, _, page, browser = place
    page += "/collaboration"
    organization = new_organization(owner)
    for name in ("nobody-at-all", "", organization, owner.name, '"><script>'):
        browser.open(page, expect=200)
        send(browser, "/collaboration", {"collaborator": name}, expect=422)
        assert browser.problem and "<script>" not in browser.page.split("<main")[1].split("</main>")[0]
    browser.post(page, {"collaborator": owner.name, "permission": "emperor"}, expect=422)
    browser.post(page + "/team", {"team": "x"}, expect=405)


def test_teams_get_it(new_user, resident):
    owner = new_user()
    organization = new_organization(owner)
    repository = owner.post(f"/orgs/{organization}/repos", {"name": "work"}, expect=201).json()
    new_team(owner, organization, name="builders")
    page, browser = f"/{repository['full_name']}/settings/collaboration", resident(owner.name)
    browser.open(page, expect=200)
    browser.submit("/team", {"team": "none such"}, expect=422)
    assert browser.problem
    browser.submit("/team", {"team": "builders"}, expect=303)
    browser.follow()
    assert browser.notice == "The team has the repository now." and "builders" in browser.page
    browser.submit("/team", {"team": "builders"}, expect=422)
    browser.open(page + "/team/delete?team=builders", expect=200)
    browser.submit("/team/delete", expect=303)
    browser.follow()
    assert browser.notice == "The team has the repository no more."
    assert "/team/delete?team=Owners" not in browser.page, "the owners keep all repositories"
    # Who administers it and owns nothing is not offered the teams.
    helper = new_user()
    let_in(owner, repository, helper, "admin")
    helping = resident(helper.name)
    helping.open(page, expect=200)
    assert "Give to team" not in helping.page
    helping.post(page + "/team", {"team": "builders"}, expect=403)


def test_deploy_keys(place, tmp_path, new_user, resident):
    owner, repository, page, browser = place
    page += "/keys"
    browser.open(page, expect=200)
    assert "No deploy keys" in browser.page
    browser.submit("/keys", {"title": "Machine", "key": "nonsense"}, expect=422)
    assert 'value="Machine"' in browser.page and "nonsense" in browser.page and browser.problem
    key = public_key(str(tmp_path / "key"))
    browser.submit("/keys", {"title": "", "key": key}, expect=422)
    browser.submit("/keys", {"title": "<b>Machine</b>", "key": key, "writes": "true"}, expect=303)
    browser.follow()
    assert browser.notice == "The deploy key is added." and "&lt;b&gt;Machine" in browser.page and "Can write" in browser.page
    made = owner.get(f"{at(repository)}/keys").json()[0]
    assert not made["read_only"]
    browser.submit("/keys", {"title": "Again", "key": key}, expect=422)
    mine = new_repository(owner)
    browser.open(f"/{mine['full_name']}/settings/keys/{made['id']}/delete", expect=404)
    browser.post(f"/{mine['full_name']}/settings/keys/{made['id']}/delete", expect=303)
    assert len(owner.get(f"{at(repository)}/keys").json()) == 1, "a key of another repository is not to be had from here"
    browser.open(f"{page}/{made['id']}/delete", expect=200)
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The deploy key is deleted." and owner.get(f"{at(repository)}/keys").json() == []
    browser.open(page + "?page=9", expect=200)
    other = resident()
    for path in ("/keys", "/collaboration", "/lfs", "/lfs/orphaned", "/keys/1/delete", "/collaboration/delete?collaborator=x", "/collaboration/team/delete?team=x"):
        other.open(f"/{repository['full_name']}/settings{path}", expect=403)
    for path in ("/keys", "/keys/1/delete", "/collaboration", "/collaboration/delete?collaborator=x", "/collaboration/team", "/collaboration/team/delete?team=x", "/lfs/locks/1/delete"):
        other.post(f"/{repository['full_name']}/settings{path}", {"title": "x", "key": key, "collaborator": other.name, "team": "x"}, expect=403)
        browser.post(f"/{repository['full_name']}/settings{path}", {}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)


def test_mirrors_elsewhere(place):
    owner, repository, page, browser = place
    browser.open(page, expect=200)
    assert 'id="mirrors"' in browser.page and "Sync all now" not in browser.page
    send(browser, "/push_mirrors", {"remote_address": "nonsense", "remote_password": "very-secret"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="remote_address"[^>]*>', browser.page)[0] and "very-secret" not in browser.page
    send(browser, "/push_mirrors", {"remote_address": "https://example.org/x.git", "interval": "soon"}, expect=422)
    assert 'aria-invalid="true"' in re.search(r'<input id="interval"[^>]*>', browser.page)[0]
    send(browser, "/push_mirrors", {"remote_address": "https://example.org/x.git", "interval": "0", "remote_username": "me", "remote_password": "very-secret"}, expect=303)
    browser.follow()
    assert browser.notice == "The mirror is added." and "https://example.org/x.git" in browser.page and "very-secret" not in browser.page and "Not tried yet" in browser.page
    browser.submit("/push_mirrors/sync", expect=303)
    browser.follow()
    assert "in a moment" in browser.notice
    name = owner.get(f"{at(repository)}/push_mirrors").json()[0]["remote_name"]
    browser.open(f"{page}/push_mirrors/delete?name={name}", expect=200)
    browser.submit("/push_mirrors/delete", expect=303)
    browser.follow()
    assert "followed no more" in browser.notice and owner.get(f"{at(repository)}/push_mirrors").json() == []
    browser.open(f"{page}/push_mirrors/delete?name={name}", expect=404)
    # What is no mirror cannot be treated as one.
    assert "Sync now" not in browser.open(page).text
    browser.post(page + "/mirror/sync", expect=400)
    browser.post(page + "/convert_mirror", {"typed_name": repository["full_name"]}, expect=422)


def test_large_files_and_locks(place, new_user):
    owner, repository, page, browser = place
    page += "/lfs"
    browser.open(page, expect=200)
    assert "No large files" in browser.page and "Nobody has locked a file." in browser.page
    friend = new_user()
    let_in(owner, repository, friend)
    LargeFiles(friend, repository["full_name"]).call("POST", "/locks", 201, json={"path": "art/<b>.psd"})
    data = b"a large file"
    LargeFiles(owner, repository["full_name"]).put(data)
    browser.open(page, expect=200)
    assert "art/&lt;b&gt;.psd" in browser.page and friend.name in browser.page and oid_of(data) in browser.page
    # One of two is pointed to.
    kept = b"another large file"
    LargeFiles(owner, repository["full_name"]).put(kept)
    owner.post(f"{at(repository)}/contents/big.bin", {"content": base64.b64encode(pointer_to(kept).encode()).decode(), "message": "big"}, expect=201)
    browser.open(page + "/orphaned", expect=200)
    assert oid_of(data) in browser.page and oid_of(kept) not in browser.page
    browser.open(page, expect=200)
    assert "/lfs/orphaned" in browser.page and oid_of(kept) in browser.page
    browser.submit("/delete", expect=303)
    browser.follow()
    assert browser.notice == "The lock is removed." and "Nobody has locked a file." in browser.page
    browser.post(page + "/locks/1234567/delete", expect=404)
    browser.open(page + "?page=9", expect=200)
    browser.open(page + "?locks=nonsense", expect=400)


def test_parts_are_opened_to_everybody(resident, visitor, new_user):
    owner = new_user()
    repository = new_repository(owner, private=True)
    page = f"/{repository['full_name']}/settings/public_access"
    browser = resident(owner.name)
    browser.open(page, expect=200)
    assert browser.page.count("<select") == 20
    browser.post(page, {"anonymous": ["repo.wiki:read", ""], "everyone": ["repo.issues:write"]}, expect=303)
    browser.follow()
    assert browser.notice == "It is saved what is open to everybody." and 'value="repo.issues:write" selected' in browser.page
    access = owner.get(f"/repos/{repository['full_name']}/public_access").json()
    assert access == {"anonymous": {"repo.wiki": "read"}, "everyone": {"repo.issues": "write"}}
    for wrong in ("repo.code:write", "<b>:read", "repo.wiki:admin"):
        browser.post(page, {"everyone": wrong}, expect=422)
        assert browser.problem and "<b>:" not in browser.page and "'<b>'" not in browser.page
    assert owner.get(f"/repos/{repository['full_name']}/public_access").json() == access
    # They see that the repository is there, by now.
    stranger = resident()
    stranger.open(page, expect=403)
    stranger.post(page, {"anonymous": ""}, expect=403)
    visitor.open(page, expect=303)
    assert "/user/login" in visitor.location
