"""Making an account by the pages, with and without a mail that has to be read first."""
import itertools
import sqlite3

import pytest
from client import ADMIN, PASSWORD, Client
from mail_server import MailServer
from program import Program
from visitor import Visitor

names = (f"newcomer-{n}" for n in itertools.count(1))


def form(name=None, **more):
    name = name or next(names)
    return {"user_name": name, "email": f"{name}@example.com", "password": PASSWORD, "retype": PASSWORD, **more}


def test_signs_in_at_once(visitor):
    visitor.open("/user/sign_up", expect=200)
    wanted = form()
    visitor.submit("/user/sign_up", wanted, expect=303)
    visitor.follow()
    assert f"Hello, {wanted['user_name']}" in visitor.page
    me = Client(visitor.url, basic=(wanted["user_name"], PASSWORD)).get("/user").json()
    assert me["email"] == wanted["email"] and me["is_admin"] is False


@pytest.mark.parametrize("wrong, said", [
    ({"user_name": "a b"}, "letters, digits"),
    ({"user_name": "api"}, "reserved"),
    ({"user_name": "ROOT"}, "taken"),
    ({"user_name": ""}, "required"),
    ({"email": "nowhere"}, "not an e-mail address"),
    ({"email": "ROOT@example.com"}, "used by an account"),
    ({"password": "short", "retype": "short"}, "at least 8"),
    ({"retype": "another"}, "not the same"),
    ({"password": "x" * 300, "retype": "x" * 300}, "at most 255"),
])
def test_says_what_is_wrong_and_keeps_the_rest(visitor, wrong, said):
    wanted = form(**wrong)
    visitor.open("/user/sign_up")
    visitor.submit("/user/sign_up", wanted, expect=422)
    assert said in visitor.problem
    assert f'value="{wanted["email"]}"' in visitor.page and PASSWORD not in visitor.page
    assert visitor.cookie() is None


@pytest.fixture
def site(tmp_path, database):
    made = []

    def start(service, mail=False, accounts=(ADMIN,)):
        server = MailServer(tmp_path) if mail else None
        instance = Program(tmp_path / "site", database, {"service": service, **({"mailer": server.settings()} if mail else {})})
        made.append((instance, server))
        for account in accounts:
            instance.create_user(*account, "--admin")
        instance.start()
        instance.mail = server
        instance.visitor = Visitor(instance.url)
        return instance

    yield start
    for instance, server in made:
        instance.close()
        if server:
            server.stop()


def test_an_address_is_confirmed_by_the_link_in_a_mail(site):
    program = site({"REGISTER_EMAIL_CONFIRM": "true"}, mail=True)
    ann, wanted = program.visitor, form("ann")
    ann.open("/user/sign_up")
    ann.submit("/user/sign_up", wanted, expect=200)
    assert "Check your mail" in ann.page and ann.cookie() is None
    mail = program.mail.to("ann@example.com")
    ann.sign_in("ann", PASSWORD)
    assert "not active yet" in ann.problem and "ann@example.com" in ann.problem
    assert len(program.mail.mails) == 1, "one mail a minute is enough"

    ann.open("/user/activate?code=" + "0" * 64, expect=404)
    for _ in range(2):
        ann.open(mail.link(), expect=200)  # as a program that looks at mail does: nothing happens
    ann.submit("/user/activate", expect=303)
    ann.follow()
    assert "active" in ann.notice
    ann.open(mail.link(), expect=404)
    ann.sign_in("ann", PASSWORD)
    ann.open("/user/settings", expect=200)


def test_an_administrator_approves_where_that_is_wanted(site):
    program = site({"REGISTER_MANUAL_CONFIRM": "true"})
    program.visitor.open("/user/sign_up")
    program.visitor.submit("/user/sign_up", form("ann"), expect=200)
    assert "approved" in program.visitor.page
    program.visitor.sign_in("ann", PASSWORD)
    assert "approval" in program.visitor.problem


def test_domains_can_be_kept_out(site):
    program = site({"EMAIL_DOMAIN_ALLOWLIST": "example.com, *.example.org", "EMAIL_DOMAIN_BLOCKLIST": "bad.example.org"})
    for number, (domain, taken) in enumerate({"example.com": True, "a.example.org": True, "example.org": False, "bad.example.org": False,
                                              "example.net": False, "evil-example.com": False}.items()):
        visitor = Visitor(program.url)
        visitor.open("/user/sign_up")
        visitor.submit("/user/sign_up", form(f"u{number}", email=f"me@{domain}"), expect=303 if taken else 422)


def test_whoever_comes_first_administers_the_site(site, database):
    if database != "sqlite":
        pytest.skip("an empty site is made in SQLite's file")
    program = site({"REGISTER_MANUAL_CONFIRM": "true"})
    with sqlite3.connect(program.folder / "cairn.db", timeout=30) as db:
        db.execute("DELETE FROM account")
    program.visitor.open("/user/sign_up")
    program.visitor.submit("/user/sign_up", form("ann"), expect=303)
    assert Client(program.url, basic=("ann", PASSWORD)).get("/user").json()["is_admin"] is True
    second = Visitor(program.url)
    second.open("/user/sign_up")
    second.submit("/user/sign_up", form("bob"), expect=200)
