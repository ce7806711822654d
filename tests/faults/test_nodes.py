"""Drills with three nodes on one PostgreSQL and one folder, under load: one is killed, one is stopped and started in order, the
database crashes. No acknowledged write is lost or done twice, nobody gets a wrong answer, what cannot be answered is a 503 or a
connection that breaks, and that ends by itself."""
import os
import time

import pytest
from balancer import Balancer
from drill import SECONDS, Pusher, Writer, assert_branches_are_there, assert_issues_are_there, at_work, three_nodes, told
from postgres_crash import crash

WRITERS = 6
IN_ORDER = "one node is stopped in order"


@pytest.fixture
def site(tmp_path, database):
    if database != "postgres":
        pytest.skip("a site on SQLite is one node")
    with three_nodes(tmp_path / "site", drain_time="2s") as made:
        yield made


def drills(nodes):
    yield "one node is killed", nodes[1].kill
    yield "it starts again", nodes[1].start
    yield "PostgreSQL crashes", lambda: crash(nodes[0].postgres)
    yield IN_ORDER, nodes[2].stop
    yield "it starts again", nodes[2].start


def test_nothing_is_lost_and_nothing_wrong(site, tmp_path):
    nodes, token = site
    balancer = Balancer(tmp_path, nodes)
    pusher, balanced = Pusher(nodes, 0, tmp_path / "work"), Writer([balancer], WRITERS + 1, token)
    writers = [*(Writer(nodes, number, token) for number in range(1, WRITERS + 1)), balanced]
    load, in_order = [*writers, pusher], []
    try:
        with at_work(load):
            for what, fault in drills(nodes):
                time.sleep(SECONDS)
                since = time.monotonic()
                fault()
                if what == IN_ORDER:
                    in_order.append((since, time.monotonic()))
            time.sleep(SECONDS)
    finally:
        balancer.close()
    assert max(each.longest for each in load) < 20, "the database has recovered long before"
    assert not [moment for moment in balanced.refused for begin, end in in_order if begin <= moment <= end]
    assert_issues_are_there(nodes, token, writers)
    assert_branches_are_there(nodes, token, pusher)
    for node in reversed(nodes):
        node.stop()
    os.chmod(nodes[0].config, 0o600)
    nodes[0].run("doctor")
    print(f"\n{sum(len(writer.acknowledged) for writer in writers)} issues and {len(pusher.acknowledged)} pushes acknowledged, none lost; "
          f"{told(load)}")
