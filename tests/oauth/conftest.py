import sqlite3
import subprocess

import pytest
from client import PASSWORD
from relying_party import RelyingParty
from visitor import Visitor


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


@pytest.fixture
def stranger(server):
    """A browser in which nobody is signed in."""
    return Visitor(server.url)


@pytest.fixture
def run_sql(server, database):
    """run_sql("UPDATE ...") makes time pass, which nobody wants to wait for."""

    def run(statement):
        if database == "sqlite":
            with sqlite3.connect(server.folder / "cairn.db", timeout=30) as db:
                db.execute(statement)
        else:
            subprocess.run(["psql", "-q", "-d", server.postgres.name, "-c", statement], env=server.postgres.environment, check=True)

    return run
