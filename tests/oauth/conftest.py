import sqlite3
import subprocess

import pytest
from consent import ann, new_party, party, person, public_party  # noqa: F401
from visitor import Visitor


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
