"""Making an account by the pages, with and without a mail that has to be read first."""
import hashlib
import itertools
import re
import struct

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


def proof_for(challenge):
    return next(str(number) for number in itertools.count() if hashlib.sha256(f"{challenge}:{number}".encode()).digest()[:2] == b"\0\0")


def challenge_on(visitor):
    return re.search(r'name="challenge" value="([^"]+)"', visitor.page)[1]


def test_a_site_may_ask_for_a_proof_of_work(site):
    newcomer = site({"ENABLE_CAPTCHA": "true"}).visitor
    newcomer.open("/user/sign_up", expect=200)
    assert f'data-proof="{challenge_on(newcomer)}" data-bits="16"' in newcomer.page
    newcomer.submit("/user/sign_up", form("ann"), expect=422)
    assert "other digits" in newcomer.problem
    challenge = challenge_on(newcomer)
    newcomer.submit("/user/sign_up", form("ann", proof=proof_for(challenge)), expect=303)
    Visitor(newcomer.url).post("/user/sign_up", form("ben", challenge=challenge, proof=proof_for(challenge)), expect=422)
    Visitor(newcomer.url).post("/user/sign_up", form("ben"), expect=422)  # none at all


def test_or_for_digits_in_a_picture(site):
    newcomer = site({"ENABLE_CAPTCHA": "true", "CAPTCHA_TYPE": "image"}).visitor
    newcomer.open("/user/sign_up", expect=200)
    challenge = challenge_on(newcomer)
    assert "data-proof" not in newcomer.page and f'src="/captcha/{challenge}"' in newcomer.page
    newcomer.post("/user/sign_up", form("ann", challenge=challenge, proof=proof_for(challenge)), expect=422)
    assert "other digits" in newcomer.problem
    picture = newcomer.open(f"/captcha/{challenge_on(newcomer)}", expect=200)
    assert picture.headers["Content-Type"] == "image/png" and picture.headers["Cache-Control"] == "no-store"
    assert struct.unpack(">II", picture.content[16:24]) == (200, 64)
    newcomer.open("/captcha/nobody-made-this", expect=404)


def test_nothing_is_asked_where_nobody_wants_it(visitor):
    visitor.open("/user/sign_up", expect=200)
    assert "captcha" not in visitor.page and "data-proof" not in visitor.page
