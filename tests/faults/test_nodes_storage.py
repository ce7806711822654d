"""A drill with three nodes whose files are on a server elsewhere, which speaks S3, while people upload and read them: connections to it
are reset and refused, and later nothing comes any more. What was acknowledged is there, whole; who asks meanwhile is told
to come again, or waits; and whoever needs no file notices nothing."""
import os
import time
import urllib.parse

import pytest
from drill import KEEPERS, SECONDS, Writer, assert_files_are_there, assert_issues_are_there, at_work, three_nodes, told
from relay import Relay


@pytest.fixture
def way():
    if not os.environ.get("CAIRN_TEST_S3"):
        pytest.skip("no S3 server: tools/s3.sh starts one")
    server = urllib.parse.urlsplit(os.environ["CAIRN_TEST_S3"])
    relay = Relay(server.hostname, server.port)
    relay.settings = {"STORAGE_TYPE": "minio", "MINIO_ENDPOINT": f"127.0.0.1:{relay.port}", "MINIO_BUCKET": server.path.strip("/"),
                      "MINIO_ACCESS_KEY_ID": server.username, "MINIO_SECRET_ACCESS_KEY": server.password}
    yield relay
    relay.close()


@pytest.fixture
def site(tmp_path, database, way):
    if database != "postgres":
        pytest.skip("a site on SQLite is one node")
    with three_nodes(tmp_path / "site", storage=way.settings) as made:
        yield made


def test_files_are_whole_or_refused(site, way):
    nodes, token = site
    keepers = [kind(nodes, number, token) for number, kind in enumerate(2 * KEEPERS)]
    writer = Writer(nodes, len(keepers), token)
    with at_work([*keepers, writer]):
        for fault in (way.cut, way.silence):
            time.sleep(SECONDS)
            fault()
            time.sleep(SECONDS)
            way.mend()
        time.sleep(SECONDS)
    assert any(keeper.refused for keeper in keepers), "nothing was cut"
    assert all(keeper.acknowledged for keeper in keepers)
    assert not writer.refused, "who needs no file notices nothing"
    assert max(keeper.longest for keeper in keepers) < SECONDS + 15
    assert_files_are_there(nodes, keepers)
    assert_issues_are_there(nodes, token, [writer])
    print(f"\n{sum(len(keeper.acknowledged) for keeper in keepers)} files and {len(writer.acknowledged)} issues acknowledged, none lost; "
          f"{told(keepers)}")
