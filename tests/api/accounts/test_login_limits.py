"""Who guesses has to wait; whose account it is does not."""
import os
import pathlib

import pytest
from client import ADMIN, PASSWORD, Client
from program import Program


@pytest.fixture(scope="module")
def strict(tmp_path_factory, database):
    instance = Program(tmp_path_factory.mktemp("strict"), database, {"security": {
        "LOGIN_MAX_FAILURES": 3, "LOGIN_MAX_FAILURES_PER_ADDRESS": 12, "LOGIN_FAILURE_WINDOW": "10m",
        "PASSWORD_HASH_ALGO": "argon2"}})
    instance.create_user(*ADMIN, "--admin")
    for name in ("ann", "bob", "cid"):
        instance.create_user(name, PASSWORD)
    yield instance.start()
    instance.close()


def come_from(strict, address, name, password=PASSWORD):
    """A caller behind a proxy on this host, which is trusted."""
    return Client(strict.url, basic=(name, password), headers={"X-Forwarded-For": address})


@pytest.mark.parametrize("name, address", [("ann", "198.51.100.1"), ("nobody", "198.51.100.2")])
def test_after_a_few_failures_the_answer_is_429_with_the_time_to_wait(strict, name, address):
    for _ in range(3):
        come_from(strict, address, name, "guess").refused("GET", "/user", 401)
    answer = come_from(strict, address, name, "guess").refused("GET", "/user", 429)
    assert 150 <= int(answer.headers["Retry-After"]) <= 200
    assert answer.headers["RateLimit-Policy"] == '"password";q=3;w=600'
    assert answer.headers["RateLimit"] == f'"password";r=0;t={answer.headers["Retry-After"]}'
    come_from(strict, address, name).refused("GET", "/user", 429)


def test_the_person_gets_in_from_elsewhere(strict):
    for _ in range(4):
        come_from(strict, "198.51.100.3", "bob", "guess").session.get(strict.url + "/api/v1/user")
    come_from(strict, "198.51.100.3", "bob").refused("GET", "/user", 429)
    come_from(strict, "198.51.100.4", "bob").get("/user")


def test_an_address_that_tries_many_names_waits_for_all_but_who_was_there_before(strict):
    come_from(strict, "198.51.100.5", "cid").get("/user")
    for number in range(12):
        come_from(strict, "198.51.100.5", f"name-{number}", "guess").refused("GET", "/user", 401)
    come_from(strict, "198.51.100.5", "bob").refused("GET", "/user", 429)
    come_from(strict, "198.51.100.5", "cid").get("/user")


def test_who_guesses_costs_no_hash_any_more(strict):
    for _ in range(3):
        come_from(strict, "198.51.100.8", "ann", "guess").refused("GET", "/user", 401)
    before = seconds_spent(strict)
    for _ in range(100):
        come_from(strict, "198.51.100.8", "ann", "guess").refused("GET", "/user", 429)
    assert seconds_spent(strict) - before < 1, "one hash takes some hundredths of a second"


def test_wrong_tokens_are_429_after_a_while_and_right_ones_work(strict):
    right = come_from(strict, "198.51.100.6", "cid").post("/users/cid/tokens", {"name": "t", "scopes": ["all"]}, expect=201)
    by_token = lambda value: Client(strict.url, token=value, headers={"X-Forwarded-For": "198.51.100.6"})
    for number in range(12):
        by_token(f"{number:040}").refused("GET", "/user", 401)
    answer = by_token("0" * 40).refused("GET", "/user", 429)
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.headers["RateLimit-Policy"] == '"wrong-token";q=12;w=600'
    by_token("not.a.token").refused("GET", "/user", 429)
    by_token(right.json()["sha1"]).get("/user", expect=200)
    come_from(strict, "198.51.100.6", "cid").get("/user", expect=200)


def test_wrong_tokens_of_this_machine_are_not_counted(strict):
    wrong = Client(strict.url, token="0" * 40)
    for _ in range(30):
        wrong.refused("GET", "/user", 401)


def test_the_login_page_has_the_same_limit(strict):
    from visitor import Visitor
    browser = Visitor(strict.url)
    browser.session.headers["X-Forwarded-For"] = "198.51.100.7"
    for _ in range(3):
        assert browser.sign_in("ann", "guess").status_code == 200
    answer = browser.sign_in("ann", PASSWORD)
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0


def test_what_a_stranger_says_of_its_address_is_not_believed(program):
    program.settings["security"] = {"LOGIN_MAX_FAILURES": 3, "REVERSE_PROXY_TRUSTED_PROXIES": "10.0.0.0/8"}
    program.write_config()
    program.create_user("ann", PASSWORD)
    program.start()
    for number in range(3):
        come_from(program, f"198.51.100.{number}", "ann", "guess").refused("GET", "/user", 401)
    come_from(program, "198.51.100.99", "ann").refused("GET", "/user", 429)


def seconds_spent(program):
    """Of all cores, by the server."""
    fields = pathlib.Path(f"/proc/{program.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_an_unknown_name_takes_as_long_as_a_wrong_password(strict):
    """In time of the processor, which does not depend on what else the machine has to do."""
    def cost(name, numbers):
        begun = seconds_spent(strict)
        for number in numbers:
            come_from(strict, f"203.0.113.{number}", name, "guess").session.get(strict.url + "/api/v1/user")
        return seconds_spent(strict) - begun

    known, unknown = cost("ann", range(1, 11)), cost("nobody-here", range(11, 21))
    assert 0.5 < known / unknown < 2, (known, unknown)


def test_a_password_is_checked_anew_each_time_where_none_is_remembered(tmp_path, database):
    """PASSWORD_CACHE_TIME = 0: each request costs a hash, and only the first one otherwise."""
    spent = {}
    for time_kept in ("5m", "0"):
        program = Program(tmp_path / time_kept, database, {"security": {"PASSWORD_CACHE_TIME": time_kept, "PASSWORD_HASH_ALGO": "argon2"}})
        try:
            program.create_user(*ADMIN, "--admin")
            program.start()
            person = Client(program.url, basic=ADMIN)
            person.get("/user")
            before = seconds_spent(program)
            for _ in range(30):
                person.get("/user")
            spent[time_kept] = seconds_spent(program) - before
        finally:
            program.close()
    assert spent["0"] > 3 * spent["5m"]
