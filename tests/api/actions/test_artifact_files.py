"""Artifacts of the older protocol: files that come one by one, and both protocols side by side."""
import base64
import gzip
import hashlib
import io
import zipfile

import pytest
import requests
from program import wait_until
from repositories import at
from runner import Pipeline, Task
from workflows import new_run, new_runner


@pytest.fixture
def scene(server, new_user):
    """A repository with a run whose one task is at work."""

    class Scene:
        owner = new_user()

        def __init__(self):
            self.repository, self.run = new_run(self.owner)
            self.path = at(self.repository) + "/actions"
            self.runner = new_runner(server.url, self.owner, self.repository)
            self.told = self.runner.take()
            self.task, self.old = Task(server.url, self.told), Pipeline(server.url, self.told)

        def listed(self):
            return self.owner.get(f"{self.path}/runs/{self.run['id']}/artifacts").json()["artifacts"]

        def archive(self, artifact):
            found = self.owner.get(f"{self.path}/artifacts/{artifact}/zip", expect=302)
            answer = requests.get(found.headers["Location"], timeout=30)
            assert answer.status_code == 200 and answer.headers["Content-Type"] == "application/zip"
            with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
                assert files.testzip() is None
                return {name: files.read(name) for name in files.namelist()}

    return Scene


def test_files_come_one_by_one_and_are_listed_at_the_end(scene):
    s = scene()
    container = s.old.begin("out")
    s.old.put(container, "out/a.txt", b"one")
    s.old.put(container, "out/sub/b c.txt", b"two")
    s.old.put(container, "out\\win\\c.txt", b"three")
    assert s.old.listed() == {"count": 0, "value": []} and s.listed() == []
    assert s.old.finish("out", 11)["size"] == 11
    listed = s.old.listed()
    assert listed["count"] == 1 and (listed["value"][0]["name"], listed["value"][0]["type"]) == ("out", "actions_storage")
    assert s.old.files("out") == {"out/a.txt": b"one", "out/sub/b c.txt": b"two", "out/win/c.txt": b"three"}
    assert {(one["itemType"], one["fileLength"]) for one in s.old.items("out")} == {("file", 3), ("file", 5)}
    artifact, = s.listed()
    assert (artifact["name"], artifact["size_in_bytes"]) == ("out", 11)
    assert s.archive(artifact["id"]) == {"a.txt": b"one", "sub/b c.txt": b"two", "win/c.txt": b"three"}


def test_ranges_come_in_any_order_and_again(scene):
    s = scene()
    container = s.old.begin("out")
    data = bytes(range(256)) * 40
    parts = [(first, data[first:first + 3000]) for first in range(0, len(data), 3000)]
    for first, part in [parts[2], parts[0], parts[2], parts[3]]:
        s.old.put(container, "out/x", part, f"bytes {first}-{first + len(part) - 1}/{len(data)}")
    s.old.finish("out")
    assert s.old.items("out") == [], "a file that lacks something is none"
    first, part = parts[1]
    s.old.put(container, "out/x", part, f"bytes {first}-{first + len(part) - 1}/{len(data)}")
    s.old.put(container, "out/x", parts[3][1], f"bytes {parts[3][0]}-{len(data) - 1}/{len(data)}")  # its answer was lost
    assert s.old.files("out") == {"out/x": data}


def test_a_file_that_comes_anew_replaces(scene):
    s = scene()
    container = s.old.begin("out")
    s.old.put(container, "out/x", b"first")
    s.old.put(container, "out/x", b"other")
    assert s.old.finish("out")["size"] == 5
    assert s.old.files("out") == {"out/x": b"other"}
    s.old.put(container, "out/x", b"longer than that")
    assert s.old.files("out") == {"out/x": b"longer than that"}


def test_packed_files_are_fetched_packed_or_not(scene):
    s = scene()
    container = s.old.begin("out")
    data = b"hello " * 5000
    packed = gzip.compress(data)
    half = len(packed) // 2
    for first, part in (half, packed[half:]), (0, packed[:half]):
        s.old.put(container, "out/x", part, f"bytes {first}-{first + len(part) - 1}/{len(packed)}",
                  **{"Content-Encoding": "gzip", "x-tfs-filelength": str(len(data)),
                     "x-actions-results-md5": base64.b64encode(hashlib.md5(part).digest()).decode()})
    assert s.old.finish("out", len(data))["size"] == len(data)
    location = s.old.items("out")[0]["contentLocation"]
    for coding, sent in ("gzip", packed), ("identity", data):
        answer = s.old.send("GET", location, headers={"Accept-Encoding": coding}, stream=True)
        assert answer.headers.get("Content-Encoding") == ("gzip" if coding == "gzip" else None)
        assert answer.raw.read(decode_content=False) == sent
    assert s.archive(s.listed()[0]["id"]) == {"x": data}


def test_an_empty_file_is_one(scene):
    s = scene()
    container = s.old.begin("out")
    s.old.put(container, "out/empty", b"", "bytes 0--1/0")
    s.old.finish("out")
    assert s.old.files("out") == {"out/empty": b""} and s.old.items("out")[0]["fileLength"] == 0
    assert s.archive(s.listed()[0]["id"]) == {"empty": b""}


@pytest.mark.parametrize("span, headers", [
    ("bytes 0-3/5", {}), ("bytes 0-9/10", {}), ("bytes 3-1/5", {}), ("bytes 0-4/4", {}), ("bytes x", {}), ("nonsense", {}),
    ("bytes 0-99999999999999999999/5", {}), ("bytes -1-4/5", {}),
    ("bytes 0-4/5", {"x-actions-results-md5": "nonsense"}),
    ("bytes 0-4/5", {"x-actions-results-md5": base64.b64encode(bytes(16)).decode()}),
    ("bytes 0-4/5", {"Content-Encoding": "gzip"}), ("bytes 0-4/5", {"Content-Encoding": "gzip", "x-tfs-filelength": "-1"}),
])
def test_what_does_not_fit_is_refused(scene, span, headers):
    s = scene()
    container = s.old.begin("out")
    answer = s.old.session.put(container, params={"itemPath": "out/x"}, data=b"12345", timeout=30,
                               headers={"Content-Range": span, **headers})
    assert answer.status_code in (400, 413) and answer.json()["message"]
    s.old.finish("out")
    assert s.old.items("out") == []


@pytest.mark.parametrize("path", ["", "out", "out/", "other/x", "outer/x", "out/../x", "out/./x", "out//x", "/out/x",
                                  "out/a\nb", "out/..\\x", "out/" + "x" * 2000])
def test_a_path_leads_nowhere_else(scene, path):
    s = scene()
    s.old.put(s.old.begin("out"), path, b"x", expect=400)


def test_much_too_much_is_refused_before_it_comes(scene):
    s = scene()
    container = s.old.begin("out")
    s.old.put(container, "out/x", b"x", f"bytes 0-0/{5 << 30}", expect=413)
    s.old.put(container, "out/x", b"x", "bytes 0-0/1", expect=413,
              **{"Content-Encoding": "gzip", "x-tfs-filelength": str(5 << 30)})


@pytest.mark.parametrize("name", ["", "a/b", "a:b", "x" * 256])
def test_needs_a_name_that_a_file_can_have(scene, name):
    scene().old.begin(name, expect=400)


def test_is_for_the_task_and_its_own_run(scene, server):
    one, two = scene(), scene()
    container = two.old.begin("out")
    two.old.put(container, "out/x", b"x")
    two.old.finish("out")
    location = two.old.items("out")[0]["contentLocation"]
    stranger = Pipeline(server.url, one.told, run=two.run["id"])
    stranger.send("GET", stranger.root, 403)
    stranger.begin("mine", expect=403)
    stranger.finish("out", expect=403)
    for address in container, location:
        stranger.send("GET", address, 403)
        stranger.send("GET", address.replace(f"/{two.run['id']}/", f"/{one.run['id']}/"), 404)
    stranger.put(container, "out/y", b"y", expect=403)
    for token in "nonsense", one.told["context"]["token"]:
        stranger.session.headers["Authorization"] = f"Bearer {token}"
        stranger.send("GET", one.old.root, 401)
    two.runner.finish(two.told)
    two.old.send("GET", location, 401)


def test_jobs_of_a_run_add_to_the_same(scene):
    s = scene()
    first = s.old.begin("out")
    s.old.put(first, "out/a", b"a")
    s.old.finish("out", 1)
    second = s.old.begin("out")
    assert first == second
    assert [a["name"] for a in s.listed()] == ["out"], "it stays to be seen meanwhile"
    s.old.put(second, "out/b", b"bb")
    assert s.old.finish("out", 2)["size"] == 3
    assert s.old.files("out") == {"out/a": b"a", "out/b": b"bb"}


def test_each_protocol_sees_what_came_by_the_other(scene):
    s = scene()
    s.task.upload("new", b"PK-new")
    container = s.old.begin("old")
    s.old.put(container, "old/x", b"x")
    s.old.finish("old")
    assert [one["name"] for one in s.old.listed()["value"]] == ["new", "old"]
    assert s.old.files("new") == {"new/new.zip": b"PK-new"}
    assert [(a["name"], a["size"]) for a in s.task.twirp("ListArtifacts", {})["artifacts"]] == [("new", "6"), ("old", "1")]
    address = s.task.twirp("GetSignedArtifactURL", {"name": "old"})["signedUrl"]
    with zipfile.ZipFile(io.BytesIO(requests.get(address, timeout=30).content)) as files:
        assert files.read("x") == b"x"
    s.task.twirp("FinalizeArtifact", {"name": "old", "size": "1"}, expect=404)
    s.old.finish("new", expect=404)
    s.task.upload("old", b"PK")
    assert s.old.files("old") == {"old/old.zip": b"PK"}, "the newer one replaces"
    s.old.put(s.old.begin("new"), "new/y", b"y")
    s.old.finish("new")
    assert s.old.files("new") == {"new/y": b"y"}
    s.task.twirp("DeleteArtifact", {"name": "new"})
    assert [one["name"] for one in s.old.listed()["value"]] == ["old"]


def test_what_never_ends_is_cleaned_up(scene, server, admin):
    s = scene()
    container = s.old.begin("begun")
    s.old.put(container, "begun/x", b"x")
    done = s.old.begin("done")
    s.old.put(done, "done/whole", b"x")
    s.old.put(done, "done/half", b"x", "bytes 0-0/2")
    s.old.finish("done")
    run = s.run["id"]
    server.sql(f"UPDATE action_artifact SET created_at = 1000 WHERE run_id = {run}")
    server.sql("UPDATE artifact_file SET updated_at = 1000 WHERE artifact_id IN (SELECT id FROM action_artifact"
               f" WHERE run_id = {run})")
    admin.post("/admin/cron/cleanup_actions", expect=204)

    def gone():
        return s.old.session.put(container, params={"itemPath": "begun/x"}, data=b"x", timeout=30,
                                 headers={"Content-Range": "bytes 0-0/1"}).status_code == 404
    wait_until(gone, "the end of an upload that nobody finished")
    s.old.put(done, "done/half", b"y", "bytes 1-1/2")
    s.old.finish("done")
    assert s.old.files("done") == {"done/whole": b"x"}, "its other half is gone, that of a whole file is not"


def test_ends_when_it_says(scene, admin):
    s = scene()
    s.old.put(s.old.begin("out", RetentionDays=1), "out/x", b"x")
    s.old.put(s.old.begin("long", RetentionDays=9999), "long/x", b"x")
    for name in "out", "long":
        s.old.finish(name)
    ends = {one["name"]: one["expires_at"] for one in s.listed()}
    assert ends["out"] < ends["long"] and s.told["context"]["retention_days"] == "90"
