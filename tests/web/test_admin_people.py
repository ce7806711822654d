"""The pages on which administrators look after people: who is shown to whom, everything that can be done, and what is refused."""
import re

import pytest
from client import ADMIN, PASSWORD, Client
from one_time import enrol
from repositories import new_repository
from visitor import Forms, Visitor

PEOPLE = "/-/admin/users"
HOSTILE = "<script>alert(1)</script>"
# Boxes that are ticked: a browser sends these before the hidden fields, of which the Visitor knows the last alone.
LEFT = {"active": "true", "allow_create_organization": "true"}


@pytest.fixture
def chief(server):
    """A browser in which an administrator is signed in."""
    browser = Visitor(server.url)
    assert browser.sign_in(*ADMIN).status_code == 303
    return browser


def id_of(person):
    return person.get("/user").json()["id"]


def at(person, below=""):
    return f"{PEOPLE}/{id_of(person)}{below}"


def invalid(browser, field):
    return 'aria-invalid="true"' in re.search(rf'<input id="{field}"[^>]*>', browser.page)[0]


def test_administration_is_for_administrators(visitor, resident, new_user):
    person = new_user()
    browser = resident()
    for address in (PEOPLE, f"{PEOPLE}/new", at(person), at(person, "/rename"), at(person, "/delete"), at(person, "/act"), at(person, "/sign_out"),
                    at(person, "/second_step")):
        visitor.open(address, expect=303)
        browser.open(address, expect=403)
    for address in (f"{PEOPLE}/new", at(person), at(person, "/rename"), at(person, "/delete"), at(person, "/act"), at(person, "/sign_out"),
                    at(person, "/second_step")):
        browser.post(address, {"name": person.name}, expect=403)
    assert person.get("/user").json()["login"] == person.name
    browser.open("/", expect=200)
    assert 'href="/-/admin"' not in browser.page


def test_the_list_finds_people_by_name_and_state(chief, new_user, set_account):
    one, other = new_user(full_name=HOSTILE), new_user()
    set_account(other.name, is_active=False)
    chief.open(f"{PEOPLE}?q={one.name}", expect=200)
    assert f">{one.name}</a>" in chief.page and f">{other.name}</a>" not in chief.page
    assert HOSTILE not in chief.page and "&lt;script&gt;" in chief.page
    chief.open(f"{PEOPLE}?q={other.name}&state=active", expect=200)
    assert "Nobody fits" in chief.page
    chief.open(f"{PEOPLE}?q={other.name}&state=inactive", expect=200)
    assert f">{other.name}</a>" in chief.page and "Not active" in chief.page
    chief.open(f"{PEOPLE}?state=admin", expect=200)
    assert f">{ADMIN[0]}</a>" in chief.page and f">{one.name}</a>" not in chief.page
    chief.open(f"{PEOPLE}?q=user-&limit=1&sort=newest", expect=200)
    assert "Older" in chief.page
    chief.open(f"{PEOPLE}?page=9999", expect=200)
    chief.open(f"{PEOPLE}?q={'x' * 5000}", expect=200)
    assert "Nobody fits" in chief.page


def test_an_account_is_made(chief, server):
    chief.open(f"{PEOPLE}/new", expect=200)
    chief.submit("/users/new", {"username": "made-by-hand", "email": "hand@example.com", "full_name": "Hand", "password": PASSWORD,
                                "must_change_password": "false"}, expect=303)
    chief.follow()
    assert chief.notice == "The account is made." and "made-by-hand" in chief.page
    assert Client(server.url, basic=("made-by-hand", PASSWORD)).get("/user").json()["full_name"] == "Hand"


def test_a_refused_account_comes_back(chief, new_user):
    person = new_user()
    chief.open(f"{PEOPLE}/new", expect=200)
    wanted = {"username": "a new one", "email": "new-one@example.com", "full_name": "New <One>", "password": PASSWORD}
    chief.submit("/users/new", wanted, expect=422)
    assert invalid(chief, "username") and 'value="New &lt;One&gt;"' in chief.page and PASSWORD not in chief.page
    chief.submit("/users/new", {**wanted, "username": person.name}, expect=422)
    assert invalid(chief, "username") and chief.problem
    chief.submit("/users/new", {**wanted, "username": "fine-name", "email": "nothing"}, expect=422)
    assert invalid(chief, "email")
    chief.submit("/users/new", {**wanted, "username": "fine-name", "password": "x"}, expect=422)
    assert invalid(chief, "password")


def test_an_account_is_changed(chief, new_user):
    person = new_user()
    chief.open(at(person), expect=200)
    chief.submit(at(person), {**LEFT, "full_name": "Ada L", "location": HOSTILE, "restricted": "true"}, expect=303)
    chief.follow()
    assert chief.notice == "The account is changed." and HOSTILE not in chief.page
    told = person.get("/user").json()
    assert told["full_name"] == "Ada L" and told["restricted"] and told["active"]
    chief.submit(at(person), {**LEFT, "website": "javascript:alert(1)", "full_name": "kept"}, expect=422)
    assert invalid(chief, "website") and 'value="kept"' in chief.page
    chief.submit(at(person), {**LEFT, "website": "", "password": "x"}, expect=422)
    assert invalid(chief, "password")
    chief.submit(at(person), {**LEFT, "email": new_user().get("/user").json()["email"]}, expect=422)
    assert invalid(chief, "email")
    chief.submit(at(person), {**LEFT, "max_repo_creation": "many"}, expect=422)
    assert chief.problem
    chief.open(at(person))
    chief.submit(at(person), {**LEFT, "active": "false"}, expect=303)
    person.get("/user", expect=403)


def test_a_refused_change_changes_nothing(chief, new_user):
    person = new_user()
    chief.open(at(person), expect=200)
    chief.submit(at(person), {**LEFT, "password": "another-one-1", "prohibit_login": "true", "email": new_user().get("/user").json()["email"]}, expect=422)
    assert person.get("/user").json()["login"] == person.name
    chief.open(at(person), expect=200)
    assert 'name="prohibit_login" value="true" checked' not in chief.page


def test_what_is_done_to_people_is_on_record(chief, new_user):
    person = new_user()
    address = at(person)
    chief.open(address, expect=200)
    chief.submit(address, {**LEFT, "admin": "true", "password": "another-one-1"}, expect=303)
    chief.post(f"{address}/rename", {"new_username": f"{person.name}-x"}, expect=303)
    chief.post(f"{address}/delete", {"name": f"{person.name}-x"}, expect=303)
    chief.open(f"/-/admin/audit?actor={ADMIN[0]}&user={person.name}", expect=200)
    assert "Account changed" in chief.page and "admin on" in chief.page and "Password changed" in chief.page
    chief.open(f"/-/admin/audit?user={person.name}-x", expect=200)
    assert "Account deleted" in chief.page and f"by {ADMIN[0]}" in chief.page and person.name in chief.page


def test_the_last_administrator_stays_one(program):
    program.create_user(*ADMIN, "--admin")
    program.sql("DELETE FROM email_address WHERE account_id IN (SELECT id FROM account WHERE name <> 'root')")
    program.sql("DELETE FROM account WHERE name <> 'root'")
    program.start()
    browser = Visitor(program.url)
    browser.sign_in(*ADMIN)
    me = Client(program.url, basic=ADMIN)
    browser.open(at(me), expect=200)
    browser.submit(at(me), {**LEFT, "admin": "false"}, expect=422)
    assert browser.problem and me.get("/user").json()["is_admin"]
    assert at(me, "/delete") not in browser.page and f'{at(me, "/act")}"' not in browser.page, "nobody deletes or imitates himself"
    browser.post(at(me, "/delete"), {"name": ADMIN[0]}, expect=422)


def test_a_person_is_signed_out_everywhere(chief, resident):
    browser = resident()
    chief.open(f"{PEOPLE}?q={browser.name}", expect=200)
    address = re.search(r'href="(/-/admin/users/\d+)"', chief.page)[1]
    chief.open(f"{address}/sign_out", expect=200)
    assert "1 browser is signed in" in chief.page
    browser.open("/user/settings", expect=200)
    chief.submit("/sign_out", expect=303)
    chief.follow()
    assert chief.notice
    browser.open("/user/settings", expect=303)
    chief.open(f"/-/admin/audit?user={browser.name}&kind=sign_out", expect=200)
    assert f"by {ADMIN[0]}" in chief.page


def test_a_second_step_is_reset(chief, resident, new_user):
    person = new_user()
    browser = resident(person.name)
    address = at(person)
    chief.post(f"{address}/second_step", expect=409)
    enrol(browser)
    chief.open(address, expect=200)
    assert f"{address}/second_step" in chief.page
    chief.open(f"{address}/second_step", expect=200)
    chief.submit("/second_step", expect=303)
    chief.follow()
    assert chief.notice and f"{address}/second_step" not in chief.page
    resident(person.name).open("/user/settings", expect=200)


def test_a_person_is_renamed(chief, new_user):
    person, other = new_user(), new_user()
    chief.open(at(person, "/rename"), expect=200)
    chief.submit("/rename", {"new_username": other.name}, expect=422)
    assert invalid(chief, "new_username")
    chief.submit("/rename", {"new_username": f"{person.name}-renamed"}, expect=303)
    chief.follow()
    assert chief.notice and f"{person.name}-renamed" in chief.page


def test_a_person_is_deleted_by_typing_the_name(chief, new_user):
    person = new_user()
    new_repository(person)
    address = at(person)
    chief.open(f"{address}/delete", expect=200)
    chief.submit("/delete", {"name": "somebody"}, expect=422)
    assert invalid(chief, "name")
    chief.submit("/delete", {"name": person.name}, expect=422)
    assert chief.problem, "it owns a repository"
    person.get("/user", expect=200)
    chief.submit("/delete", {"name": person.name, "purge": "true"}, expect=303)
    assert chief.location == PEOPLE
    chief.open(address, expect=404)
    for nobody in ("0", "-1", "abc", "99999999999999999999"):
        chief.open(f"{PEOPLE}/{nobody}", expect=404)


def test_an_organization_is_no_person(chief, new_user):
    person = new_user()
    name = f"org-of-{person.name}"
    org = person.post("/orgs", {"username": name}, expect=201).json()
    chief.open(f"{PEOPLE}/{org['id']}", expect=404)


def test_acting_as_somebody(chief, resident, new_user):
    person = new_user()
    secret = new_repository(person, private=True)
    chief.open(at(person, "/act"), expect=200)
    chief.submit("/act", expect=303)
    chief.follow()
    assert f"You act as <strong>{person.name}</strong>" in chief.page
    chief.open(f"/{secret['full_name']}", expect=200)
    assert "You act as" in chief.page, "each page says so"
    chief.open(PEOPLE, expect=403)
    chief.post("/user/settings", {"full_name": "Changed", "visibility": "public"}, expect=303)
    assert person.get("/user").json()["full_name"] == "Changed"
    chief.open("/", expect=200)
    chief.submit("/user/acting/end", expect=303)
    assert chief.location == at(person)
    chief.follow()
    assert chief.notice == "You are yourself again." and "You act as" not in chief.page
    chief.open(f"/-/admin/audit?user={person.name}&kind=sudo", expect=200)
    assert chief.page.count(f"by {ADMIN[0]}") >= 4 and "begins" in chief.page and "ends" in chief.page and "/user/settings" in chief.page
    chief.post("/user/acting/end", expect=409)


def test_acting_ends_with_the_administrators_own_session(server, new_user, resident):
    boss, person = new_user(), new_user()
    root = Client(server.url, basic=ADMIN)
    root.call("PATCH", f"/admin/users/{boss.name}", {"admin": True, "login_name": boss.name, "source_id": 0})
    browser, elsewhere = resident(boss.name), resident(boss.name)
    browser.open(at(person, "/act"), expect=200)
    browser.submit("/act", expect=303)
    browser.open("/user/settings", expect=200)
    root.call("PATCH", f"/admin/users/{boss.name}", {"admin": False, "login_name": boss.name, "source_id": 0})
    browser.open("/user/settings", expect=303)
    root.call("PATCH", f"/admin/users/{boss.name}", {"admin": True, "login_name": boss.name, "source_id": 0})
    browser.open("/user/settings", expect=200)
    chief = Visitor(server.url)
    chief.sign_in(*ADMIN)
    chief.post(f"{PEOPLE}/{id_of(boss)}/sign_out", expect=303)
    browser.open("/user/settings", expect=303)
    elsewhere.open("/user/settings", expect=303)


def test_who_cannot_be_acted_as(chief, new_user, set_account, server):
    boss, gone = new_user(), new_user()
    Client(server.url, basic=ADMIN).call("PATCH", f"/admin/users/{boss.name}", {"admin": True, "login_name": boss.name, "source_id": 0})
    gone_id = id_of(gone)
    set_account(gone.name, prohibit_login=True)
    for address in (at(boss), f"{PEOPLE}/{gone_id}"):
        chief.open(address, expect=200)
        assert "/act" not in [form["action"] for form in Forms(chief.page).forms]
        chief.open(f"{address}/act", expect=200)
        assert not [form for form in Forms(chief.page).forms if form["action"].endswith("/act")]
        chief.post(f"{address}/act", expect=403)


def test_acting_does_not_open_applications_and_passwords(chief, new_user, set_account):
    person = new_user()
    chief.open(at(person, "/act"), expect=200)
    set_account(person.name, must_change_password=True)
    chief.submit("/act", expect=303)
    chief.follow()
    assert "You act as" in chief.page, "what is asked of the person is not asked of the administrator"
    chief.post("/user/settings/change_password", {"password": "another-one-1", "retype": "another-one-1"}, expect=403)
    chief.open("/login/oauth/authorize?client_id=a4792ccc-144e-407e-86c9-5e7d8d9c3269&response_type=code&redirect_uri=http://127.0.0.1/"
               "&code_challenge=x&code_challenge_method=S256")
    assert chief.answer.status_code in (400, 403) and "acting as somebody else" in chief.page


def test_another_sites_form_does_nothing(chief, new_user):
    person = new_user()
    chief.post(at(person, "/delete"), {"name": person.name, "purge": "true"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    person.get("/user", expect=200)


def test_addresses_are_confirmed_and_preferred(chief, new_user):
    person = new_user()
    person.post("/user/emails", {"emails": [f"second-{person.name}@example.com"]}, expect=201)
    chief.open(f"/-/admin/emails?q={person.name}", expect=200)
    assert f"second-{person.name}@example.com" in chief.page
    second = re.search(rf"second-{person.name}@example.com.*?/-/admin/emails/(\d+)/", chief.page, re.S)[1]
    if "Not confirmed</span>" not in chief.page:
        chief.post(f"/-/admin/emails/{second}/unconfirm", expect=303)
    chief.open(f"/-/admin/emails?q={person.name}", expect=200)
    assert "Not confirmed</span>" in chief.page
    chief.post(f"/-/admin/emails/{second}/primary", expect=422)
    chief.open(f"/-/admin/emails?q={person.name}", expect=200)
    chief.submit(f"/{second}/confirm", expect=303)
    assert chief.location == f"/-/admin/emails?q={person.name}"
    chief.follow()
    assert chief.notice == "The address counts as confirmed."
    chief.submit(f"/{second}/primary", expect=303)
    assert person.get("/user").json()["email"] == f"second-{person.name}@example.com"
    chief.post(f"/-/admin/emails/{second}/unconfirm", expect=422)
    chief.post("/-/admin/emails/999999999/confirm", expect=404)
    chief.open("/-/admin/emails?q=nobody-has-this&page=3", expect=200)
    assert "No address" in chief.page


def test_addresses_are_for_administrators(resident, visitor):
    visitor.open("/-/admin/emails", expect=303)
    browser = resident()
    browser.open("/-/admin/emails", expect=403)
    browser.post("/-/admin/emails/1/confirm", expect=403)
