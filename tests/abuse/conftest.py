import pytest
from client import Client
from program import Program
from repositories import new_repository
from working_copy import Git, address

ROOT = ("root", "correct horse battery")


@pytest.fixture(scope="module")
def site(tmp_path_factory, database):
    """An instance that is attacked, with an account."""
    instance = Program(tmp_path_factory.mktemp("site"), database)
    instance.create_user(*ROOT, "--admin")
    yield instance.start()
    instance.close()


@pytest.fixture(scope="module")
def mallory(site):
    return Client(site.url, basic=ROOT)


@pytest.fixture(scope="module")
def stranger(site):
    return Client(site.url)


@pytest.fixture
def git(tmp_path):
    made = Git(tmp_path / "work")
    made.done("init", "-q", "-b", "main")
    return made


@pytest.fixture
def target(site, mallory):
    """A new repository, and where to push to it."""
    repository = new_repository(mallory)
    return repository, address(site, repository["full_name"], *ROOT)
