"""People in browsers, and the applications that they sign in to: fixtures for those who test the provider."""
import pytest
from client import PASSWORD
from relying_party import RelyingParty
from visitor import Visitor


def approve(visitor, address):
    """Does what the person does with an address that a client has opened for them; returns where that ends."""
    visitor.open(address)
    if visitor.answer.status_code == 200:
        visitor.submit("/login/oauth/grant", {"granted": "true"}, expect=303)
    return visitor.location


@pytest.fixture
def person(server, new_user):
    """person() is a browser in which a new account is signed in; `name` is the account's, `id` its number as text."""

    def make(name=None, **more):
        browser = Visitor(server.url)
        account = new_user(name, **more)
        browser.name, browser.api = account.name, account
        browser.id = str(account.get("/user").json()["id"])
        assert browser.sign_in(browser.name, PASSWORD).status_code == 303
        return browser

    return make


@pytest.fixture
def ann(person):
    return person()


@pytest.fixture
def new_party(server, new_user):
    """new_party(confidential=..., redirects=...) registers an application of somebody new."""
    return lambda **how: RelyingParty(server.url, new_user(), **how)


@pytest.fixture
def party(new_party):
    return new_party()


@pytest.fixture
def public_party(new_party):
    return new_party(confidential=False)
