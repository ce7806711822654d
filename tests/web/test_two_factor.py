"""The second step at sign-in, and the security page."""
import html
import re

import pytest
from client import ADMIN, PASSWORD, Client
from one_time import ENROLMENT, enrol, totp
from program import Program
from relying_party import PKCE, parameters
from visitor import Visitor

HERE = "/user/settings/security"

# An application that every site knows.
KNOWN = ("/login/oauth/authorize?client_id=a4792ccc-144e-407e-86c9-5e7d8d9c3269&response_type=code&redirect_uri=http://127.0.0.1"
         f"&code_challenge={PKCE['code_challenge']}&code_challenge_method=S256&state=kept")


@pytest.fixture
def ada(resident):
    """A browser that is signed in, of an account with one-time codes."""
    browser = resident()
    browser.secret, browser.recovery = enrol(browser)
    return browser


def begin(visitor, name, **fields):
    answer = visitor.sign_in(name, PASSWORD, **fields)
    assert answer.status_code == 303 and visitor.location == "/user/two_factor"
    return visitor


class TestEnrolling:
    def test_shows_a_secret_and_its_picture(self, resident):
        browser = resident()
        browser.open(ENROLMENT, expect=200)
        secret = re.search(r'alt="([A-Z2-7]{64})"', browser.page).group(1)
        assert browser.answer.headers["Cache-Control"] == "no-store"
        picture = browser.open(HERE + "/two_factor/qr.svg", expect=200)
        assert picture.headers["Content-Type"] == "image/svg+xml" and picture.headers["Cache-Control"] == "no-store"
        assert picture.text.startswith("<svg") and secret not in picture.text

    def test_wrong_digits_lead_back_to_the_same_secret(self, resident):
        browser = resident()
        before = re.search(r'alt="([A-Z2-7]{64})"', browser.open(ENROLMENT, expect=200).text).group(1)
        browser.submit(ENROLMENT, {"passcode": "123"}, expect=303)
        assert browser.location == ENROLMENT
        browser.follow()
        assert "wrong" in browser.notice and before in browser.page
        browser.submit(ENROLMENT, {"passcode": totp(before)}, expect=200)
        assert "recovery codes" in browser.page

    def test_is_done_once(self, ada):
        ada.open(ENROLMENT, expect=303)
        assert ada.location == HERE
        ada.post(ENROLMENT, {"passcode": totp(ada.secret)}, expect=303)
        ada.open(HERE + "/two_factor/qr.svg", expect=404)

    def test_needs_a_signed_in_browser(self, visitor):
        for path in (HERE, ENROLMENT, HERE + "/two_factor/qr.svg", HERE + "/keys/new"):
            visitor.open(path, expect=303)
            assert visitor.location.startswith("/user/login")

    def test_another_site_cannot_turn_it_off(self, ada, client):
        ada.post(HERE + "/two_factor/disable", headers={"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
                 expect=403)
        client(basic=(ada.name, PASSWORD)).refused("GET", "/user", 401)


class TestSecondStep:
    def test_a_password_alone_opens_nothing(self, ada, visitor):
        begin(visitor, ada.name)
        visitor.open(HERE, expect=303)
        assert visitor.location.startswith("/user/login")
        assert visitor.open("/user/two_factor", expect=200)

    def test_a_code_leads_where_one_wanted_to_go(self, ada, visitor):
        visitor.open("/user/login?redirect_to=" + HERE, expect=200)
        visitor.submit("/user/login", {"user_name": ada.name, "password": PASSWORD}, expect=303)
        visitor.follow()
        before = visitor.cookie()
        visitor.submit("/user/two_factor", {"passcode": totp(ada.secret, 1)}, expect=303)
        assert visitor.location == HERE
        assert visitor.cookie() != before, "a new session for who is now known"
        visitor.open(HERE, expect=200)

    def test_wrong_and_used_codes_are_told_and_asked_again(self, ada, visitor):
        begin(visitor, ada.name).follow()
        visitor.submit("/user/two_factor", {"passcode": "000"}, expect=200)
        assert "wrong" in visitor.problem
        Client(ada.url, basic=(ada.name, PASSWORD), headers={"X-Cairn-OTP": totp(ada.secret)}).get("/user")
        visitor.submit("/user/two_factor", {"passcode": totp(ada.secret)}, expect=200)
        assert "used" in visitor.problem
        visitor.submit("/user/two_factor", {"passcode": totp(ada.secret, 1)}, expect=303)

    def test_a_recovery_code_works_once(self, ada, server):
        code = ada.recovery[3]
        for expect in (303, 200):
            browser = begin(Visitor(server.url), ada.name).follow()
            browser.submit("/user/two_factor", {"passcode": code.upper().replace("-", " ")}, expect=expect)
        ada.open(HERE, expect=200)
        assert "You have 9 left" in ada.page

    def test_staying_signed_in_survives_the_second_step(self, ada, visitor):
        begin(visitor, ada.name, remember="on").follow()
        assert "Max-Age" not in visitor.set_cookie()
        visitor.submit("/user/two_factor", {"passcode": totp(ada.secret)}, expect=303)
        assert "Max-Age" in visitor.set_cookie()

    def test_who_has_not_begun_begins(self, visitor):
        for method in ("GET", "POST"):
            visitor.request(method, "/user/two_factor", {} if method == "POST" else None, expect=303)
            assert visitor.location == "/user/login"

    def test_nonsense_from_a_key_is_refused(self, ada, visitor):
        begin(visitor, ada.name).follow()
        for form in ({}, {"credential_id": "x", "client_data": "e30", "authenticator_data": "AAAA", "signature": "AA"},
                     {"client_data": "***"}):
            visitor.post("/user/two_factor/key", form, expect=200)
            assert visitor.problem


class TestSecurityPage:
    def test_turning_codes_off_asks_for_them_no_more(self, ada, client):
        ada.post(HERE + "/two_factor/disable", expect=303)
        assert ada.location == HERE
        assert ada.follow().notice == "One-time codes are off."
        client(basic=(ada.name, PASSWORD)).get("/user")

    def test_new_recovery_codes_take_the_place_of_the_old(self, ada, server):
        ada.open(HERE, expect=200)
        ada.submit("/two_factor/recovery_codes", expect=200)
        fresh = re.findall(r"<code>([a-z2-7-]+)</code>", ada.page)
        assert len(fresh) == 10 and not set(fresh) & set(ada.recovery)
        browser = begin(Visitor(server.url), ada.name).follow()
        browser.submit("/user/two_factor", {"passcode": ada.recovery[0]}, expect=200)
        browser.submit("/user/two_factor", {"passcode": fresh[0]}, expect=303)

    def test_sessions_are_listed_and_ended(self, resident, server):
        here = resident()
        there, third = Visitor(server.url), Visitor(server.url)
        for browser in (there, third):
            browser.sign_in(here.name, PASSWORD)
        here.open(HERE, expect=200)
        assert here.page.count("last seen") == 3 and here.page.count("This browser") == 1
        ids = re.findall(r"/sessions/(\d+)/delete", here.page)
        assert len(ids) == 2
        here.post(f"{HERE}/sessions/{ids[0]}/delete", expect=303)
        assert [browser.open(HERE).status_code for browser in (there, third)].count(200) == 1
        here.post(HERE + "/sessions/delete", expect=303)
        assert [browser.open(HERE).status_code for browser in (there, third)] == [303, 303]
        here.open(HERE, expect=200)

    def test_the_sessions_of_others_are_not_there(self, resident):
        ann, bob = resident(), resident()
        for number in range(1, 200):
            if bob.post(f"{HERE}/sessions/{number}/delete").status_code == 303:
                bob.sign_in(bob.name, PASSWORD)
        ann.open(HERE, expect=200)

    def test_adding_a_key_needs_an_answer(self, resident):
        browser = resident()
        browser.open(HERE + "/keys/new", expect=200)
        assert "data-question" in browser.page
        browser.submit("/keys/new", {"name": "stick", "client_data": "e30", "attestation": "oA"}, expect=422)
        assert browser.problem
        browser.post(f"{HERE}/keys/1/delete", expect=404)


class TestAuditPage:
    def test_shows_administrators_what_happened(self, server, resident, ada):
        admin = Visitor(server.url)
        assert admin.sign_in(*ADMIN).status_code == 303
        admin.open(f"/-/admin/audit?user={ada.name}&kind=two_factor_enabled", expect=200)
        assert "Two factor enabled" in admin.page and f"by {ada.name} with session" in admin.page
        assert "1 in all" in admin.page
        admin.open("/-/admin/audit?limit=1", expect=200)
        assert ">Older<" in admin.page and ">Newer<" not in admin.page
        admin.open("/-/admin/audit?user=nobody-at-all", expect=200)
        assert "Nothing of that kind" in admin.page

    def test_is_for_administrators(self, resident, visitor):
        resident().open("/-/admin/audit", expect=403)
        visitor.open("/-/admin/audit", expect=303)

    def test_words_of_strangers_stay_words(self, server, resident):
        browser = Visitor(server.url)
        browser.session.headers["X-Forwarded-For"] = "<script>alert(1)</script>"
        name = resident().name
        browser.sign_in(name, "<b>wrong</b>")
        admin = Visitor(server.url)
        admin.sign_in(*ADMIN)
        admin.open(f"/-/admin/audit?user={name}&actor=%3Cscript%3E", expect=200)
        assert "<script>" not in admin.page


@pytest.fixture(scope="class")
def strict_site(tmp_path_factory, database):
    """A site that asks everybody for a second step, and of its own: everybody else's would be asked, too."""
    program = Program(tmp_path_factory.mktemp("strict"), database, {"security": {"TWO_FACTOR_AUTH": "enforced"}})
    program.create_user("ada", PASSWORD)
    program.start()
    yield program
    program.close()


class TestEnforced:
    def test_pages_lead_to_where_it_is_set_up(self, strict_site):
        browser = Visitor(strict_site.url)
        browser.sign_in("ada", PASSWORD)
        for path in ("/", "/user/settings", "/user/settings/applications"):
            browser.open(path, expect=303)
            assert browser.location == HERE
        browser.open(HERE, expect=200)
        assert "asks everybody for a second step" in browser.page
        browser.open(HERE + "/keys/new", expect=200)
        browser.post("/user/logout", expect=303)

    def test_a_password_alone_opens_no_api(self, strict_site):
        by_password = Client(strict_site.url, basic=("ada", PASSWORD))
        by_password.call("GET", "/user", expect=403)
        by_password.call("POST", "/users/ada/tokens", {"name": "t", "scopes": ["all"]}, expect=403)
        Client(strict_site.url, basic=("ada", "wrong-pass-1")).call("GET", "/user", expect=401)

    def test_nothing_is_approved(self, strict_site):
        browser = Visitor(strict_site.url)
        browser.sign_in("ada", PASSWORD)
        for request in (KNOWN, "/login/oauth/authorize?client_id=nobody"):
            browser.open(request, expect=303)
            assert browser.location.startswith(HERE + "?redirect_to=%2Flogin%2Foauth%2Fauthorize%3Fclient_id%3D")
        browser.open(KNOWN + "&prompt=none", expect=303)
        assert "error=login_required" in browser.location

    def test_an_application_is_answered_once_it_is_set_up(self, strict_site):
        strict_site.create_user("carol", PASSWORD)
        browser = Visitor(strict_site.url)
        browser.open(KNOWN, expect=303)
        browser.open(browser.location, expect=200)
        browser.submit("/user/login", {"user_name": "carol", "password": PASSWORD}, expect=303)

        def link(words):
            return html.unescape(re.search(rf'href="([^"]*)">{words}<', browser.page).group(1))

        browser.follow()
        assert "asks everybody for a second step" in browser.page
        browser.open(link("Add a security key"), expect=200)
        browser.open(link("Cancel"), expect=200)
        browser.open(link("Turn on one-time codes"), expect=200)
        secret = re.search(r'alt="([A-Z2-7]{64})"', browser.page).group(1)
        browser.submit(ENROLMENT, {"passcode": "123"}, expect=303)
        browser.follow().submit(ENROLMENT, {"passcode": totp(secret)}, expect=200)
        browser.open(link("I have kept them"), expect=200)
        browser.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        assert browser.location.startswith("http://127.0.0.1") and parameters(browser.location)["state"] == "kept"

    def test_who_has_set_it_up_has_everything(self, strict_site):
        strict_site.create_user("bob", PASSWORD)
        browser = Visitor(strict_site.url)
        browser.sign_in("bob", PASSWORD)
        secret, _ = enrol(browser)
        browser.open("/user/settings", expect=200)
        assert "asks everybody" not in browser.open(HERE, expect=200).text
        by_password = Client(strict_site.url, basic=("bob", PASSWORD))
        by_password.refused("GET", "/user", 401)
        made = by_password.post("/users/bob/tokens", {"name": "t", "scopes": ["all"]}, headers={"X-Cairn-OTP": totp(secret)}, expect=201)
        token = Client(strict_site.url, token=made.json()["sha1"])
        token.get("/user", expect=200)
        browser.submit(HERE + "/two_factor/disable", {}, expect=303)
        browser.open("/user/settings", expect=303)
        assert browser.location == HERE
        token.get("/user", expect=200)  # what was given stays
