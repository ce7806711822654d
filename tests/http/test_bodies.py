"""What needs an account reads no body before it knows one: each byte said by hand."""
import base64

import pytest
from client import PASSWORD
from wire import Wire

HOST = "Host: 127.0.0.1\n"


def post(path, length, headers=""):
    return f"POST {path} HTTP/1.1\n{HOST}{headers}Content-Type: application/json\nContent-Length: {length}\n\n"


def basic(name, password):
    return "Authorization: Basic " + base64.b64encode(f"{name}:{password}".encode()).decode() + "\n"


@pytest.fixture
def wire(server):
    with Wire(server.port) as connection:
        yield connection


@pytest.mark.parametrize("length", (10, 100_000, 4_000_000))
class TestBeforeTheBody:
    def test_nobody(self, wire, length):
        wire.send(post("/api/v1/user/repos", length))
        assert wire.read().status == 401

    def test_a_token_that_is_none(self, wire, length):
        wire.send(post("/api/v1/user/repos", length, f"Authorization: token {'0' * 40}\n"))
        assert wire.read().status == 401

    def test_a_wrong_password(self, wire, length, new_user):
        wire.send(post("/api/v1/user/repos", length, basic(new_user().name, "wrong password")))
        assert wire.read().status == 401

    def test_a_token_without_the_scope(self, wire, length, new_user, new_token):
        token = new_token(new_user(), "read:user").made["sha1"]
        wire.send(post("/api/v1/user/repos", length, f"Authorization: token {token}\n"))
        assert wire.read().status == 403

    def test_no_continue_for_nobody(self, wire, length):
        wire.send(post("/api/v1/user/repos", length, "Expect: 100-continue\n"))
        assert wire.read().status == 401


def test_a_small_refused_body_is_read_over(wire):
    wire.send(post("/api/v1/user/repos", 10))
    assert wire.read().status == 401
    wire.send(b"0123456789" + f"GET /api/v1/version HTTP/1.1\r\nHost: a\r\n\r\n".encode())
    assert wire.read().status == 200


def test_somebody_who_may_goes_on(wire, new_user):
    ada = new_user()
    body = b'{"name": "late"}'
    wire.send(post("/api/v1/user/repos", len(body), basic(ada.name, PASSWORD)))
    wire.send(body)
    assert wire.read().status == 201


def test_what_anybody_may_send_is_read(wire):
    body = b'{"Text": "*one*", "Mode": "markdown"}'
    wire.send(post("/api/v1/markdown", len(body)))
    wire.send(body)
    assert wire.read().status in (200, 401)


def test_a_form_with_a_token_in_it(wire, new_user, new_token):
    ada = new_user()
    token = new_token(ada, "all").made["sha1"]
    body = f"access_token={token}&name=by-form".encode()
    wire.send(f"POST /api/v1/user/repos HTTP/1.1\n{HOST}Content-Type: application/x-www-form-urlencoded\n"
              f"Content-Length: {len(body)}\n\n")
    wire.send(body)
    assert wire.read().status == 201


def test_a_large_one_of_somebody_who_may_not_see_the_repository(wire, new_user):
    ada, eve = new_user(), new_user()
    ada.post("/user/repos", {"name": "hidden", "private": True, "auto_init": True}, expect=201)
    wire.send(post(f"/api/v1/repos/{ada.name}/hidden/contents/a", 5_000_000, basic(eve.name, PASSWORD)))
    assert wire.read().status == 404


def test_a_body_of_5_mib_goes_through_a_file(new_user):
    ada = new_user()
    ada.post("/user/repos", {"name": "files", "auto_init": True}, expect=201)
    content = base64.b64encode(bytes(range(256)) * (20 * 1024)).decode()
    ada.post(f"/repos/{ada.name}/files/contents/large", {"content": content, "message": "m"}, expect=201)
    assert ada.get(f"/repos/{ada.name}/files/raw/large").content == bytes(range(256)) * (20 * 1024)
