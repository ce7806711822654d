"""Acting as somebody else: nothing that is added meanwhile lasts longer, and nobody is left signed in behind it."""
import re

import pytest
from client import ADMIN, PASSWORD, Client
from organizations import new_organization
from repositories import at, new_repository
from visitor import Forms, Visitor

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl somebody"
LASTING = {
    "/user/settings/applications": {"name": "left-behind", "user": "write"},
    "/user/settings/keys/ssh": {"title": "left-behind", "content": KEY},
    "/user/settings/keys/principal": {"name": "left-behind"},
    "/user/settings/keys/gpg": {"armored_public_key": "x"},
    "/user/settings/account": {"old_password": PASSWORD, "password": "another-one-1", "retype": "another-one-1"},
    "/user/settings/account/email": {"email": "left-behind@example.com"},
    "/user/settings/account/email/primary": {"id": "1"},
    "/user/settings/account/delete": {"password": PASSWORD},
    "/user/settings/security/two_factor/enroll": {"passcode": "1"},
    "/user/settings/security/two_factor/recovery_codes": {},
    "/user/settings/security/keys/new": {"name": "left-behind"},
}


def set_admin(server, person, admin):
    Client(server.url, basic=ADMIN).call("PATCH", f"/admin/users/{person.name}", {"admin": admin, "login_name": person.name, "source_id": 0})


@pytest.fixture
def boss(server, new_user, resident):
    """A browser in which an administrator is signed in who is nowhere else."""
    person = new_user()
    set_admin(server, person, True)
    return resident(person.name)


def act(browser, person):
    browser.post(f"/-/admin/users/{person.get('/user').json()['id']}/act", expect=303)
    browser.follow()
    assert "You act as" in browser.page


def test_nothing_that_lasts_is_added(boss, new_user):
    person = new_user()
    act(boss, person)
    for address, form in LASTING.items():
        boss.post(address, form, expect=403)
        assert "acting as somebody else" in boss.page, address
    for address in ("/user/settings/security/two_factor/enroll", "/user/settings/security/two_factor/qr.svg", "/user/settings/security/keys/new"):
        boss.open(address, expect=403)
    assert person.get(f"/users/{person.name}/tokens").json() == [] and person.get("/user/keys").json() == []
    assert len(person.get("/user/emails").json()) == 1
    for page in ("applications", "keys", "account", "security"):
        boss.open(f"/user/settings/{page}", expect=200)
        assert "in person" in boss.page
        offered = {form["action"] for form in Forms(boss.page).forms} | set(re.findall(r'href="([^"?]+)', boss.page))
        assert not offered & set(LASTING) - {f"/user/settings/{page}", "/user/settings/applications", "/user/settings/account"}, page
        assert not [form for form in Forms(boss.page).forms if form["action"] in LASTING], page
    boss.post("/user/settings", {"full_name": "Mended", "visibility": "public"}, expect=303)
    boss.post("/user/acting/end", expect=303)
    boss.post("/user/settings/account/email", {"email": f"{boss.name}.2@example.com"}, expect=303)


def test_nor_to_what_the_person_owns(boss, new_user):
    """Whoever acts as the owner could let himself in, by somebody or something that stays."""
    person = new_user()
    repository, organization = new_repository(person), new_organization(person)
    teams = person.get(f"/orgs/{organization}/teams").json()
    home, group = f"/{repository['full_name']}/settings", f"/org/{organization}"
    hook = {"payload_url": "https://example.com/", "content_type": "json", "events": "push_only", "active": "true"}
    application = {"name": "left-behind", "redirect_uris": "https://example.com/"}
    act(boss, person)
    for address, form in {
        f"{home}/keys": {"title": "left-behind", "content": KEY},
        f"{home}/collaboration": {"collaborator": boss.name, "permission": "admin"},
        f"{home}/transfer": {"new_owner_name": boss.name, "repo_name": repository["full_name"]},
        f"{home}/push_mirrors": {"push_mirror_address": "https://example.com/x.git"},
        f"{home}/hooks/forgejo/new": hook,
        f"{home}/actions/runners/token": {},
        f"{group}/settings/hooks/forgejo/new": hook,
        f"{group}/settings/actions/runners/token": {},
        f"{group}/settings/applications/oauth2": application,
        f"{group}/teams/{teams[0]['name']}/members": {"username": boss.name},
        "/user/settings/hooks/forgejo/new": hook,
        "/user/settings/actions/runners/token": {},
        "/user/settings/applications/oauth2": application,
    }.items():
        boss.post(address, form, expect=403)
        assert "acting as somebody else" in boss.page, address
    for list_of in (f"{at(repository)}/keys", f"{at(repository)}/collaborators", f"{at(repository)}/hooks", f"/orgs/{organization}/hooks", "/user/hooks",
                    "/user/applications/oauth2"):
        assert person.get(list_of).json() == []
    boss.post(f"{home}/archive", expect=303)


def test_the_person_sees_who_is_there(boss, new_user, resident):
    person = new_user()
    own = resident(person.name)
    act(boss, person)
    own.open("/user/settings/security", expect=200)
    assert own.page.count("An administrator of this site who acts as you") == 1
    own.post("/user/settings/security/sessions/delete", expect=303)
    boss.open("/user/settings", expect=303)


def test_signing_out_leaves_nothing_behind(boss, new_user):
    act(boss, new_user())
    boss.post("/user/logout", expect=303)
    assert boss.sign_in(boss.name, PASSWORD).status_code == 303
    boss.open("/user/settings/security", expect=200)
    assert "Sign out everywhere else" not in boss.page


def test_it_ends_when_the_person_becomes_an_administrator(boss, server, new_user):
    person = new_user()
    act(boss, person)
    set_admin(server, person, True)
    boss.open("/user/settings", expect=303)
    boss.open("/-/admin", expect=303)


def test_a_person_has_no_more_browsers_for_it(boss, new_user, server):
    person = new_user()
    act(boss, person)
    chief = Visitor(server.url)
    chief.sign_in(*ADMIN)
    chief.open(f"/-/admin/users/{person.get('/user').json()['id']}", expect=200)
    assert re.search(r"<dt>Browsers signed in</dt><dd>0</dd>", chief.page)
