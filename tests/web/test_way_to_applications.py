"""The pages between an application's request and its answer: what they let browsers do, and that the request gets through them."""
import html
import re
import secrets

import pytest
from client import ADMIN, PASSWORD, Client
from mail_server import MailServer
from one_time import protected
from program import Program
from relying_party import RelyingParty, parameters
from visitor import Visitor

NEW = "brand-new-pass-9"


@pytest.fixture
def party(server, new_user):
    return RelyingParty(server.url, new_user())


def sign_in(visitor, name):
    """On the sign-in page that an authorization has led to; leads on to what comes next."""
    visitor.open(visitor.location, expect=200)
    visitor.submit("/user/login", {"user_name": name, "password": PASSWORD}, expect=303)


def check_open(page):
    """Its form may end at any site, no other site shows it, and the window that has opened it may look after it."""
    policy = page.headers["Content-Security-Policy"]
    assert "form-action" not in policy and "frame-ancestors 'none'" in policy and "script-src 'self';" in policy
    assert page.headers["X-Frame-Options"] == "DENY" and "Cross-Origin-Opener-Policy" not in page.headers


def check_strict(page):
    assert "form-action 'self';" in page.headers["Content-Security-Policy"] + ";"
    assert page.headers["X-Frame-Options"] == "SAMEORIGIN" and page.headers["Cross-Origin-Opener-Policy"] == "same-origin"


class TestPolicy:
    @pytest.mark.parametrize("redirect", ["https://client.example.com/callback", "http://[::1]:8080/", "http://my_app.example/",
                                          "http://b\u00fccher.example/", "http://u:p@client.example/", "http://127.1/"])
    def test_the_form_may_end_wherever_the_application_leads(self, server, new_user, resident, visitor, redirect):
        party = RelyingParty(server.url, new_user(), redirects=[redirect])
        ada = resident()
        check_open(party.ask(ada).answer)
        check_open(ada.open(f"/login/oauth/logout?client_id={party.id}&post_logout_redirect_uri={redirect}", expect=200))
        check_open(visitor.open(party.ask(visitor).location, expect=200))
        check_open(visitor.submit("/user/login", {"user_name": ada.name, "password": "wrong"}, expect=200))

    def test_also_after_the_second_step(self, server, new_user, party, visitor):
        name = new_user().name
        protected(server.url, name)
        party.ask(visitor)
        sign_in(visitor, name)
        check_open(visitor.open("/user/two_factor", expect=200))

    def test_elsewhere_it_stays_here(self, resident, visitor):
        check_strict(visitor.open("/user/login", expect=200))
        check_strict(visitor.open("/user/login?redirect_to=/user/settings", expect=200))
        ada = resident()
        for path in ("/user/settings/security", "/login/oauth/logout"):
            check_strict(ada.open(path, expect=200))


def follow_link(visitor, words):
    """Opens what the link with these words leads to."""
    address = re.search(r'<a href="([^"]*)">' + re.escape(words), visitor.page).group(1)
    return visitor.open(html.unescape(address), expect=200)


class TestDetours:
    def test_a_password_that_must_be_changed(self, new_user, party, visitor):
        party.ask(visitor, state="kept", scope="openid", prompt="login")
        sign_in(visitor, new_user(must_change_password=True).name)
        visitor.open(visitor.location, expect=303)
        assert visitor.location.startswith("/user/settings/change_password?redirect_to=%2Flogin%2Foauth%2Fauthorize%3F")
        change = visitor.location
        check_open(visitor.open(change, expect=200))
        check_open(visitor.submit("/change_password", {"password": "short", "retype": "short"}, expect=422))
        visitor.submit("/change_password", {"password": NEW, "retype": NEW}, expect=303)
        back = visitor.location
        visitor.open(change, expect=303)  # done is done, and the way goes on
        assert visitor.location == back
        visitor.open(back, expect=200)
        visitor.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        assert parameters(visitor.location)["state"] == "kept" and parameters(visitor.location)["code"]

    def test_a_new_account(self, party, visitor):
        party.ask(visitor, state="kept", scope="openid")
        visitor.open(visitor.location, expect=200)
        follow_link(visitor, "Create an account")
        check_open(visitor.answer)
        name = f"new-{secrets.token_hex(4)}"
        form = {"user_name": name, "email": f"{name}@example.com", "password": NEW, "retype": NEW}
        check_open(visitor.submit("/user/sign_up", {**form, "retype": "another"}, expect=422))
        visitor.submit("/user/sign_up", form, expect=303)
        visitor.open(visitor.location, expect=200)
        visitor.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        assert parameters(visitor.location)["state"] == "kept" and parameters(visitor.location)["code"]

    def test_there_and_back_again(self, party, visitor):
        """Whoever has an account after all."""
        party.ask(visitor, scope="openid")
        login = visitor.location
        visitor.open(login, expect=200)
        follow_link(visitor, "Create an account")
        assert html.unescape(re.search(r'Already have an account\? <a href="([^"]*)"', visitor.page).group(1)) == login
        visitor.open("/user/sign_up?redirect_to=//evil.example", expect=200)
        assert "evil" not in visitor.page

    @pytest.mark.parametrize("wanted", ["//evil.example", "https://evil.example", "/%5Cevil.example", "/%09/evil.example"])
    def test_lead_to_pages_of_ours_alone(self, new_user, visitor, wanted):
        visitor.sign_in(new_user(must_change_password=True).name, PASSWORD)
        visitor.open(f"/user/settings/change_password?redirect_to={wanted}", expect=200)
        assert "evil" not in visitor.page
        visitor.post(f"/user/settings/change_password?redirect_to={wanted}", {"password": NEW, "retype": NEW}, expect=303)
        assert visitor.location == "/"
        visitor.open(f"/user/settings/security?redirect_to={wanted}", expect=200)
        assert "evil" not in visitor.page


def test_a_long_request_that_is_taken_is_taken_after_signing_in_too(new_user, party, visitor):
    state = "s" * 8100
    party.ask(visitor, state=state)
    sign_in(visitor, new_user().name)
    visitor.open(visitor.location, expect=200)
    visitor.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
    assert parameters(visitor.location)["state"] == state


class TestDetoursByMail:
    """What is opened from a mail may be another browser: the way goes on from there."""

    @pytest.fixture
    def site(self, tmp_path, database):
        server = MailServer(tmp_path)
        instance = Program(tmp_path / "site", database, {"mailer": server.settings(), "service": {"REGISTER_EMAIL_CONFIRM": "true"}})
        instance.create_user(*ADMIN, "--admin")
        instance.start()
        instance.mail = server
        instance.party = RelyingParty(instance.url, Client(instance.url, basic=ADMIN))
        yield instance
        instance.close()
        server.stop()

    def arrives(self, visitor, name, password):
        """From the sign-in page back to the application."""
        visitor.open(visitor.location, expect=200)
        visitor.submit("/user/login", {"user_name": name, "password": password}, expect=303)
        visitor.open(visitor.location, expect=200)
        visitor.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        return parameters(visitor.location)

    def test_a_new_account_that_has_to_read_its_mail(self, site):
        visitor, elsewhere = Visitor(site.url), Visitor(site.url)
        site.party.ask(visitor, state="kept", scope="openid")
        visitor.open(visitor.location, expect=200)
        follow_link(visitor, "Create an account")
        visitor.submit("/user/sign_up", {"user_name": "ann", "email": "ann@example.com", "password": NEW, "retype": NEW}, expect=200)
        elsewhere.open(site.mail.to("ann@example.com").link(), expect=200)
        elsewhere.submit("/user/activate", expect=303)
        assert self.arrives(elsewhere, "ann", NEW)["state"] == "kept"

    def test_a_forgotten_password(self, site):
        site.create_user("bob", PASSWORD)
        visitor = Visitor(site.url)
        site.party.ask(visitor, state="kept", scope="openid")
        visitor.open(visitor.location, expect=200)
        follow_link(visitor, "Forgot it?")
        assert "redirect_to=%2Flogin%2Foauth%2Fauthorize" in re.search(r'<a href="([^"]*)">Back to sign in', visitor.page).group(1)
        visitor.submit("/user/forgot_password", {"email": "bob@example.com"}, expect=200)
        assert "redirect_to=%2Flogin%2Foauth%2Fauthorize" in visitor.page
        visitor.open(site.mail.to("bob@example.com").link(), expect=200)
        visitor.submit("/user/recover_account", {"password": NEW, "retype": NEW}, expect=303)
        assert self.arrives(visitor, "bob", NEW)["state"] == "kept"
