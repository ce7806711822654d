"""Signing in and out, the session's cookie, and who may send forms."""
import pytest
from client import PASSWORD, Client
from program import Program
from visitor import Visitor


class TestSignIn:
    def test_leads_to_the_front_page_and_whoever_is_in_is_not_asked_again(self, visitor, new_user):
        assert visitor.sign_in(new_user().name, PASSWORD).status_code == 303
        assert visitor.location == "/"
        visitor.open("/user/settings", expect=200)
        visitor.open("/user/login", expect=303)
        assert visitor.location == "/"

    def test_takes_an_address_in_place_of_the_name(self, visitor, new_user):
        visitor.sign_in(f"{new_user().name}@EXAMPLE.com", PASSWORD)
        visitor.open("/user/settings", expect=200)

    def test_leads_back_to_the_page_that_asked_for_it(self, visitor, new_user):
        visitor.open("/user/settings?a=1&b=%20x", expect=303)
        assert visitor.location == "/user/login?redirect_to=%2Fuser%2Fsettings%3Fa%3D1%26b%3D%2520x"
        visitor.open(visitor.location, expect=200)
        visitor.submit("/user/login", {"user_name": new_user().name, "password": PASSWORD}, expect=303)
        assert visitor.location == "/user/settings?a=1&b=%20x"

    def test_says_the_same_of_a_wrong_password_and_of_nobody(self, visitor, new_user):
        said = []
        for name in (new_user().name, "nobody-at-all"):
            assert visitor.sign_in(name, "wrong").status_code == 200
            said.append(visitor.problem)
            assert visitor.cookie() is None
        assert said[0] == said[1] == "The user name or the password is wrong."

    def test_keeps_what_was_typed_and_shows_it_as_text(self, visitor):
        visitor.sign_in('"><script>alert(1)</script>', "x", remember="on")
        assert "<script>" not in visitor.page and "&lt;script&gt;alert(1)" in visitor.page
        assert 'name="remember" value="on" checked' in visitor.page

    @pytest.mark.parametrize("fields", [{}, {"user_name": "x"}, {"password": "x"}])
    def test_asks_again_for_what_is_missing(self, visitor, fields):
        assert visitor.post("/user/login", fields).status_code == 200
        assert visitor.problem

    def test_what_is_no_text_is_refused_as_a_page(self, visitor):
        visitor.post("/user/login", {"user_name": b"\xff", "password": b"\x00"}, expect=422)
        assert visitor.answer.headers["Content-Type"].startswith("text/html")

    def test_counts_as_a_login_of_the_account(self, visitor, new_user):
        ada = new_user()
        visitor.sign_in(ada.name, PASSWORD)
        shown = ada.get("/user").json()
        assert not shown["last_login"].startswith("0001") and not shown["last_login"].startswith("1970")
        assert shown["language"] == "en-US"

    @pytest.mark.parametrize("wanted", ["//evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example", "evil.example",
                                        "javascript:alert(1)", "/\t/evil.example", "/x\r\nSet-Cookie: a=b", "/x y", "", "/%0a\n", "///evil.example"])
    def test_leads_nowhere_but_to_pages_of_ours(self, visitor, new_user, wanted):
        visitor.sign_in(new_user().name, PASSWORD, redirect_to=wanted)
        assert visitor.answer.status_code == 303 and visitor.location == "/"
        visitor.open("/user/login", expect=303)
        visitor.session.get(visitor.url + "/user/login", params={"redirect_to": wanted}, allow_redirects=False)
        assert visitor.location == "/"


class TestAccountStates:
    def test_one_that_may_not_sign_in_is_told_so_once_the_password_is_right(self, visitor, server, new_user, set_account):
        name = new_user().name
        set_account(name, prohibit_login=True)
        assert visitor.sign_in(name, PASSWORD).status_code == 200
        assert "may not sign in" in visitor.problem
        visitor.sign_in(name, "wrong")
        assert "wrong" in visitor.problem

    def test_one_that_is_not_active_waits(self, visitor, new_user, set_account):
        name = new_user().name
        set_account(name, is_active=False)
        assert visitor.sign_in(name, PASSWORD).status_code == 200
        assert "not active" in visitor.problem

    def test_a_session_ends_with_the_right_to_sign_in(self, resident, set_account):
        ada = resident()
        set_account(ada.name, prohibit_login=True)
        assert ada.open("/user/settings").headers["Location"].startswith("/user/login")

    def test_a_password_that_must_be_changed_comes_before_everything_else(self, visitor, new_user):
        name = new_user(must_change_password=True).name
        visitor.sign_in(name, PASSWORD)
        for path in ("/", "/user/settings", "/user/settings/applications"):
            visitor.open(path, expect=303)
            assert visitor.location == "/user/settings/change_password"
        visitor.open("/user/settings/change_password", expect=200)
        for wrong in ({"password": "short", "retype": "short"}, {"password": "another-pass-2", "retype": "another-pass-3"},
                      {"password": PASSWORD, "retype": PASSWORD}):
            visitor.submit("/change_password", wrong, expect=422)
            assert visitor.problem
        before = visitor.cookie()
        visitor.submit("/change_password", {"password": "another-pass-2", "retype": "another-pass-2"}, expect=303)
        assert visitor.cookie() != before
        visitor.open("/user/settings", expect=200)
        visitor.open("/user/settings/change_password", expect=303)
        Client(visitor.url, basic=(name, "another-pass-2")).get("/user", expect=200)

    def test_a_password_that_must_be_changed_does_not_keep_one_from_leaving(self, visitor, new_user):
        visitor.sign_in(new_user(must_change_password=True).name, PASSWORD)
        visitor.post("/user/logout", expect=303)
        visitor.open("/user/login", expect=200)


class TestSession:
    def test_its_cookie_is_for_the_site_alone_and_ends_with_the_browser(self, visitor, new_user):
        visitor.sign_in(new_user().name, PASSWORD)
        cookie = visitor.set_cookie()
        assert "; HttpOnly" in cookie and "; SameSite=Lax" in cookie and "; Path=/" in cookie
        assert "Max-Age" not in cookie and "Secure" not in cookie

    def test_its_cookie_lasts_where_that_was_asked_for(self, visitor, new_user):
        visitor.sign_in(new_user().name, PASSWORD, remember="on")
        assert "; Max-Age=2678400" in visitor.set_cookie()

    def test_a_planted_cookie_is_not_taken_over(self, visitor, new_user, server):
        visitor.session.cookies.set("cairn_session", "planted-by-somebody", domain="127.0.0.1", path="/")
        visitor.open("/user/login")
        visitor.post("/user/login", {"user_name": new_user().name, "password": PASSWORD}, expect=303)
        assert "planted" not in visitor.set_cookie()
        thief = Visitor(server.url)
        thief.session.cookies.set("cairn_session", "planted-by-somebody")
        thief.open("/user/settings", expect=303)

    def test_a_second_sign_in_ends_the_first(self, resident, new_user):
        ada = resident()
        old = ada.cookie()
        ada.post("/user/login", {"user_name": new_user().name, "password": PASSWORD}, expect=303)
        thief = Visitor(ada.url)
        thief.session.cookies.set("cairn_session", old)
        thief.open("/user/settings", expect=303)

    def test_signing_out_ends_it_for_good(self, resident):
        ada = resident()
        old = ada.cookie()
        ada.post("/user/logout", expect=303)
        assert "Max-Age=0" in ada.set_cookie()
        ada.follow()
        assert ada.notice == "You are signed out."
        ada.open("/")
        assert ada.notice == ""
        ada.session.cookies.set("cairn_session", old)
        ada.open("/user/settings", expect=303)

    def test_signs_in_to_no_api(self, resident):
        ada = resident()
        assert ada.open("/api/v1/user").status_code == 401
        assert ada.request("DELETE", "/api/v1/token").status_code == 401

    def test_a_token_opens_no_page(self, visitor, new_user, new_token):
        token = new_token(new_user(), "all").token
        for headers in ({"Authorization": f"token {token}"}, {"Authorization": f"Bearer {token}"}):
            visitor.open("/user/settings", headers=headers, expect=303)
        visitor.open(f"/user/settings?token={token}", expect=303)

    def test_a_password_in_the_header_opens_no_page(self, visitor, new_user):
        visitor.session.auth = (new_user().name, PASSWORD)
        visitor.open("/user/settings", expect=303)

    def test_nobody_acts_as_others_on_pages(self, server, new_user):
        root = Visitor(server.url)
        root.sign_in("root", "correct horse battery")
        name = new_user().name
        root.open(f"/?sudo={name}", headers={"Sudo": name}, expect=200)
        assert "Hello, root" in root.page


class TestForgery:
    ELSEWHERE = [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": None},
        {"Sec-Fetch-Site": None, "Origin": "https://evil.example"},
        {"Sec-Fetch-Site": None, "Origin": "null"},
        {"Sec-Fetch-Site": None, "Referer": "https://evil.example/"},
    ]

    @pytest.mark.parametrize("headers", ELSEWHERE)
    def test_no_form_of_another_site_does_anything(self, resident, headers):
        ada = resident()
        for path in ("/user/logout", "/user/settings", "/user/settings/applications", "/user/settings/account/delete"):
            ada.post(path, {"password": PASSWORD, "name": "x", "repository": "write"}, headers=headers, expect=403)
            assert ada.answer.headers["Content-Type"].startswith("text/html")
        ada.open("/user/settings", expect=200)

    @pytest.mark.parametrize("headers", ELSEWHERE)
    def test_no_form_of_another_site_signs_in(self, visitor, new_user, headers):
        visitor.post("/user/login", {"user_name": new_user().name, "password": PASSWORD}, headers=headers, expect=403)
        assert visitor.cookie() is None

    def test_an_old_browser_says_where_it_comes_from_in_other_words(self, visitor, new_user, server):
        form = {"user_name": new_user().name, "password": PASSWORD}
        for headers in ({"Origin": server.url}, {"Referer": server.url + "/user/login"}):
            visitor.post("/user/login", form, headers={"Sec-Fetch-Site": None, **headers}, expect=303)

    def test_signing_out_is_no_link(self, resident):
        browser = resident()
        browser.open("/user/logout", expect=405)
        browser.open("/user/settings", expect=200)


def test_a_site_by_tls_has_a_cookie_for_tls_alone(tmp_path, database):
    site = Program(tmp_path / "tls", database, {"session": {"COOKIE_NAME": "mine"}, "server": {"ROOT_URL": "https://git.example.org/cairn/"}})
    try:
        site.create_user("ann", PASSWORD)
        site.start()
        ann = Visitor(site.url)
        ann.post("/user/login", {"user_name": "ann", "password": PASSWORD, "redirect_to": "/user/settings"}, expect=303)
        assert "; Secure" in ann.set_cookie("mine")
        assert ann.location == "https://git.example.org/cairn/user/settings"
        ann.open("/user/login", expect=200)
        assert 'action="/cairn/user/login"' in ann.page and 'href="/cairn/assets/site.' in ann.page
    finally:
        site.close()


def test_a_site_that_requires_sign_in_shows_its_entrance_alone(tmp_path, database):
    site = Program(tmp_path / "closed", database, {"service": {"REQUIRE_SIGNIN_VIEW": "true", "DISABLE_REGISTRATION": "true"}})
    try:
        site.create_user("ann", PASSWORD)
        site.start()
        ann = Visitor(site.url)
        ann.open("/", expect=303)
        assert ann.location == "/user/login?redirect_to=%2F"
        ann.open("/user/login", expect=200)
        assert "/user/sign_up" not in ann.page
        ann.open("/user/sign_up", expect=403)
        ann.post("/user/sign_up", {"user_name": "bob", "email": "b@example.com", "password": "x" * 9, "retype": "x" * 9}, expect=403)
        ann.sign_in("ann", PASSWORD)
        ann.open("/", expect=200)
    finally:
        site.close()


def test_an_idle_session_is_over(tmp_path, database):
    site = Program(tmp_path / "idle", database, {"session": {"SESSION_LIFE_TIME": "60"}})
    if database != "sqlite":
        pytest.skip("the clock is turned in SQLite's file")
    import sqlite3
    try:
        site.create_user("ann", PASSWORD)
        site.start()
        ann = Visitor(site.url)
        ann.sign_in("ann", PASSWORD)
        site.stop()
        with sqlite3.connect(site.folder / "cairn.db", timeout=30) as db:
            db.execute("UPDATE session SET last_seen_at = last_seen_at - 61")
        site.start()
        ann.open("/user/settings", expect=303)
    finally:
        site.close()
