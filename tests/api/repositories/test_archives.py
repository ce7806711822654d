"""Archives: what a commit holds, in one file."""
import io
import tarfile
import zipfile

import pytest
from repositories import at, new_repository


@pytest.fixture
def repository(new_user):
    ann = new_user()
    made = new_repository(ann, name=None, auto_init=True, license="MIT")
    made["ann"] = ann
    return made


def test_formats(repository, anonymous):
    name = repository["name"]
    zipped = anonymous.get(f"{at(repository)}/archive/main.zip")
    assert zipped.headers["Content-Type"] == "application/octet-stream"
    assert zipped.headers["Content-Disposition"] == f"attachment; filename={name}-main.zip"
    names = zipfile.ZipFile(io.BytesIO(zipped.content)).namelist()
    assert sorted(names) == [f"{name}/", f"{name}/LICENSE", f"{name}/README.md"]
    tar = anonymous.get(f"{at(repository)}/archive/main.tar.gz")
    assert sorted(tarfile.open(fileobj=io.BytesIO(tar.content)).getnames()) == [name, f"{name}/LICENSE", f"{name}/README.md"]
    bundle = anonymous.get(f"{at(repository)}/archive/main.bundle").content
    assert bundle.startswith(b"# v2 git bundle\n") and b" refs/heads/bundle\n" in bundle


def test_the_same_archive_need_not_be_sent_twice(repository, anonymous):
    first = anonymous.get(f"{at(repository)}/archive/main.zip")
    tag = first.headers["ETag"]
    again = anonymous.get(f"{at(repository)}/archive/main.zip", headers={"If-None-Match": tag}, expect=304)
    assert again.content == b"" and again.headers["ETag"] == tag
    assert anonymous.get(f"{at(repository)}/archive/main.tar.gz").headers["ETag"] != tag
    link = first.headers["Link"]
    assert 'rel="immutable"' in link
    assert anonymous.session.get(link[1:link.index(">")], timeout=30).headers["ETag"] == tag
    head = anonymous.call("HEAD", f"{at(repository)}/archive/main.zip")
    assert head.headers["ETag"] == tag and head.content == b""


def test_only_some_folders(repository, anonymous):
    zipped = anonymous.get(f"{at(repository)}/archive/main.zip?path=LICENSE")
    assert f"{repository['name']}/README.md" not in zipfile.ZipFile(io.BytesIO(zipped.content)).namelist()
    anonymous.get(f"{at(repository)}/archive/main.zip?path=none", expect=404)


def test_refused(repository, anonymous, new_user, new_token):
    ann = repository["ann"]
    for wanted, status in (("none.zip", 404), ("main.rar", 400), ("main", 400), (".zip", 404), ("none.bundle", 404)):
        anonymous.refused("GET", f"{at(repository)}/archive/{wanted}", status)
    closed = new_repository(ann, private=True, auto_init=True)
    anonymous.refused("GET", f"{at(closed)}/archive/main.zip", 404)
    ann.get(f"{at(closed)}/archive/main.zip")
    ann.get(f"{at(new_repository(ann))}/archive/main.zip", expect=404)
    new_token(ann, "read:issue").refused("GET", f"{at(repository)}/archive/main.zip", 403)


def test_the_address_that_people_know(repository, anonymous, server):
    answer = anonymous.session.get(f"{server.url}/{repository['full_name']}/archive/main.tar.gz", timeout=30)
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "application/octet-stream"


def test_code_that_is_switched_off_is_left_to_administrators(anonymous, new_user, server):
    ann, ben = new_user(), new_user()
    repository = new_repository(ann, auto_init=True, default_branch="main")
    ann.call("PATCH", at(repository), {"has_code": False})
    doors = [f"{server.url}/api/v1{at(repository)}/{path}" for path in ("archive/main.zip", "raw/README.md", "media/README.md")] + [
        f"{server.url}/{repository['full_name']}/{path}"
        for path in ("archive/main.tar.gz", "raw/branch/main/README.md", "media/branch/main/README.md")]
    for door in doors:
        for person, status in ((ann, 200), (ben, 403), (anonymous, 403)):
            assert person.session.get(door, timeout=30).status_code == status, door
