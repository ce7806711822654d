import itertools

import pytest
from chromium import Chromium
from client import ADMIN, PASSWORD
from mail_server import MailServer
from program import Program


@pytest.fixture(scope="session")
def chromium():
    browser = Chromium()
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def tabs(chromium):
    """Closes what a test has opened: a page that stays asks for its events for ever, and complains when its site is gone."""
    before = len(chromium.open)
    yield
    chromium.close_tabs(before)


@pytest.fixture(scope="session")
def site(tmp_path_factory, database):
    """A program of its own for the browser, with a mail server."""
    folder = tmp_path_factory.mktemp("site")
    mail = MailServer(folder)
    instance = Program(folder / "data", database, {"mailer": mail.settings()})
    instance.create_user(*ADMIN, "--admin")
    instance.mail = mail
    yield instance.start()
    instance.close()
    mail.stop()


@pytest.fixture(scope="session")
def person(site, numbers=itertools.count(1)):
    """person() makes an account and returns its name; the password is PASSWORD."""

    def make(*flags):
        name = f"person-{next(numbers)}"
        site.create_user(name, PASSWORD, *flags)
        return name

    return make


@pytest.fixture
def tab(chromium, site):
    chromium.complaints()
    yield chromium.tab(site.url)
    assert chromium.complaints() == [], "the console of a page has no errors"
