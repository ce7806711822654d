import pytest
from client import PASSWORD
from working_copy import Git, address


@pytest.fixture
def git(tmp_path):
    return Git(tmp_path)


@pytest.fixture
def url(server):
    """url("ann/r", ann) is the address of a repository with a person's credentials; without a person, without."""
    def make(repository, person=None):
        name = repository["full_name"] if isinstance(repository, dict) else repository
        return address(server, name, person.name, PASSWORD) if person else address(server, name)
    return make


@pytest.fixture
def begun(git):
    """A repository with one commit, to push from."""
    git.done("init", "-q", "-b", "main", "work")
    work = git.inside("work")
    work.commit({"a.txt": "A"}, "first")
    return work
