"""How surely the person is who they say: acr and amr (OpenID Connect Core, 2, 3.1.2.1 and 5.5.1.1; RFC 8176)."""
import json

import pytest
from client import PASSWORD
from one_time import enrol, totp
from relying_party import parameters
from visitor import Visitor


@pytest.fixture
def careful(server, new_user):
    """A browser in which somebody with one-time codes has signed in with one."""
    name = new_user().name
    browser = Visitor(server.url)
    browser.sign_in(name, PASSWORD)
    browser.secret, browser.recovery = enrol(browser)
    browser.name = name
    browser.post("/user/logout", expect=303)
    browser.sign_in(name, PASSWORD)
    browser.open("/user/two_factor", expect=200)
    browser.submit("/user/two_factor", {"passcode": totp(browser.secret)}, expect=303)
    return browser


def told(party, visitor, **more):
    claims = party.id_claims(party.tokens(visitor, scope="openid", **more))
    return claims["acr"], claims["amr"]


def essential(*classes):
    return json.dumps({"id_token": {"acr": {"essential": True, "values": list(classes)}}})


def test_a_password_is_the_first_class(party, ann):
    assert told(party, ann) == ("1", ["pwd"])
    assert told(party, ann, acr_values="2 1") == ("1", ["pwd"])
    assert told(party, ann, acr_values="phr gold") == ("1", ["pwd"]), "a wish is no obstacle"


def test_a_code_is_the_second(party, careful):
    assert told(party, careful) == ("2", ["pwd", "otp", "mfa"])
    assert told(party, careful, acr_values="1 2") == ("1", ["pwd", "otp", "mfa"]), "the first that is met"
    assert told(party, careful, acr_values="phr 2") == ("2", ["pwd", "otp", "mfa"])
    assert told(party, careful, claims=essential("2")) == ("2", ["pwd", "otp", "mfa"])


def test_a_recovery_code_is_a_second_step(party, careful, stranger):
    party.ask(stranger, scope="openid")
    stranger.open(stranger.location)
    stranger.submit("/user/login", {"user_name": careful.name, "password": PASSWORD}, expect=303)
    stranger.open(stranger.location, expect=200)
    stranger.submit("/user/two_factor", {"passcode": careful.recovery[0]}, expect=303)
    assert told(party, stranger) == ("2", ["pwd", "otp", "mfa"])


def test_a_refresh_tells_the_same(party, careful):
    tokens = party.tokens(careful, scope="openid", acr_values="1")
    renewed = party.id_claims(party.refresh(tokens["refresh_token"]))
    assert (renewed["acr"], renewed["amr"]) == ("1", ["pwd", "otp", "mfa"])


@pytest.mark.parametrize("how", [{}, {"prompt": "none"}])
def test_what_is_essential_and_cannot_be_had_is_no_sign_in(party, ann, how):
    for wanted in (("2",), ("phr", "2"), ("gold",)):
        party.ask(ann, scope="openid", claims=essential(*wanted), **how)
        assert parameters(ann.location)["error"] == "unmet_authentication_requirements"
    party.approve(ann, scope="openid")
    assert told(party, ann, claims=essential("2", "1"), **how) == ("1", ["pwd"])


@pytest.mark.parametrize("wish", [{"acr_values": "2"}, {"claims": essential("2")}])
def test_whoever_can_do_better_by_now_is_asked_to(party, ann, wish):
    """The second step was set up in a session that began without it."""
    party.approve(ann, scope="openid")
    secret, _ = enrol(ann)
    party.ask(ann, scope="openid", prompt="none", **wish)
    if "claims" in wish:
        assert parameters(ann.location)["error"] == "login_required"
    else:
        assert parameters(ann.location)["code"], "a wish asks nobody who must not be asked"
    party.ask(ann, scope="openid", **wish)
    assert ann.location.startswith("/user/login?")
    ann.open(ann.location, expect=200)
    ann.submit("/user/login", {"user_name": ann.name, "password": PASSWORD}, expect=303)
    ann.open(ann.location, expect=200)
    ann.submit("/user/two_factor", {"passcode": totp(secret)}, expect=303)
    ann.open(ann.location, expect=303)
    claims = party.id_claims(party.exchange(parameters(ann.location)["code"]))
    assert (claims["acr"], claims["amr"]) == ("2", ["pwd", "otp", "mfa"])


def test_a_stranger_is_asked_once(party, careful, stranger):
    """Signing in because of this request is the best that the person wants to do."""
    party.ask(stranger, scope="openid", acr_values="phr")
    stranger.open(stranger.location, expect=200)
    stranger.submit("/user/login", {"user_name": careful.name, "password": PASSWORD}, expect=303)
    stranger.open(stranger.location, expect=200)
    stranger.submit("/user/two_factor", {"passcode": careful.recovery[1]}, expect=303)
    stranger.open(stranger.location, expect=200)
    stranger.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
    assert party.id_claims(party.exchange(parameters(stranger.location)["code"]))["acr"] == "2"


def test_are_announced(party):
    found = party.metadata()
    assert found["acr_values_supported"] == ["1", "2", "phr"] and {"acr", "amr"} <= set(found["claims_supported"])
