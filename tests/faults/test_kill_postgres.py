"""A crash inside of PostgreSQL, after which it counts those transactions once more that were undone and not yet in its log on the
disk: what was read before must not be taken for what is there now."""
import pytest
from client import ADMIN, Client
from postgres_crash import ask, crash
from program import Program, wait_until


def test_what_is_recalled_does_not_outlive_a_crash(tmp_path, database):
    if database != "postgres":
        pytest.skip("it is about PostgreSQL")
    program = Program(tmp_path, database)
    program.create_user(*ADMIN, "--admin")
    program.start()
    try:
        root = Client(program.url, basic=ADMIN)
        root = Client(program.url, token=root.post("/users/root/tokens", {"name": "t", "scopes": ["all"]}).json()["sha1"])
        root.post("/user/repos", {"name": "r"})
        labels = f"/repos/{ADMIN[0]}/r/labels"
        for number in range(8):  # how many transactions are counted once more differs
            root.get(labels)
            ask(program.postgres, "CHECKPOINT")
            ask(program.postgres, "BEGIN; SELECT txid_current(); ROLLBACK")
            assert len(root.get(labels).json()) == number
            crash(program.postgres)
            wait_until(lambda: root.session.get(f"{program.url}/api/v1/user").ok, "Cairn to find PostgreSQL again")
            root.post(labels, {"name": f"new {number}", "color": "#00aabb"}, expect=201)
            assert len(root.get(labels).json()) == number + 1
    finally:
        program.close()
