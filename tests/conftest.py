"""Starts the program once for all tests of a run, on the database that --database names."""
import itertools
import os
import shutil

import pytest
from client import ADMIN, PASSWORD, Client
from program import BINARY, Program, free_port


def pytest_addoption(parser):
    parser.addoption("--database", choices=("sqlite", "postgres"), default="sqlite", help="what the program keeps its data in")


def pytest_configure(config):
    if not os.access(BINARY, os.X_OK):
        pytest.exit(f"there is no program at {BINARY}; build it with ./run --build", returncode=3)
    if config.getoption("--database") == "postgres" and not os.environ.get("CAIRN_TEST_POSTGRES"):
        pytest.exit("CAIRN_TEST_POSTGRES is not set; ./test starts a PostgreSQL and sets it", returncode=3)


def pytest_sessionfinish(session):
    """What tests leave goes while the system still has it in memory: later it would take minutes. Failed ones keep theirs."""
    if not session.testsfailed:
        shutil.rmtree(session.config._tmp_path_factory.getbasetemp(), ignore_errors=True)


@pytest.fixture
def tmp_path(request, tmp_path):
    failed = request.session.testsfailed
    yield tmp_path
    if request.session.testsfailed == failed:
        shutil.rmtree(tmp_path, ignore_errors=True)


@pytest.fixture(scope="session")
def database(request):
    return request.config.getoption("--database")


@pytest.fixture
def program(tmp_path, database):
    """An instance for one test that needs its own: not started, without accounts."""
    instance = Program(tmp_path / "data", database)
    yield instance
    instance.close()


@pytest.fixture
def empty_program(tmp_path, database):
    """The same, without anything that a first start makes."""
    instance = Program(tmp_path / "data", database, empty=True)
    yield instance
    instance.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory, database):
    """The instance that tests share. Each test makes accounts of its own."""
    ssh_port = free_port()
    instance = Program(tmp_path_factory.mktemp("server"), database, empty=True, settings={"metrics": {"ENABLED": "true"}, "server": {
        "MAX_BODY_BYTES": "8 MiB", "LFS_START_SERVER": "true", "START_SSH_SERVER": "true", "SSH_LISTEN_HOST": "127.0.0.1",
        "SSH_LISTEN_PORT": ssh_port}})
    instance.ssh_port = ssh_port
    instance.create_user(*ADMIN, "--admin")
    yield instance.start()
    instance.close()


@pytest.fixture(scope="session")
def admin(server):
    return Client(server.url, basic=ADMIN)


@pytest.fixture(scope="session")
def anonymous(server):
    return Client(server.url)


@pytest.fixture
def client(server):
    """client(basic=..., token=..., headers=...) for callers that the other fixtures do not have."""
    return lambda **how: Client(server.url, **how)


@pytest.fixture(scope="session")
def new_user(server, admin, numbers=itertools.count(1)):
    """new_user() makes an account and returns a Client that signs in with its password; its `name` is the login."""

    def make(name=None, **more):
        name = name or f"user-{next(numbers)}"
        admin.post("/admin/users", {"username": name, "email": f"{name}@example.com", "password": PASSWORD,
                                    "must_change_password": False, **more}, expect=201)
        return Client(server.url, basic=(name, PASSWORD))

    return make


@pytest.fixture(scope="session")
def new_token(server, numbers=itertools.count(1)):
    """new_token(user, "read:user", ...) makes a token and returns a Client that uses it; `made` is the answer."""

    def make(user, *scopes, name=None):
        made = user.post(f"/users/{user.name}/tokens", {"name": name or f"token-{next(numbers)}", "scopes": list(scopes)},
                         expect=201).json()
        signed_in = Client(server.url, token=made["sha1"])
        signed_in.made = made
        return signed_in

    return make
