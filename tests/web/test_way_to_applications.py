"""The pages between an application's request and its answer: what they let browsers do, and that the request gets through them."""
import pytest
from client import PASSWORD
from one_time import protected
from relying_party import RelyingParty, parameters

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


class TestDetours:
    def test_a_password_that_must_be_changed(self, new_user, party, visitor):
        party.ask(visitor, state="kept", scope="openid", prompt="login")
        sign_in(visitor, new_user(must_change_password=True).name)
        visitor.open(visitor.location, expect=303)
        assert visitor.location.startswith("/user/settings/change_password?redirect_to=%2Flogin%2Foauth%2Fauthorize%3F")
        change = visitor.location
        check_open(visitor.open(change, expect=200))
        check_open(visitor.submit("/change_password", {"password": "short", "retype": "short"}, expect=200))
        visitor.submit("/change_password", {"password": NEW, "retype": NEW}, expect=303)
        back = visitor.location
        visitor.open(change, expect=303)  # done is done, and the way goes on
        assert visitor.location == back
        visitor.open(back, expect=200)
        visitor.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
        assert parameters(visitor.location)["state"] == "kept" and parameters(visitor.location)["code"]

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
