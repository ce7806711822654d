"""Artifacts: how tasks leave them, and who gets them."""
import base64
import hashlib
import time

import pytest
import requests
from program import wait_until
from repositories import at, let_in
from runner import Task
from workflows import new_run, new_runner


@pytest.fixture
def scene(server, new_user):
    """A repository with a run whose one task is at work."""

    class Scene:
        owner = new_user()
        url = server.url

        def __init__(self, **more):
            self.repository, self.run = new_run(self.owner, **more)
            self.path = at(self.repository) + "/actions"
            self.runner = new_runner(server.url, self.owner, self.repository)
            self.told = self.runner.take()
            self.task = Task(server.url, self.told)

        def listed(self, query="", run=False):
            path = f"{self.path}/runs/{self.run['id']}/artifacts" if run else f"{self.path}/artifacts"
            return self.owner.get(path + query).json()

        def content(self, artifact):
            found = self.owner.get(f"{self.path}/artifacts/{artifact}/zip", expect=302)
            return requests.get(found.headers["Location"], timeout=30)

    return Scene


class TestUpload:
    def test_is_listed_once_it_is_finished(self, scene):
        s = scene()
        address = s.task.begin("out")
        assert s.listed() == {"artifacts": [], "total_count": 0}
        s.task.put(address, b"PK-one")
        assert s.listed()["total_count"] == 0
        made = int(s.task.twirp("FinalizeArtifact", {"name": "out", "size": "6"})["artifactId"])
        artifact, = s.listed()["artifacts"]
        assert (artifact["id"], artifact["name"], artifact["size_in_bytes"], artifact["expired"]) == (made, "out", 6, False)
        assert artifact["workflow_run"]["id"] == s.run["id"] and artifact["workflow_run"]["head_sha"] == s.run["head_sha"]
        assert artifact == s.owner.get(f"{s.path}/artifacts/{made}").json()
        assert s.content(made).content == b"PK-one"

    def test_in_blocks_is_put_together_as_the_list_says(self, scene):
        s = scene()
        address = s.task.begin("out")
        names = [base64.b64encode(f"{i:08}".encode()).decode() for i in range(3)]
        for name, data in zip(names, (b"c" * 100000, b"a", b"b")):
            s.task.put(f"{address}&comp=block&blockid={requests.utils.quote(name)}", data)
        s.task.put(f"{address}&comp=block&blockid={requests.utils.quote(names[1])}", b"A")  # sent once more
        blocks = "".join(f"<Latest>{name}</Latest>" for name in (names[1], names[2], names[0]))
        s.task.put(f"{address}&comp=blocklist", f'<?xml version="1.0" encoding="utf-8"?><BlockList>{blocks}</BlockList>')
        whole = b"Ab" + b"c" * 100000
        s.task.twirp("FinalizeArtifact", {"name": "out", "size": str(len(whole)),
                                          "hash": "sha256:" + hashlib.sha256(whole).hexdigest()})
        artifact, = s.listed()["artifacts"]
        answer = s.content(artifact["id"])
        assert answer.content == whole and answer.headers["Content-Type"] == "application/zip"

    def test_in_a_row_is_put_together_in_order(self, scene):
        s = scene()
        address = s.task.begin("out")
        for part in b"one ", b"two ", b"three":
            s.task.put(address + "&comp=appendBlock", part)
        s.task.twirp("FinalizeArtifact", {"name": "out", "size": "13"})
        assert s.content(s.listed()["artifacts"][0]["id"]).content == b"one two three"

    def test_that_lacks_something_is_not_finished(self, scene):
        s = scene()
        address = s.task.begin("out")
        s.task.put(address, b"12345")
        s.task.twirp("FinalizeArtifact", {"name": "out", "size": "6"}, expect=400)
        s.task.twirp("FinalizeArtifact", {"name": "out", "size": "5", "hash": "sha256:" + "0" * 64}, expect=400)
        s.task.twirp("FinalizeArtifact", {"name": "other", "size": "5"}, expect=404)
        s.task.put(address + "&comp=blocklist", "<BlockList><Latest>bm9uZQ==</Latest></BlockList>", expect=400)
        s.task.put(address + "&comp=block", b"x", expect=400)
        s.task.put(address + "&comp=lease", b"x", expect=400)
        assert s.listed()["total_count"] == 0
        s.task.twirp("FinalizeArtifact", {"name": "out", "size": "5"})

    def test_ends_with_its_end(self, scene):
        s = scene()
        address = s.task.begin("out")
        s.task.put(address, b"12345")
        s.task.twirp("FinalizeArtifact", {"name": "out", "size": "5"})
        s.task.put(address, b"other", expect=404)

    def test_of_the_same_name_replaces(self, scene):
        s = scene()
        first = s.task.upload("out", b"one")
        second = s.task.upload("out", b"two")
        assert [a["id"] for a in s.listed()["artifacts"]] == [second]
        s.owner.refused("GET", f"{s.path}/artifacts/{first}", 404)

    @pytest.mark.parametrize("name", ["", "a/b", "a\\b", "a:b", "a\nb", "x" * 256])
    def test_needs_a_name_that_a_file_can_have(self, scene, name):
        scene().task.twirp("CreateArtifact", {"name": name, "version": 4}, expect=400)

    def test_address_is_worth_nothing_when_it_was_changed(self, scene):
        s = scene()
        address = s.task.begin("out")
        s.task.put(address[:-4] + "AAAA", b"x", expect=401)
        s.task.put(address.split("?")[0], b"x", expect=401)


class TestTask:
    def test_needs_its_own_token(self, scene):
        s = scene()
        for token in "nonsense", "a.b.c", s.task.context["gitea_runtime_token"][:-2] + "xx", s.task.context["token"]:
            answer = s.task.twirp("CreateArtifact", {"name": "out"}, expect=401, token=token)
            assert answer["code"] == "unauthenticated" and answer["msg"]

    def test_reaches_its_own_run_alone(self, scene):
        one, two = scene(), scene()
        two.task.upload("out", b"x")
        one.task.twirp("ListArtifacts", {"workflow_run_backend_id": str(two.run["id"])}, expect=403)
        one.task.twirp("GetSignedArtifactURL", {"name": "out"}, expect=404)

    def test_lists_fetches_and_deletes(self, scene):
        s = scene()
        one, _ = s.task.upload("one", b"1"), s.task.upload("two", b"22")
        listed = s.task.twirp("ListArtifacts", {})["artifacts"]
        assert [(a["name"], a["size"]) for a in listed] == [("one", "1"), ("two", "2")]
        assert [a["name"] for a in s.task.twirp("ListArtifacts", {"name_filter": "two"})["artifacts"]] == ["two"]
        assert [a["name"] for a in s.task.twirp("ListArtifacts", {"idFilter": str(one)})["artifacts"]] == ["one"]
        address = s.task.twirp("GetSignedArtifactURL", {"name": "two"})["signedUrl"]
        assert requests.get(address, timeout=30).content == b"22"
        s.task.twirp("DeleteArtifact", {"name": "one"})
        assert [a["name"] for a in s.listed()["artifacts"]] == ["two"]

    def test_can_do_nothing_after_its_end(self, scene):
        s = scene()
        s.runner.finish(s.told)
        s.task.twirp("CreateArtifact", {"name": "late"}, expect=401)

    def test_says_when_an_artifact_ends(self, scene):
        s = scene()
        s.task.upload("out", b"x", expiresAt=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86400)))
        s.task.upload("long", b"x", expiresAt="2999-01-01T00:00:00Z")
        ends = {a["name"]: a["expires_at"] for a in s.listed()["artifacts"]}
        days = {name: round((time.mktime(time.strptime(end, "%Y-%m-%dT%H:%M:%SZ")) - time.timezone - time.time()) / 86400)
                for name, end in ends.items()}
        assert days == {"out": 1, "long": 90}


class TestFinding:
    def test_lists_by_exact_name_and_by_run(self, scene):
        s = scene()
        for name in "out", "outer":
            s.task.upload(name, b"x")
        for run in False, True:
            assert [a["name"] for a in s.listed("?name=out", run)["artifacts"]] == ["out"]
            assert s.listed("?limit=1&page=2", run)["artifacts"][0]["name"] == "outer"
            assert s.listed("?name=Out", run)["total_count"] == 0
        assert s.owner.get(f"{s.path}/runs/99999999/artifacts").json() == {"artifacts": [], "total_count": 0}

    def test_is_for_those_who_read_actions(self, scene, new_user, anonymous):
        s = scene(private=True)
        made = s.task.upload("out", b"x")
        friend, stranger = new_user(), new_user()
        let_in(s.owner, s.repository, friend, "read")
        friend.get(f"{s.path}/artifacts/{made}")
        friend.get(f"{s.path}/artifacts/{made}/zip", expect=302)
        friend.refused("DELETE", f"{s.path}/artifacts/{made}", 403)
        stranger.refused("GET", f"{s.path}/artifacts/{made}", 404)
        anonymous.refused("GET", f"{s.path}/artifacts/{made}/zip", 404)

    def test_of_another_repository_is_unknown(self, scene):
        one, two = scene(), scene()
        made = one.task.upload("out", b"x")
        for method, more in ("GET", ""), ("GET", "/zip"), ("DELETE", ""):
            one.owner.refused(method, f"{two.path}/artifacts/{made}{more}", 404)
        for unknown in "99999999", "nonsense", "0":
            one.owner.refused("GET", f"{one.path}/artifacts/{unknown}", 404)

    def test_an_address_opens_one_file_and_nothing_else(self, scene):
        s = scene()
        one, two = s.task.upload("one", b"1"), s.task.upload("two", b"2")
        address = s.owner.get(f"{s.path}/artifacts/{one}/zip", expect=302).headers["Location"]
        assert requests.get(address, timeout=30).status_code == 200
        assert requests.get(address.replace(f"/{one}/zip", f"/{two}/zip"), timeout=30).status_code == 401
        assert requests.get(address.split("?")[0], timeout=30).status_code == 401
        assert requests.put(address.replace("/zip/raw", "/zip"), timeout=30).status_code == 405


class TestEnd:
    def test_deleted_is_gone_at_once(self, scene):
        s = scene()
        made = s.task.upload("out", b"x")
        address = s.owner.get(f"{s.path}/artifacts/{made}/zip", expect=302).headers["Location"]
        s.owner.delete(f"{s.path}/artifacts/{made}", expect=204)
        for more in "", "/zip":
            s.owner.refused("GET", f"{s.path}/artifacts/{made}{more}", 404)
        assert requests.get(address, timeout=30).status_code == 404

    def test_goes_with_its_run(self, scene):
        s = scene()
        made = s.task.upload("out", b"x")
        s.runner.finish(s.told)
        s.owner.delete(f"{s.path}/runs/{s.run['id']}", expect=204)
        s.owner.refused("GET", f"{s.path}/artifacts/{made}", 404)

    def test_comes_when_its_time_is_over(self, scene, admin):
        s = scene()
        made = s.task.upload("out", b"x", expiresAt="2020-01-01T00:00:00Z")
        admin.post("/admin/cron/cleanup_actions", expect=204)
        wait_until(lambda: s.owner.get(f"{s.path}/artifacts/{made}").json()["expired"], "the end of an artifact")
        s.owner.refused("GET", f"{s.path}/artifacts/{made}/zip", 404)
        s.task.twirp("GetSignedArtifactURL", {"name": "out"}, expect=404)
