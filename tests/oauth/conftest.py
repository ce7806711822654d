import pytest
from consent import ann, new_party, party, person, public_party  # noqa: F401
from visitor import Visitor


@pytest.fixture
def stranger(server):
    """A browser in which nobody is signed in."""
    return Visitor(server.url)


@pytest.fixture
def run_sql(server):
    """run_sql("UPDATE ...") makes time pass, which nobody wants to wait for; of a SELECT it gives the first value, a number."""

    def run(statement):
        rows = server.sql(statement)
        return int(rows[0][0]) if rows and rows[0][0] else None

    return run
