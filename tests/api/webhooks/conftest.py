"""An instance whose hooks may call this machine, and that does not wait long before it tries again."""
import itertools

import pytest
from client import ADMIN, PASSWORD, Client
from program import Program

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def caller(tmp_path_factory, database):
    instance = Program(tmp_path_factory.mktemp("caller"), database,
                       {"webhook": {"ALLOWED_HOST_LIST": "127.0.0.1/32", "RETRY_DELAY": "1s", "DELIVER_TIMEOUT": "2s"}})
    instance.create_user(*ADMIN, "--admin")
    yield instance.start()
    instance.close()


@pytest.fixture(scope="session")
def chief(caller):
    """Who administers it."""
    return Client(caller.url, basic=ADMIN)


@pytest.fixture
def ann(caller, chief):
    name = f"ann-{next(NUMBERS)}"
    chief.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD,
                                "must_change_password": False}, expect=201)
    return Client(caller.url, basic=(name, PASSWORD))


@pytest.fixture
def work(ann):
    """The path of a repository with a first commit."""
    ann.post("/user/repos", {"name": "work", "auto_init": True, "default_branch": "main"}, expect=201)
    return f"/repos/{ann.name}/work"
