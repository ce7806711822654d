"""PostgreSQL that does not answer: 503 with the time to come again, and no word of what is or is not there."""
import subprocess

import pytest
from client import ADMIN, Client
from program import Program, wait_until
from psql import tool


def ask(postgres, statement):
    subprocess.run([tool("psql"), "-qX", "-d", "postgres", "-c", statement], env=postgres.environment, check=True,
                   capture_output=True)


def test_it_is_503_until_it_is_back(tmp_path, database):
    if database != "postgres":
        pytest.skip("it is about PostgreSQL")
    program = Program(tmp_path, database)
    program.create_user(*ADMIN, "--admin")
    program.start()
    try:
        root = Client(program.url, basic=ADMIN)
        root = Client(program.url, token=root.post("/users/root/tokens", {"name": "t", "scopes": ["all"]}).json()["sha1"])
        root.post("/user/repos", {"name": "r"}, expect=201)
        name = program.postgres.name
        ask(program.postgres, f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS false')
        ask(program.postgres, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        for method, path, body in (("GET", "/repos/root/r", None), ("POST", "/repos/root/r/issues", {"title": "t"})):
            got = root.call(method, path, body, expect=503)
            assert int(got.headers["Retry-After"]) >= 1
        ask(program.postgres, f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS true')
        wait_until(lambda: root.session.get(f"{program.url}/api/v1/repos/root/r").status_code == 200, "the database to be back")
    finally:
        program.close()
