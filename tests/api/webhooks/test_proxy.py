"""Hooks that are called through a proxy."""
import contextlib
import ssl

import pytest
from client import ADMIN, Client
from program import wait_until
from proxy import Proxy
from receiver import Receiver
from signing import run


@pytest.fixture
def behind(program):
    """behind(proxy, KEY=value…) is an administrator of an instance whose hooks go that way."""
    def start(proxy, **settings):
        program.settings["webhook"] = {"PROXY_URL": proxy.url, "RETRY_DELAY": "1s", "DELIVER_TIMEOUT": "2s", **settings}
        program.write_config()
        program.create_user(*ADMIN, "--admin")
        admin = Client(program.start().url, basic=ADMIN)
        admin.post("/user/repos", {"name": "work", "auto_init": True}, expect=201)
        return admin
    return start


@pytest.fixture
def receiver():
    with Receiver() as made:
        yield made


@contextlib.contextmanager
def proxy_to(receiver, *hosts, **more):
    with Proxy({host: receiver.server.server_address for host in hosts}, **more) as made:
        yield made


def error_of(admin, hook):
    base = f"/repos/root/work/hooks/{hook['id']}"
    admin.post(base + "/tests", expect=204)
    return wait_until(lambda: next((d["error"] for d in admin.get(base + "/deliveries").json() if d["attempts"] > 0), None), "the delivery")


def hook(admin, url):
    return admin.post("/repos/root/work/hooks", {"type": "gitea", "active": True, "events": ["push"], "config": {
        "url": url, "content_type": "json"}}, expect=201).json()


def test_a_call_goes_through_it_and_is_resolved_there(behind, receiver):
    with proxy_to(receiver, "hooks.example.com", user=("us", "p4ss")) as proxy:
        admin = behind(proxy)
        made = hook(admin, "http://hooks.example.com/x")
        admin.post(f"/repos/root/work/hooks/{made['id']}/tests", expect=204)
        delivery = receiver.next("push")
        assert delivery.path == "/x" and "proxy-authorization" not in delivery.headers
        assert set(proxy.asked) == {"hooks.example.com"}
        assert "p4ss" not in admin.get(f"/repos/root/work/hooks/{made['id']}/deliveries").text


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "intranet", "vault.internal", "2130706433"])
def test_what_only_the_proxy_can_reach_is_not_asked_for(behind, receiver, host):
    with proxy_to(receiver, "127.0.0.1", "localhost", "::1", "[::1]", "10.0.0.1", "intranet", "vault.internal", "2130706433") as proxy:
        admin = behind(proxy)  # whose hooks may call what is external
        assert "ALLOWED_HOST_LIST" in error_of(admin, hook(admin, f"http://{host}/x"))
        assert proxy.asked == [] and receiver.got == []


def test_names_that_are_not_listed_are_not_asked_for(behind, receiver):
    with proxy_to(receiver, "hooks.example.com", "other.example.org", "nas.local") as proxy:
        admin = behind(proxy, ALLOWED_HOST_LIST="*.example.com, private")
        assert "ALLOWED_HOST_LIST" in error_of(admin, hook(admin, "http://other.example.org/x"))
        for url in ("http://hooks.example.com/a", "http://nas.local/b"):
            admin.post(f"/repos/root/work/hooks/{hook(admin, url)['id']}/tests", expect=204)
        assert {receiver.next("push").path for _ in range(2)} == {"/a", "/b"}
        assert sorted(proxy.asked) == ["hooks.example.com", "nas.local"]


def test_a_redirect_is_held_against_the_list_too(behind, receiver):
    with proxy_to(receiver, "hooks.example.com", "localhost") as proxy:
        receiver.answer = lambda delivery: (307, {"Location": "http://localhost/inside"}) if delivery.path == "/x" else 200
        admin = behind(proxy)
        assert "ALLOWED_HOST_LIST" in error_of(admin, hook(admin, "http://hooks.example.com/x"))
        assert set(proxy.asked) == {"hooks.example.com"}
        assert all(delivery.path == "/x" for delivery in receiver.got)


def test_only_the_hosts_that_are_listed_go_through_it(behind, receiver):
    with proxy_to(receiver, "hooks.example.com") as proxy:
        admin = behind(proxy, PROXY_HOSTS="*.example.com", ALLOWED_HOST_LIST="loopback, external")
        for url in ("http://hooks.example.com/far", receiver.url + "/near"):
            admin.post(f"/repos/root/work/hooks/{hook(admin, url)['id']}/tests", expect=204)
        assert {receiver.next("push").path for _ in range(2)} == {"/far", "/near"}
        assert proxy.asked == ["hooks.example.com"]


def test_a_secure_call_is_secret_from_the_proxy(behind, receiver, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "1",
        "-subj", "/CN=hooks.example.com")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
    with proxy_to(receiver, "hooks.example.com") as proxy:
        admin = behind(proxy, SKIP_TLS_VERIFY="true")
        made = hook(admin, "https://hooks.example.com/x")
        admin.post(f"/repos/root/work/hooks/{made['id']}/tests", expect=204)
        assert receiver.next("push").path == "/x"
        assert proxy.asked == ["hooks.example.com"] and proxy.seen == ["CONNECT hooks.example.com:443"]


def test_a_proxy_that_makes_no_sense_is_told_at_the_start(program):
    for section, key in (("webhook", {"PROXY_URL": "proxy:3128"}), ("proxy", {"PROXY_ENABLED": "true", "PROXY_URL": "proxy:3128"})):
        program.settings[section] = key
        program.write_config()
        refused = program.run("serve", check=False)
        assert refused.returncode != 0 and f"[{section}] PROXY_URL" in refused.stderr
        del program.settings[section]
