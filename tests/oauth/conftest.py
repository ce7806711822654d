import contextlib
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
    """run_sql("UPDATE ...") makes time pass, which nobody wants to wait for; of a SELECT it gives the first value, a number."""

    def run(statement):
        if database == "sqlite":
            with contextlib.closing(sqlite3.connect(server.folder / "cairn.db", timeout=30)) as db, db:
                row = db.execute(statement).fetchone()
                return row and row[0]
        done = subprocess.run(["psql", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", server.postgres.name, "-c", statement],
                              env=server.postgres.environment, check=True, capture_output=True, text=True)
        return int(done.stdout) if done.stdout.strip() else None

    return run
