"""HTTP/1.1 as clients and attackers speak it, byte by byte, to the running program."""
import base64
import concurrent.futures
import gzip
import json
import re

import pytest
from client import ADMIN, PASSWORD
from wire import Wire

HOST = "Host: 127.0.0.1\n"
GET_VERSION = f"GET /api/v1/version HTTP/1.1\n{HOST}\n"


@pytest.fixture
def wire(server):
    with Wire(server.port) as connection:
        yield connection


def basic(name, password):
    return "Authorization: Basic " + base64.b64encode(f"{name}:{password}".encode()).decode() + "\n"


def create_token(user, headers, body=""):
    return f"POST /api/v1/users/{user.name}/tokens HTTP/1.1\n{HOST}{basic(user.name, PASSWORD)}{headers}\n{body}"


class TestKeepingTheConnection:
    def test_many_requests_on_one(self, wire):
        for _ in range(20):
            wire.send(GET_VERSION)
            assert wire.read().status == 200

    def test_pipelined_answers_come_in_order(self, wire):
        paths = ["/api/v1/version", "/api/v1/user", "/api/v1/nothing", "/swagger.v1.json", "/api/v1/version"] * 4
        wire.send("".join(f"GET {path} HTTP/1.1\n{HOST}\n" for path in paths))
        assert [wire.read().status for _ in paths] == [200, 401, 404, 200, 200] * 4

    def test_a_refused_body_does_not_become_the_next_request(self, wire, new_user):
        ada = new_user()
        smuggled = "DELETE /api/v1/token HTTP/1.1\r\n\r\n"
        wire.send(f"POST /api/v1/nothing HTTP/1.1\n{HOST}Content-Length: {len(smuggled)}\n\n")
        wire.send(smuggled.encode())
        assert wire.read().status == 404
        wire.send(GET_VERSION)
        # Either it took the body for a body, or it closed; it did not answer the DELETE.
        if wire.more():
            assert wire.read().status == 200
        ada.get("/user")

    def test_close_is_obeyed(self, wire):
        wire.send(f"GET /api/v1/version HTTP/1.1\n{HOST}Connection: close\n\n")
        answer = wire.read()
        assert answer.status == 200 and answer.headers["connection"].lower() == "close"
        assert wire.ended()

    def test_http_1_0_closes(self, wire):
        wire.send("GET /api/v1/version HTTP/1.0\n\n")
        assert wire.read().status == 200
        assert wire.ended()


class TestBodies:
    BODY = '{"name": "by wire", "scopes": ["all"]}'

    def test_with_a_length(self, wire, new_user):
        wire.send(create_token(new_user(), f"Content-Type: application/json\nContent-Length: {len(self.BODY)}\n", self.BODY))
        assert wire.read().status == 201

    def test_chunked_with_extensions_and_trailers(self, wire, new_user):
        first, second = self.BODY[:7], self.BODY[7:]
        wire.send(create_token(new_user(), "Content-Type: application/json\nTransfer-Encoding: chunked\n"))
        wire.send(f"{len(first):x};note=1\n{first}\n{len(second):X}\n{second}\n0\nX-Trailer: yes\n\n")
        assert wire.read().status == 201
        wire.send(GET_VERSION)
        assert wire.read().status == 200

    def test_expect_100_continue(self, wire, new_user):
        wire.send(create_token(new_user(), f"Content-Type: application/json\nContent-Length: {len(self.BODY)}\n"
                                           "Expect: 100-continue\n"))
        assert wire.read().status == 100
        wire.send(self.BODY)
        assert wire.read().status == 201

    def test_what_is_refused_is_refused_before_the_body_is_sent(self, wire):
        wire.send(f"POST /api/v1/nothing HTTP/1.1\n{HOST}Content-Length: 1000000\nExpect: 100-continue\n\n")
        assert wire.read().status == 404

    def test_too_large_is_413_without_reading_it(self, wire, new_user):
        wire.send(create_token(new_user(), f"Content-Type: application/json\nContent-Length: {1 << 40}\n"))
        assert wire.read().status == 413

    def test_too_large_in_chunks_is_413(self, server, new_user):
        ada = new_user()
        with Wire(server.port) as wire:
            wire.send(create_token(ada, "Content-Type: application/json\nTransfer-Encoding: chunked\n"))
            chunk = b"%x\r\n" % (1 << 20) + b" " * (1 << 20) + b"\r\n"
            try:
                for _ in range(64):
                    wire.send(chunk)
            except (BrokenPipeError, ConnectionResetError):
                return  # it hung up in the middle, which is as good
            assert wire.read().status == 413


class TestNonsense:
    @pytest.mark.parametrize("text", [
        "NONSENSE\n\n",
        "GET\n\n",
        "GET /api/v1/version\n\n",
        "GET /api/v1/version HTTP/9.9\n\n",
        f"GET /api/v1/version HTTP/1.1\n{HOST}No colon here\n\n",
        f"GET /api/v1/version HTTP/1.1\n{HOST} : starts with a blank\n\n",
        f"GET /api/v1/ver sion HTTP/1.1\n{HOST}\n",
        f"POST /api/v1/version HTTP/1.1\n{HOST}Content-Length: -1\n\n",
        f"POST /api/v1/version HTTP/1.1\n{HOST}Content-Length: 1x\n\n",
        f"POST /api/v1/version HTTP/1.1\n{HOST}Content-Length: 99999999999999999999999\n\n",
    ])
    def test_is_refused_and_the_end(self, wire, text):
        wire.send(text)
        answer = wire.read()
        assert answer.status in (400, 413, 431, 505)
        assert wire.ended()

    @pytest.mark.parametrize("headers", [
        "Content-Length: 5\nTransfer-Encoding: chunked\n",
        "Content-Length: 5\nContent-Length: 6\n",
        "Transfer-Encoding: gzip, chunked\n",
        "Transfer-Encoding: xchunked\n",
    ])
    def test_two_ways_to_read_where_a_body_ends_are_one_too_many(self, wire, headers):
        wire.send(f"POST /api/v1/version HTTP/1.1\n{HOST}{headers}\n0\n\n{GET_VERSION}")
        assert wire.read().status in (400, 501)
        assert wire.ended()

    def test_a_bad_chunk_ends_the_connection(self, wire, new_user):
        wire.send(create_token(new_user(), "Content-Type: application/json\nTransfer-Encoding: chunked\n", "zz\n{}\n"))
        assert wire.read().status == 400
        assert wire.ended()

    def test_a_head_beyond_the_limit_is_431(self, wire):
        wire.send(f"GET /api/v1/version HTTP/1.1\n{HOST}X-Long: {'x' * 100_000}\n\n")
        assert wire.read().status == 431

    def test_a_target_beyond_the_limit_is_refused(self, wire):
        wire.send(f"GET /api/v1/version?{'x' * 100_000} HTTP/1.1\n{HOST}\n")
        assert wire.read().status in (414, 431)

    def test_the_server_is_still_there(self, anonymous):
        anonymous.get("/version")


class TestHead:
    @pytest.mark.parametrize("path", ["/api/v1/version", "/api/v1/user", "/swagger.v1.json", "/api/healthz", "/api/v1/nothing"])
    def test_is_get_without_its_body(self, wire, path):
        wire.send(f"GET {path} HTTP/1.1\n{HOST}\n")
        got = wire.read()
        wire.send(f"HEAD {path} HTTP/1.1\n{HOST}\n{GET_VERSION}")
        head = wire.read(head=True)
        assert wire.read().status == 200, "the body of HEAD's answer is empty, so the next answer follows at once"
        assert head.status == got.status
        assert head.headers.get("content-type") == got.headers.get("content-type")
        assert head.headers.get("content-length") == got.headers.get("content-length")


class TestAnswers:
    def test_gzip_where_it_pays_and_is_wanted(self, anonymous):
        plain = anonymous.session.get(anonymous.url + "/swagger.v1.json", headers={"Accept-Encoding": "identity"})
        packed = anonymous.session.get(anonymous.url + "/swagger.v1.json", headers={"Accept-Encoding": "gzip"}, stream=True)
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "accept-encoding" in packed.headers["Vary"].lower()
        assert gzip.decompress(packed.raw.read(decode_content=False)) == plain.content
        small = anonymous.session.get(anonymous.url + "/api/v1/version", headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in small.headers
        refused = anonymous.session.get(anonymous.url + "/swagger.v1.json", headers={"Accept-Encoding": "gzip;q=0"})
        assert "Content-Encoding" not in refused.headers

    def test_an_etag_saves_the_body(self, new_user, new_token):
        ada = new_user()
        first = ada.get(f"/users/{ada.name}/tokens")
        tag = first.headers["ETag"]
        same = ada.get(f"/users/{ada.name}/tokens", headers={"If-None-Match": tag}, expect=304)
        assert same.content == b"" and same.headers["ETag"] == tag
        ada.get(f"/users/{ada.name}/tokens", headers={"If-None-Match": f'"other", W/{tag}'}, expect=304)
        ada.get(f"/users/{ada.name}/tokens", headers={"If-None-Match": '"other"'}, expect=200)
        new_token(ada, "all")
        ada.get(f"/users/{ada.name}/tokens", headers={"If-None-Match": tag}, expect=200)

    def test_every_request_has_an_id(self, anonymous):
        ids = {anonymous.get("/version").headers["X-Request-Id"] for _ in range(5)}
        assert len(ids) == 5 and all(ids)

    def test_the_client_s_own_id_is_kept_when_harmless(self, anonymous):
        def answered(own):
            return anonymous.get("/version", headers={"X-Request-Id": own}).headers["X-Request-Id"]

        assert answered("trace-0123456789abcdef") == "trace-0123456789abcdef"
        for harmful in ("a\tb", "<script>", "x" * 5000, 'a"b'):
            assert answered(harmful) != harmful

    def test_cors_is_off_by_default(self, anonymous):
        preflight = anonymous.call("OPTIONS", "/version", expect=405, headers={
            "Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"})
        assert "Access-Control-Allow-Origin" not in preflight.headers
        assert "Access-Control-Allow-Origin" not in anonymous.get(
            "/version", headers={"Origin": "https://elsewhere.example"}).headers


class TestSite:
    def test_health(self, anonymous):
        answer = anonymous.get("/api/healthz", expect=200)
        assert answer.json()["status"] == "pass"
        assert anonymous.get("/api/livez", expect=200).text == "alive\n"
        assert anonymous.get("/api/readyz", expect=200).text == "ready\n"

    def test_metrics_have_histograms_for_operations(self, anonymous, admin):
        admin.get("/user")
        text = anonymous.get("/metrics", expect=200).text
        assert "# TYPE" in text and "_bucket{" in text and 'le="+Inf"' in text
        assert "userGetCurrent" in text

    def test_the_documents(self, anonymous):
        swagger = anonymous.get("/swagger.v1.json", expect=200).json()
        assert swagger["swagger"] == "2.0" and "/version" in swagger["paths"]
        openapi = anonymous.get("/openapi3.v1.json", expect=200).json()
        assert openapi["openapi"].startswith("3.1")

    def test_the_reference_for_people_loads_only_from_here(self, anonymous):
        page = anonymous.get("/api/swagger", expect=200)
        assert page.headers["Content-Type"].startswith("text/html")
        assert "'unsafe-inline'" not in page.headers["Content-Security-Policy"].partition("script-src")[2].partition(";")[0]
        for needed in ("swagger-ui", "swagger-ui-bundle", "swagger", "favicon"):
            address = re.search(rf'"\.\.(/assets/{needed}\.[0-9a-f]+\.(css|js|svg))"', page.text)
            assert address, needed
            assert anonymous.get(address[1], expect=200).content

    @pytest.mark.parametrize("path", ["/assets/nothing.js", "/assets/../app.ini", "/assets/%2e%2e/app.ini", "/assets/"])
    def test_no_other_file_is_served(self, wire, path):
        wire.send(f"GET {path} HTTP/1.1\n{HOST}\n")
        assert wire.read().status in (400, 404)


def test_many_connections_at_once(server):
    connections = [Wire(server.port) for _ in range(200)]
    try:
        for wire in connections:
            wire.send(GET_VERSION)
        assert all(wire.read().status == 200 for wire in connections)
    finally:
        for wire in connections:
            wire.socket.close()


def test_slow_passwords_do_not_hold_up_the_rest(server, anonymous, new_user):
    name = new_user().name
    request = f"GET /api/v1/user HTTP/1.1\n{HOST}{basic(name, 'wrong')}\n"
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        waiting = [Wire(server.port) for _ in range(16)]
        for wire in waiting:
            wire.send(request)
        assert pool.submit(anonymous.get, "/version").result(timeout=5).status_code == 200
        assert {wire.read().status for wire in waiting} <= {401, 429, 503}
        for wire in waiting:
            wire.socket.close()


def test_the_access_log_knows_no_secrets(server, new_user, new_token):
    ada = new_user()
    token = new_token(ada, "read:user")
    token.get("/user")
    ada.get(f"/user?token={token.token}&access_token={token.token}")
    log = server.log.read_text(errors="replace")
    assert token.token not in log and PASSWORD not in log and ADMIN[1] not in log
    assert basic(ada.name, PASSWORD).split()[-1] not in log


def test_json_is_compact_and_keeps_its_order(anonymous, admin):
    text = admin.get("/user").text.strip()
    assert list(json.loads(text))[:3] == ["id", "login", "login_name"]
    assert "\n" not in text
