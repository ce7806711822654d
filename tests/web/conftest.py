import pytest
from client import PASSWORD
from visitor import Visitor


@pytest.fixture
def visitor(server):
    """A browser that is not signed in."""
    return Visitor(server.url)


@pytest.fixture
def resident(server, new_user):
    """resident() is a browser in which a new account is signed in; `name` is the account's."""

    def make(name=None):
        browser = Visitor(server.url)
        browser.name = (name or new_user().name)
        assert browser.sign_in(browser.name, PASSWORD).status_code == 303
        return browser

    return make
