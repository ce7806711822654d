"""Passwords of accounts with one-time codes, at the API."""
import concurrent.futures

import pytest
from client import PASSWORD, Client
from one_time import protected, totp


@pytest.fixture
def ada(server, new_user):
    """An account with one-time codes: `secret`, and code(...) to ask with one."""
    user = new_user()
    _, user.secret, user.recovery = protected(server.url, user.name)
    user.with_code = lambda code, header="X-Cairn-OTP", password=PASSWORD: Client(
        server.url, basic=(user.name, password), headers={header: code})
    return user


def test_a_password_alone_is_refused(ada):
    ada.refused("GET", "/user", 401)
    ada.refused("GET", "/settings/api", 401)
    ada.refused("POST", f"/users/{ada.name}/tokens", 401, {"name": "t", "scopes": ["all"]})


@pytest.mark.parametrize("header", ["X-Cairn-OTP", "X-Gitea-OTP", "x-cairn-otp"])
def test_a_code_lets_in_once(ada, header):
    code = totp(ada.secret)
    assert ada.with_code(code, header).get("/user").json()["login"] == ada.name
    ada.with_code(code, header).refused("GET", "/user", 401)


def test_the_steps_before_and_after_are_good_too_and_in_any_order(ada):
    ada.with_code(totp(ada.secret, 1)).get("/user")
    ada.with_code(totp(ada.secret, 0)).get("/user")
    ada.with_code(totp(ada.secret, 5)).refused("GET", "/user", 401)
    ada.with_code(totp(ada.secret, -5)).refused("GET", "/user", 401)


@pytest.mark.parametrize("code", ["000000x", "12345", "1234567", "abcdef", "é"])
def test_what_is_no_code_is_refused(ada, code):
    ada.with_code(code.encode("utf-8")).refused("GET", "/user", 401)


def test_a_recovery_code_is_for_the_pages_alone(ada):
    ada.with_code(ada.recovery[0]).refused("GET", "/user", 401)


def test_a_wrong_password_does_not_use_the_code_up(ada):
    code = totp(ada.secret)
    ada.with_code(code, password="wrong").refused("GET", "/user", 401)
    ada.with_code(code).get("/user")


def test_of_parallel_requests_with_one_code_one_gets_in(ada):
    code = totp(ada.secret)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ada.with_code(code).session.get(f"{ada.url}/api/v1/user").status_code, range(8)))
    assert sorted(answers) == [200] + [401] * 7


def test_tokens_are_made_with_a_code_and_need_none(ada, client):
    made = ada.with_code(totp(ada.secret)).post(f"/users/{ada.name}/tokens", {"name": "t", "scopes": ["read:user"]},
                                                expect=201).json()
    client(token=made["sha1"]).get("/user")
    Client(ada.url, basic=("x", made["sha1"])).get("/user")


def test_the_secret_is_not_in_the_database(ada, server):
    if server.postgres:
        pytest.skip("looks into SQLite's file")
    kept = b"".join(file.read_bytes() for file in server.folder.glob("cairn.db*"))
    assert ada.secret.encode() not in kept
    assert ada.recovery[0].replace("-", "").encode() not in kept
