"""Tags, releases and their files."""
import concurrent.futures

import pytest
from client import Client
from repositories import at, let_in, new_repository


@pytest.fixture(scope="module")
def owner(new_user):
    return new_user()


@pytest.fixture(scope="module")
def reader(new_user):
    return new_user()


@pytest.fixture
def repo(owner):
    return at(new_repository(owner, auto_init=True, default_branch="main"))


def release(who, repo, tag="v1", **more):
    return who.post(f"{repo}/releases", {"tag_name": tag, **more}, expect=201).json()


def upload(who, repo, number, name, content, expect=201):
    return who.call("POST", f"{repo}/releases/{number}/assets", params={"name": name}, data=content, expect=expect,
                    headers={"Content-Type": "application/octet-stream"})


def download(who, address, **headers):
    return who.session.get(address, headers=headers, timeout=30)


class TestTags:
    def test_with_and_without_an_object(self, owner, repo):
        light = owner.post(f"{repo}/tags", {"tag_name": "light"}, expect=201).json()
        full = owner.post(f"{repo}/tags", {"tag_name": "deep/full", "message": "subject\n\nbody"}, expect=201).json()
        assert light["id"] == light["commit"]["sha"] == full["commit"]["sha"] != full["id"]
        assert full["message"] == "subject\n\nbody\n"
        assert owner.get(f"{repo}/tags/deep/full").json() == full
        listed = owner.get(f"{repo}/tags")
        assert {tag["name"] for tag in listed.json()} == {"light", "deep/full"}
        assert listed.headers["X-Total-Count"] == "2" and "Link" not in listed.headers
        owner.delete(f"{repo}/tags/light", expect=204)
        owner.refused("DELETE", f"{repo}/tags/light", 404)

    def test_refusals(self, owner, reader, repo):
        owner.post(f"{repo}/tags", {"tag_name": "v1"}, expect=201)
        owner.refused("POST", f"{repo}/tags", 409, {"tag_name": "V1"})
        owner.refused("POST", f"{repo}/tags", 404, {"tag_name": "x", "target": "nowhere"})
        owner.refused("POST", f"{repo}/tags", 422, {"tag_name": "a..b"})
        owner.refused("POST", f"{repo}/tags", 422, {})
        reader.refused("POST", f"{repo}/tags", 403, {"tag_name": "x"})
        owner.refused("GET", f"{repo}/tags/V1", 404)


    def test_one_of_many_wins_whatever_the_case(self, owner, repo):
        for number in range(4):
            names = [f"t{number}", f"T{number}"] * 2
            with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
                answers = pool.map(lambda name: owner.session.post(
                    f"{owner.url}/api/v1{repo}/tags", json={"tag_name": name}, timeout=30), names)
            assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


class TestReleases:
    def test_the_tag_is_made_and_stays(self, owner, repo):
        made = release(owner, repo, name="n" * 300, body="notes")
        assert made["name"] == "n" * 252 + "…" and made["target_commitish"] == "main" and made["published_at"]
        assert owner.get(f"{repo}/releases/tags/V1").json()["id"] == made["id"]
        assert owner.get(repo).json()["release_counter"] == 1
        owner.refused("DELETE", f"{repo}/tags/v1", 409)
        owner.delete(f"{repo}/releases/{made['id']}", expect=204)
        owner.refused("GET", f"{repo}/releases/{made['id']}", 404)
        assert owner.get(f"{repo}/releases/{made['id']}/assets").json() == []
        owner.get(f"{repo}/tags/v1", expect=200)
        assert owner.get(repo).json()["release_counter"] == 0
        again = release(owner, repo)
        assert again["target_commitish"] == ""

    def test_drafts_are_for_those_who_write(self, owner, reader, anonymous, new_token, repo):
        draft = release(owner, repo, draft=True)
        assert draft["published_at"] is None
        owner.refused("GET", f"{repo}/tags/v1", 404)
        for who in (reader, anonymous, new_token(owner, "read:repository")):
            assert who.get(f"{repo}/releases").json() == []
            who.refused("GET", f"{repo}/releases/{draft['id']}", 404)
        assert owner.get(f"{repo}/releases?draft=true").headers["X-Total-Count"] == "1"
        owner.refused("GET", f"{repo}/releases/latest", 404)
        published = owner.call("PATCH", f"{repo}/releases/{draft['id']}", {"draft": False}, expect=200).json()
        assert published["published_at"]
        owner.get(f"{repo}/tags/v1", expect=200)
        assert anonymous.get(f"{repo}/releases/latest").json()["id"] == draft["id"]

    def test_lists_are_filtered(self, owner, repo):
        for tag, pre in (("v1.0", False), ("v1_1", True), ("w%", False)):
            release(owner, repo, tag, prerelease=pre)
        found = lambda query: {r["tag_name"] for r in owner.get(f"{repo}/releases", params=query).json()}
        assert found({"pre-release": "true"}) == {"v1_1"}
        assert found({"tag_filter": "V*1"}) == {"v1.0", "v1_1"}
        assert found({"tag_filter": "_"}) == {"v1_1"}
        assert found({"tag_filter": "%"}) == {"w%"}

    def test_another_tag(self, owner, repo):
        made = release(owner, repo)
        release(owner, repo, "v2")
        owner.refused("PATCH", f"{repo}/releases/{made['id']}", 409, {"tag_name": "V2"})
        owner.call("PATCH", f"{repo}/releases/{made['id']}", {"tag_name": "v1-final"}, expect=200)
        owner.get(f"{repo}/tags/v1", expect=200)
        owner.get(f"{repo}/tags/v1-final", expect=200)
        owner.refused("GET", f"{repo}/releases/tags/v1", 404)

    def test_refusals(self, owner, reader, anonymous, repo):
        empty = at(new_repository(owner))
        owner.refused("POST", f"{empty}/releases", 422, {"tag_name": "v1"})
        owner.refused("POST", f"{repo}/releases", 404, {"tag_name": "v1", "target_commitish": "nowhere"})
        owner.refused("POST", f"{repo}/releases", 422, {"tag_name": "a..b", "draft": True})
        reader.refused("POST", f"{repo}/releases", 403, {"tag_name": "v1"})
        anonymous.refused("POST", f"{repo}/releases", 401, {"tag_name": "v1"})
        owner.call("PATCH", repo, {"has_releases": False}, expect=200)
        reader.refused("GET", f"{repo}/releases", 403)


class TestAssets:
    def test_come_and_go(self, owner, anonymous, repo):
        number = release(owner, repo, "v/1")["id"]
        form = owner.call("POST", f"{repo}/releases/{number}/assets", expect=201,
                          files={"note": (None, "x"), "attachment": ("C:\\dir\\one two.txt", b"bytes\r\n--")}).json()
        assert form["name"] == "one two.txt" and form["size"] == 9
        raw = upload(owner, repo, number, "b.bin", b"\0" * 100).json()
        listed = owner.get(f"{repo}/releases/{number}/assets").json()
        assert [asset["name"] for asset in listed] == ["b.bin", "one two.txt"]
        for address in (form["browser_download_url"], listed[1]["browser_download_url"]):
            answer = download(anonymous, address)
            assert answer.content == b"bytes\r\n--" and answer.headers["Content-Type"].startswith("text/plain")
            assert "sandbox" in answer.headers["Content-Security-Policy"]
        part = download(anonymous, raw["browser_download_url"], Range="bytes=10-19")
        assert part.status_code == 206 and part.content == b"\0" * 10
        assert owner.get(f"{repo}/releases/{number}/assets/{form['id']}").json()["download_count"] == 2
        renamed = owner.call("PATCH", f"{repo}/releases/{number}/assets/{form['id']}", {"name": "b.bin"}, expect=201).json()
        assert renamed["name"] == "b.bin"
        assert all("/attachments/" in a["browser_download_url"] for a in owner.get(f"{repo}/releases/{number}/assets").json())
        owner.delete(f"{repo}/releases/{number}/assets/{form['id']}", expect=204)
        assert download(anonymous, form["browser_download_url"]).status_code == 404
        owner.delete(f"{repo}/releases/{number}", expect=204)
        assert download(anonymous, raw["browser_download_url"]).status_code == 404

    def test_of_a_private_repository_are_private(self, owner, reader, anonymous):
        made = new_repository(owner, auto_init=True, private=True)
        number = release(owner, at(made))["id"]
        asset = upload(owner, at(made), number, "a", b"a").json()["browser_download_url"]
        assert download(owner, asset).status_code == 200
        assert download(anonymous, asset).status_code == download(reader, asset).status_code == 404
        let_in(owner, made, reader, "read")
        assert download(reader, asset).status_code == 200

    def test_of_a_draft_are_for_those_who_write(self, owner, reader, anonymous, repo):
        number = release(owner, repo, draft=True)["id"]
        asset = upload(owner, repo, number, "a", b"a").json()["browser_download_url"]
        assert download(owner, asset).status_code == 200
        assert download(anonymous, asset).status_code == download(reader, asset).status_code == 404

    def test_refusals(self, owner, reader, anonymous, repo):
        number = release(owner, repo)["id"]
        upload(owner, repo, number, "", b"x", expect=400)
        upload(owner, repo, number, "..", b"x", expect=400)
        upload(owner, repo, 999999999, "a", b"x", expect=404)
        upload(reader, repo, number, "a", b"x", expect=403)
        upload(anonymous, repo, number, "a", b"x", expect=401)
        owner.call("POST", f"{repo}/releases/{number}/assets", files={"wrong": ("x", b"x")}, expect=400)
        owner.call("POST", f"{repo}/releases/{number}/assets", data=b"--b\r\nbroken", expect=400,
                   headers={"Content-Type": "multipart/form-data; boundary=b"})
        upload(owner, repo, number, "empty", b"")


def test_files_that_are_too_large_or_of_another_type_are_not_kept(program):
    program.settings["repository.release"] = {"FILE_MAX_SIZE": 1, "ALLOWED_TYPES": ".zip,text/plain"}
    program.write_config()
    program.create_user("solo", "pass-word-1")
    program.start()
    solo = Client(program.url, basic=("solo", "pass-word-1"))
    repo = at(new_repository(solo, auto_init=True))
    number = release(solo, repo)["id"]
    upload(solo, repo, number, "a.bin", b"text")
    upload(solo, repo, number, "a.zip", b"\0" * (1 << 20))
    upload(solo, repo, number, "a.bin", b"\0", expect=422)
    upload(solo, repo, number, "b.zip", b"\0" * ((1 << 20) + 1), expect=413)
    assert len(solo.get(f"{repo}/releases/{number}/assets").json()) == 2
