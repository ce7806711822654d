import pytest
from client import PASSWORD
from repositories import new_repository
from secure_shell import Ssh
from signing import public_half, ssh_key
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


@pytest.fixture
def ssh(server, tmp_path):
    """ssh(person) makes a key, registers it in the account if there is one, and returns an Ssh."""
    def make(person=None, *options, kind="ed25519", bits=None):
        key = ssh_key(tmp_path, kind, bits)
        made = Ssh(tmp_path, server.ssh_port, key, *options)
        made.public = public_half(key)
        made.key = key
        if person:
            made.registered = person.post("/user/keys", {"title": key.name, "key": made.public}, expect=201).json()
        return made
    return make


@pytest.fixture
def closed(new_user, begun, url):
    """An owner, a private repository with a commit, and the working copy that it was pushed from."""
    ann = new_user()
    repository = new_repository(ann, private=True)
    begun.done("push", "-q", url(repository, ann), "main")
    return ann, repository, begun
