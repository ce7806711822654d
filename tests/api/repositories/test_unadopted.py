"""Repositories that somebody has put into the store by hand: /admin/unadopted."""
import subprocess

import pytest
from repositories import new_repository


@pytest.fixture
def put(server):
    """put("owner/name") makes a repository with a commit on the disk that the site does not know."""

    def make(name, branch="trunk"):
        folder = server.folder / "repositories" / f"{name}.git"
        folder.parent.mkdir(parents=True, exist_ok=True)
        git = lambda *words, **more: subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True, text=True, **more)
        subprocess.run(["git", "init", "--bare", "-q", "-b", branch, folder], check=True)
        tree = git("mktree", input="").stdout.strip()
        commit = git("-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit-tree", "-m", "first", tree).stdout.strip()
        git("update-ref", f"refs/heads/{branch}", commit)
        return folder

    return make


def test_one_is_listed_and_taken_over(admin, new_user, put):
    who = new_user()
    folder = put(f"{who.name}/found")
    listed = admin.get(f"/admin/unadopted?pattern={who.name}/f*")
    assert listed.json() == [f"{who.name}/found"] and listed.headers["X-Total-Count"] == "1"
    assert admin.get(f"/admin/unadopted?query={who.name}/other*").json() == []
    admin.post(f"/admin/unadopted/{who.name}/found", expect=204)
    assert not folder.exists() and admin.get(f"/admin/unadopted?pattern={who.name}").json() == []
    repository = who.get(f"/repos/{who.name}/found").json()
    assert repository["private"] and not repository["empty"] and repository["default_branch"] == "trunk"
    admin.refused("POST", f"/admin/unadopted/{who.name}/found", 404)


def test_a_page_tells_the_total_and_links_no_other(admin, new_user, put):
    who = new_user()
    for name in ("one", "two"):
        put(f"{who.name}/{name}")
    first, second = (admin.get(f"/admin/unadopted?pattern={who.name}&limit=1&page={page}") for page in (1, 2))
    assert sorted(first.json() + second.json()) == [f"{who.name}/one", f"{who.name}/two"]
    assert first.headers["X-Total-Count"] == "2" and "Link" not in first.headers


def test_one_can_be_deleted(admin, new_user, put):
    who = new_user()
    folder = put(f"{who.name}/found")
    admin.delete(f"/admin/unadopted/{who.name}/found", expect=204)
    assert not folder.exists()
    admin.refused("DELETE", f"/admin/unadopted/{who.name}/found", 404)


def test_what_is_known_or_not_there_is_not_found(admin, new_user, put):
    who = new_user()
    known = new_repository(who)
    put(f"{who.name}/{known['name']}")
    put("nobody-of-that-name/found")
    for name in (f"{who.name}/{known['name']}", f"{who.name}/missing", "nobody-of-that-name/found", f"{who.name}/..%2F..%2Fetc"):
        for method in ("POST", "DELETE"):
            admin.refused(method, f"/admin/unadopted/{name}", 404)
    assert admin.get(f"/admin/unadopted?pattern={who.name}").json() == []


def test_a_link_is_not_followed(admin, new_user, put, server, tmp_path):
    who = new_user()
    put("elsewhere/found").rename(tmp_path / "found.git")
    folder = server.folder / "repositories" / who.name
    folder.mkdir()
    (folder / "found.git").symlink_to(tmp_path / "found.git")
    assert admin.get(f"/admin/unadopted?pattern={who.name}").json() == []
    admin.refused("POST", f"/admin/unadopted/{who.name}/found", 404)


def test_only_administrators_may(new_user, anonymous):
    who = new_user()
    for method, path in (("GET", "/admin/unadopted"), ("POST", "/admin/unadopted/a/b"), ("DELETE", "/admin/unadopted/a/b")):
        who.refused(method, path, 403)
        anonymous.refused(method, path, 401)
