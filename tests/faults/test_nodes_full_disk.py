"""A drill with three nodes whose disk, with the repositories and all other files, fills up while people open issues, push branches, write
files and upload others, and is freed again. What was acknowledged is there; what finds no room is told so, and all goes on afterwards."""
import base64
import time

import pytest
from drill import (
    KEEPERS, NO_ROOM, SECONDS, TO_COME_AGAIN, Keeper, Pusher, Writer, assert_branches_are_there, assert_files_are_there,
    assert_issues_are_there, at_work, three_nodes, told,
)
from small_disk import SmallDisk

REFUSALS = TO_COME_AGAIN | NO_ROOM
SIZES = (10, 3000, 70_000, 1_200_000)  # of the last as JSON, the request's body is on the disk before anybody looks at it


@pytest.fixture
def disk(tmp_path, database):
    if database != "postgres":
        pytest.skip("a site on SQLite is one node")
    made = SmallDisk(tmp_path / "disk", 300 + int(20 * SECONDS))
    if not made.is_there:
        pytest.skip("no disk can be made here")
    yield made
    made.close()


class Committer(Keeper):
    """Writes files into the repository."""

    def keep(self, node, count, content):
        body = {"content": base64.b64encode(content).decode(), "message": "m", "branch": "main"}
        made = self.ask(node, "POST", f"/api/v1/repos/root/r/contents/f-{count}", json=body)
        return f"/api/v1/repos/root/r/raw/f-{count}" if self.must_be(201, made, "POST contents") else None


def test_what_finds_no_room_is_told_so(disk, tmp_path):
    with three_nodes(disk.folder / "site") as (nodes, token):
        writers = [Writer(nodes, number, token, REFUSALS) for number in (1, 2)]
        pusher = Pusher(nodes, 3, tmp_path / "work", size=100_000, refusals=REFUSALS)
        keepers = [kind(nodes, number, token, REFUSALS) for number, kind in enumerate((Committer, *KEEPERS), 4)]
        for keeper in keepers:
            keeper.sizes = SIZES
        load = [*writers, pusher, *keepers]
        with at_work(load):
            time.sleep(SECONDS)
            disk.fill()
            full, until = time.monotonic(), time.monotonic() + SECONDS
            while time.monotonic() < until:
                disk.fill()  # what they give up is taken as well
                time.sleep(0.01)
            freed = time.monotonic()
            disk.free()
            time.sleep(SECONDS)
        refused = [moment for each in load for moment in each.refused]
        assert any(full < moment < freed for moment in refused), "it was never full"
        assert not [moment for moment in refused if moment > freed + 2], "there is room again"
        assert_issues_are_there(nodes, token, writers)
        assert_branches_are_there(nodes, token, pusher)
        assert_files_are_there(nodes, keepers)
        for node in reversed(nodes):
            node.stop()
        nodes[0].config.chmod(0o600)
        nodes[0].run("doctor")
    print(f"\n{sum(len(each.acknowledged) for each in load)} writes acknowledged, none lost; {told(load)}")
