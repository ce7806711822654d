"""dulwich, which is git written in Python: clones, commits, pushes with a token, and sees who may not."""
import io

import pytest
from installed import from_debian
from repositories import at, new_repository
from working_copy import address

pytestmark = from_debian("python3-dulwich", module="dulwich")
ANN = b"Ann <ann@example.com>"


def test_clones_commits_and_pushes(server, owner, tmp_path):
    from dulwich import porcelain
    repository = new_repository(owner, private=True, auto_init=True, default_branch="main")
    remote = address(server, repository["full_name"])
    signed_in = {"username": owner.name, "password": owner.key}
    clone = porcelain.clone(remote, tmp_path / "clone", errstream=io.BytesIO(), **signed_in)
    (tmp_path / "clone" / "a.txt").write_text("one\n")
    porcelain.add(clone, [tmp_path / "clone" / "a.txt"])
    made = porcelain.commit(clone, b"Add a file", author=ANN, committer=ANN)
    porcelain.push(clone, remote, b"refs/heads/main", outstream=io.BytesIO(), errstream=io.BytesIO(), **signed_in)
    assert owner.get(f"{at(repository)}/branches/main").json()["commit"]["id"] == made.decode()

    # Others go on, on the site and with a tag; it takes what it lacks.
    sha = owner.get(f"{at(repository)}/contents/a.txt").json()["sha"]
    owner.call("PUT", f"{at(repository)}/contents/a.txt", {"content": "dHdvCg==", "sha": sha})
    owner.post(f"{at(repository)}/tags", {"tag_name": "v1"}, expect=201)
    porcelain.pull(clone, remote, b"refs/heads/main", outstream=io.BytesIO(), errstream=io.BytesIO(), **signed_in)
    assert (tmp_path / "clone" / "a.txt").read_text() == "two\n"
    references = porcelain.ls_remote(remote, **signed_in)
    assert references[b"refs/heads/main"] == references[b"refs/tags/v1"] == clone.head()

    # New branches, in one push, and one of them away again.
    porcelain.push(clone, remote, [b"refs/heads/main:refs/heads/b", b"refs/heads/main:refs/heads/c"], outstream=io.BytesIO(),
                   errstream=io.BytesIO(), **signed_in)
    porcelain.push(clone, remote, b":refs/heads/b", outstream=io.BytesIO(), errstream=io.BytesIO(), **signed_in)
    assert sorted(branch["name"] for branch in owner.get(f"{at(repository)}/branches").json()) == ["c", "main"]


def test_a_shallow_clone(server, owner, tmp_path):
    from dulwich import porcelain
    repository = new_repository(owner, auto_init=True, default_branch="main")
    owner.post(f"{at(repository)}/contents/a.txt", {"content": "b25lCg=="}, expect=201)
    clone = porcelain.clone(address(server, repository["full_name"]), tmp_path / "clone", depth=1, errstream=io.BytesIO())
    assert len(list(clone.get_walker())) == 1 and (tmp_path / "clone" / "a.txt").read_text() == "one\n"


def test_is_refused_without_credentials(server, owner, tmp_path):
    from dulwich import porcelain
    from dulwich.client import HTTPUnauthorized
    repository = new_repository(owner, private=True, auto_init=True)
    with pytest.raises(HTTPUnauthorized):
        porcelain.clone(address(server, repository["full_name"]), tmp_path / "clone", errstream=io.BytesIO())
