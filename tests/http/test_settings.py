"""What the settings change in how the server listens and answers; each test starts a server of its own."""
import base64
import signal
import ssl
import subprocess
import threading
import time

import pytest
from client import ADMIN, Client
from program import wait_until
from wire import Wire

HOST = "Host: 127.0.0.1\n"


def configured(program, **sections):
    for section, keys in sections.items():
        program.settings.setdefault(section, {}).update(keys)
    program.write_config()
    return program


def test_a_slow_head_is_not_waited_for(program):
    configured(program, server={"READ_HEADER_TIMEOUT": 1, "IDLE_TIMEOUT": 1}).start()
    with Wire(program.port) as wire:
        began = time.monotonic()
        wire.send("GET /api/v1/version HTTP/1.1\nHost: ")
        while wire.more():
            pass
        assert time.monotonic() - began < 10
        assert wire.kept == b"" or wire.kept.startswith(b"HTTP/1.1 408")


def test_an_idle_connection_is_closed(program):
    configured(program, server={"IDLE_TIMEOUT": 1}).start()
    with Wire(program.port) as wire:
        wire.send(f"GET /api/v1/version HTTP/1.1\n{HOST}\n")
        assert wire.read().status == 200
        assert wire.ended()


def test_a_stop_finishes_what_is_under_way(program):
    program.create_user(*ADMIN, "--admin")
    program.start()
    body = b'{"name": "late", "scopes": ["all"]}'
    with Wire(program.port) as wire:
        password = base64.b64encode(":".join(ADMIN).encode()).decode()
        wire.send(f"POST /api/v1/users/root/tokens HTTP/1.1\n{HOST}Authorization: Basic {password}\n"
                  f"Content-Type: application/json\nContent-Length: {len(body)}\nExpect: 100-continue\n\n")
        assert wire.read().status == 100
        program.process.send_signal(signal.SIGTERM)
        wait_until(lambda: not accepts(program.port), "the server to stop listening")
        wire.send(body)
        assert wire.read().status == 201
        assert wire.ended()
    assert program.process.wait(timeout=15) == 0


def accepts(port):
    try:
        Wire(port).socket.close()
        return True
    except ConnectionError:  # refused, or reset when it was in the queue as the socket closed
        return False


def test_a_stop_is_quick_when_nothing_is_under_way(program):
    program.start()
    with Wire(program.port) as idle:
        idle.send(f"GET /api/v1/version HTTP/1.1\n{HOST}\n")
        assert idle.read().status == 200
        began = time.monotonic()
        program.stop()
        assert time.monotonic() - began < 3


def test_a_second_server_on_the_port_says_so(program):
    program.start()
    second = program.run("serve", check=False)
    assert second.returncode != 0
    assert str(program.port) in second.stderr + second.stdout


def test_swagger_can_be_off(program):
    configured(program, api={"ENABLE_SWAGGER": "false"}).start()
    Client(program.url).get("/api/swagger", expect=404)


def test_metrics_are_off_unless_wanted_and_can_have_a_token(program):
    program.start()
    Client(program.url).get("/metrics", expect=404)
    program.stop()
    configured(program, metrics={"ENABLED": "true", "TOKEN": "let-me-see"}).start()
    Client(program.url).get("/metrics", expect=401)
    Client(program.url, headers={"Authorization": "Bearer let-me-see"}).get("/metrics", expect=200)


def test_cors_for_the_origins_that_are_named(program):
    configured(program, cors={"ENABLED": "true", "ALLOW_DOMAIN": "https://app.example"}).start()
    anyone = Client(program.url)
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST",
             "Access-Control-Request-Headers": "authorization,content-type"}
    preflight = anyone.call("OPTIONS", "/admin/users", headers=asked)
    assert preflight.headers["Access-Control-Allow-Origin"] == "https://app.example"
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    answer = anyone.get("/version", headers={"Origin": "https://app.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "https://app.example"
    assert "X-Total-Count" in answer.headers["Access-Control-Expose-Headers"]
    other = anyone.get("/version", headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in other.headers


@pytest.fixture
def certificate(tmp_path):
    key, chain = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", chain],
                   check=True, capture_output=True)
    return key, chain


def test_tls(program, certificate):
    key, chain = certificate
    configured(program, server={"PROTOCOL": "https", "CERT_FILE": chain, "KEY_FILE": key,
                                "ROOT_URL": f"https://127.0.0.1:{program.port}/"})
    trusting = ssl.create_default_context(cafile=chain)
    trusting.check_hostname = False

    def answers():
        assert program.process.poll() is None, program.log.read_text()
        try:
            with Wire(program.port, trusting) as wire:
                wire.send(f"GET /api/v1/version HTTP/1.1\n{HOST}\n")
                return wire.read().status == 200
        except ConnectionRefusedError:
            return False

    program.answers = answers
    program.start()
    # Plain HTTP on that port, or half a handshake, harms nobody.
    with Wire(program.port) as plain:
        plain.send(f"GET /api/v1/version HTTP/1.1\n{HOST}\n")
        while plain.more():
            pass
    half = Wire(program.port)
    half.send(b"\x16\x03\x01")
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    with pytest.warns(DeprecationWarning):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises((ssl.SSLError, ConnectionError)):
        Wire(program.port, old)
    assert answers()
    half.socket.close()


def test_a_certificate_that_is_not_there_stops_the_start(program, tmp_path):
    configured(program, server={"PROTOCOL": "https", "CERT_FILE": tmp_path / "none.pem", "KEY_FILE": tmp_path / "none.key"})
    done = program.run("serve", check=False)
    assert done.returncode != 0 and "none." in done.stderr + done.stdout


def test_the_first_start_makes_no_account_and_says_how_to(program):
    program.start()
    said = program.log.read_text()
    assert f"{program.url}/-/setup?token=" in said
    listed = program.run("admin", "user", "list").stdout
    assert len(listed.strip().splitlines()) == 1, "nobody has an account with a password that was printed somewhere"


def test_connections_beyond_the_limit_are_turned_away(program):
    configured(program, server={"MAX_CONNECTIONS": 8}).start()
    open_ones = [Wire(program.port) for _ in range(8)]
    try:
        for wire in open_ones:
            wire.send(f"GET /api/v1/version HTTP/1.1\n{HOST}\n")
            assert wire.read().status == 200
        with Wire(program.port) as one_more:
            try:
                one_more.send(f"GET /api/v1/version HTTP/1.1\n{HOST}\n")
            except (BrokenPipeError, ConnectionResetError):
                pass
            while one_more.more():
                pass
            assert b" 200 " not in one_more.kept
    finally:
        for wire in open_ones:
            wire.socket.close()

    def gets_in():
        with Wire(program.port) as later:
            try:
                later.send(f"GET /api/v1/version HTTP/1.1\n{HOST}\n")
                return later.read().status == 200
            except (AssertionError, OSError):
                return False  # the server has not seen yet that the others are gone

    wait_until(gets_in, "room for another connection")


def test_it_serves_while_a_client_takes_its_time(program):
    program.start()
    stalled = Wire(program.port)
    stalled.send(f"GET /swagger.v1.json HTTP/1.1\n{HOST}\n" * 200)  # and reads nothing
    done = threading.Event()

    def ask():
        Client(program.url).get("/version", expect=200)
        done.set()

    threading.Thread(target=ask, daemon=True).start()
    assert done.wait(10)
    stalled.socket.close()
