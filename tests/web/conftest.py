import sqlite3
import subprocess

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


@pytest.fixture
def set_account(server, database):
    """set_account(name, is_active=False, ...) changes columns that the API has no operation for yet."""

    def change(name, **columns):
        words = ", ".join(f"{key} = {'TRUE' if value else 'FALSE'}" for key, value in columns.items())
        statement = f"UPDATE account SET {words} WHERE lower_name = '{name.lower()}'"
        if database == "sqlite":
            with sqlite3.connect(server.folder / "cairn.db", timeout=30) as db:
                db.execute(statement)
        else:
            subprocess.run(["psql", "-q", "-d", server.postgres.name, "-c", statement], env=server.postgres.environment, check=True)

    return change
