"""[rate_limit]: who asks too often is told to wait; who stands beside is not."""
import pytest
from client import ADMIN, PASSWORD, Client


@pytest.fixture(scope="module")
def limited(tmp_path_factory, database):
    from program import Program
    instance = Program(tmp_path_factory.mktemp("limited"), database, {
        "rate_limit": {"WINDOW": "60s", "PER_ADDRESS": "10", "PER_ACCOUNT": "20", "PER_TOKEN": "15"}})
    instance.create_user(*ADMIN, "--admin")
    yield instance.start()
    instance.close()


def come_from(address):
    return {"X-Forwarded-For": address}


def statuses(client, address, count, path="/version"):
    return [client.session.get(f"{client.url}/api/v1{path}", headers=come_from(address)).status_code for _ in range(count)]


def test_an_address_that_asks_too_often(limited):
    somebody = Client(limited.url)
    assert statuses(somebody, "192.0.2.1", 10) == [200] * 10
    answer = somebody.call("GET", "/version", expect=429, headers=come_from("192.0.2.1"))
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.headers["RateLimit-Policy"] == '"address";q=10;w=60'
    assert answer.headers["RateLimit"].startswith('"address";r=0;t=')
    assert answer.json()["message"]
    assert statuses(somebody, "192.0.2.2", 1) == [200]


def test_every_answer_tells_what_is_left(limited):
    somebody = Client(limited.url)
    for number, (method, path, status) in enumerate((("GET", "/version", 200), ("GET", "/user", 401), ("POST", "/user/repos", 401),
                                                     ("GET", "/users/nobody-here", 404), ("GET", "/version", 200))):
        answer = somebody.call(method, path, expect=status, headers=come_from("192.0.2.50"))
        assert answer.headers["RateLimit-Policy"] == '"address";q=10;w=60'
        assert answer.headers["RateLimit"].split(";")[:2] == ['"address"', f"r={9 - number}"], answer.headers["RateLimit"]
    page = somebody.session.get(limited.url + "/user/login", headers=come_from("192.0.2.50"))
    assert page.headers["RateLimit"].startswith('"address";r=4;')


def test_this_machine_is_told_nothing_because_nothing_applies(limited):
    answer = Client(limited.url).get("/version")
    assert "RateLimit" not in answer.headers and "RateLimit-Policy" not in answer.headers


def test_a_household_of_ipv6_is_one(limited):
    somebody = Client(limited.url)
    assert statuses(somebody, "2001:db8::1", 10) == [200] * 10
    assert statuses(somebody, "2001:db8::2", 1) == [429]
    assert statuses(somebody, "2001:db8:0:1::1", 1) == [200]


def test_an_account_wherever_it_asks_from(limited):
    admin = Client(limited.url, basic=ADMIN)
    admin.post("/admin/users", {"username": "ada", "email": "ada@example.com", "password": PASSWORD,
                                "must_change_password": False}, expect=201)
    ada = Client(limited.url, basic=("ada", PASSWORD))
    assert statuses(ada, "192.0.2.10", 10, "/user") == [200] * 10
    assert statuses(ada, "192.0.2.11", 10, "/user") == [200] * 10
    assert statuses(ada, "192.0.2.12", 1, "/user") == [429]


def test_a_token(limited):
    admin = Client(limited.url, basic=ADMIN)
    made = admin.post(f"/users/{ADMIN[0]}/tokens", {"name": "t", "scopes": ["all"]}, expect=201).json()
    by_token = Client(limited.url, token=made["sha1"])
    assert statuses(by_token, "192.0.2.20", 15, "/user") == [200] * 15
    assert by_token.call("GET", "/user", expect=429, headers=come_from("192.0.2.20")).headers["RateLimit-Policy"].startswith('"token"')


def test_wrong_tokens_count_for_the_address(limited):
    guesser = Client(limited.url, token="0" * 40)
    assert statuses(guesser, "192.0.2.30", 10, "/user") == [401] * 10
    assert statuses(guesser, "192.0.2.30", 1, "/user") == [429]


def test_this_machine_is_not_counted(limited):
    somebody = Client(limited.url)
    assert {somebody.call("GET", "/version").status_code for _ in range(100)} == {200}


def test_a_refused_body_is_not_read(limited):
    from wire import Wire
    head = "POST /api/v1/markdown HTTP/1.1\nHost: a\nX-Forwarded-For: 192.0.2.40\nContent-Type: application/json\n"
    statuses(Client(limited.url), "192.0.2.40", 10)
    with Wire(limited.port) as wire:
        wire.send(head + "Content-Length: 100000\n\n")
        assert wire.read().status == 429
