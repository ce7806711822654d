"""Bodies that nobody should wait for: large, slow, many, and without an account."""
import base64
import concurrent.futures
import json

from client import ADMIN, PASSWORD, Client
from neighbor import Neighbor, memory_of
from wire import Wire

MIB = 1 << 20
HOST = "Host: 127.0.0.1\n"


def started(program):
    program.create_user(*ADMIN, "--admin")
    program.start()
    admin = Client(program.url, basic=ADMIN)
    admin.post("/admin/users", {"username": "ada", "email": "ada@example.com", "password": PASSWORD,
                                "must_change_password": False}, expect=201)
    ada = Client(program.url, basic=("ada", PASSWORD))
    ada.post("/user/repos", {"name": "one", "auto_init": True}, expect=201)
    return ada


def authorization():
    return "Authorization: Basic " + base64.b64encode(f"ada:{PASSWORD}".encode()).decode() + "\n"


def pour(port, path, size, headers=""):
    """Sends a body of that size as fast as it is taken; the status that came, or nothing where it was hung up."""
    with Wire(port) as wire:
        wire.send(f"POST {path} HTTP/1.1\n{HOST}{headers}Content-Type: application/json\nContent-Length: {size}\n\n")
        try:
            for _ in range(size // MIB):
                wire.send(b"[" * MIB)
        except (BrokenPipeError, ConnectionResetError):
            pass
        try:
            return wire.read().status
        except AssertionError:
            return None


def test_strangers_fill_no_memory(program):
    started(program)
    before = memory_of(program)
    with Neighbor(program) as neighbor, concurrent.futures.ThreadPoolExecutor(20) as pool:
        got = list(pool.map(lambda _: pour(program.port, "/api/v1/repos/ada/one/contents/a", 127 * MIB), range(20)))
    assert set(got) <= {401, None} and 401 in got
    neighbor.was_not_disturbed(before + 32 * MIB)


def test_many_large_bodies_of_one_account(program):
    started(program)
    before = memory_of(program)
    with Neighbor(program) as neighbor, concurrent.futures.ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda _: pour(program.port, "/api/v1/repos/ada/one/contents/a", 100 * MIB, authorization()),
                            range(8)))
    assert set(got) <= {422, 400, 503, None}
    neighbor.was_not_disturbed(before + 300 * MIB)


def test_a_file_of_10_mib_is_still_taken(program):
    ada = started(program)
    content = base64.b64encode(b"x" * (10 * MIB)).decode()
    ada.post("/repos/ada/one/contents/large", {"content": content, "message": "large"}, expect=201)
    assert len(ada.get("/repos/ada/one/raw/large").content) == 10 * MIB


def test_json_that_has_no_files_ends_at_4_mib(program):
    ada = started(program)
    ada.call("POST", "/repos/ada/one/issues", expect=413, data=json.dumps({"title": "x", "body": "y" * (5 * MIB)}),
             headers={"Content-Type": "application/json"})
