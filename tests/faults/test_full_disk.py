"""A disk that is full: told as what it is, nothing is lost, and all goes on when there is room again."""
import base64
import os

import pytest
from client import ADMIN, Client
from program import Program
from small_disk import MIB, SmallDisk


@pytest.fixture
def small_disk(tmp_path):
    disk = SmallDisk(tmp_path / "disk", 48)
    if not disk.is_there:
        pytest.skip("no disk can be made here")
    yield disk
    disk.close()


def test_writes_are_507_and_reads_go_on(small_disk, database):
    if database != "sqlite":
        pytest.skip("the other database is elsewhere")
    program = Program(small_disk.folder / "data", database)
    program.create_user(*ADMIN, "--admin")
    program.start()
    try:
        root = Client(program.url, basic=ADMIN)
        root = Client(program.url, token=root.post("/users/root/tokens", {"name": "t", "scopes": ["all"]}).json()["sha1"])
        root.post("/user/repos", {"name": "r", "auto_init": True}, expect=201)
        root.post("/repos/root/r/issues", {"title": "before"}, expect=201)
        large = base64.b64encode(os.urandom(3 * MIB)).decode()
        small_disk.fill()
        for path, body in (("/repos/root/r/contents/a", {"content": large, "message": "m"}),
                           ("/repos/root/r/issues", {"title": "t", "body": "x" * 200_000})):
            got = root.call("POST", path, body, expect=507)
            assert "room" in got.json()["message"]
        assert root.get("/repos/root/r/issues").json()[0]["title"] == "before"
        assert root.get("/repos/root/r/raw/README.md").content
        small_disk.free()
        root.post("/repos/root/r/contents/a", {"content": large, "message": "m"}, expect=201)
        root.post("/repos/root/r/issues", {"title": "after"}, expect=201)
    finally:
        program.close()
