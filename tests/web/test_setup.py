"""The first start of a new site: who may make its administrator, and that there is only one way to be the first."""
import re
import threading

import requests
from client import PASSWORD, Client
from program import Program, wait_until
from visitor import Visitor

SETUP = "/-/setup"
WANTED = {"user_name": "chief", "email": "chief@example.com", "password": PASSWORD, "retype": PASSWORD}


def token_of(program):
    wait_until(lambda: "/-/setup?token=" in program.log.read_text(), "the start to say where")
    return re.search(r"/-/setup\?token=([\w-]+)", program.log.read_text())[1]


def through_a_proxy(program):
    browser = Visitor(program.url)
    browser.session.headers["X-Forwarded-For"] = "203.0.113.9"
    return browser


def test_the_machine_itself_makes_the_administrator(program):
    program.start()
    browser = Visitor(program.url)
    browser.open(SETUP, expect=200)
    browser.submit(SETUP, WANTED, expect=303)
    assert browser.location == "/-/admin"
    browser.follow()
    assert browser.notice == "The site is yours. You administer it." and "Overview" in browser.page
    assert Client(program.url, basic=("chief", PASSWORD)).get("/user").json()["is_admin"]
    browser.open(SETUP, expect=404)
    browser.post(SETUP, {**WANTED, "user_name": "second", "email": "second@example.com"}, expect=404)


def test_strangers_need_the_token(program):
    program.start()
    token = token_of(program)
    stranger = through_a_proxy(program)
    for address in (SETUP, f"{SETUP}?token=x", f"{SETUP}?token={token[:-1]}", f"{SETUP}?token={token}x"):
        stranger.open(address, expect=403)
        assert "user_name" not in stranger.page
        stranger.post(address, WANTED, expect=403)
    stranger.post(SETUP, {**WANTED, "token": "x"}, expect=403)
    rebound = Visitor(program.url)
    for name in ("elsewhere.example", "127.0.0.1.elsewhere.example", "127.elsewhere.example:3000", "localhost.elsewhere.example"):
        rebound.open(SETUP, headers={"Host": name}, expect=403)
    rebound.open(SETUP, headers={"Connection": "close"}, expect=403)
    for header in ("Forwarded", "X-Real-IP", "Via", "X-Forwarded-Host"):
        rebound.open(SETUP, headers={header: "x"}, expect=403)
    stranger.open(f"{SETUP}?token={token}", expect=200)
    stranger.submit(SETUP, WANTED, expect=303)
    assert Client(program.url, basic=("chief", PASSWORD)).get("/user").json()["is_admin"]
    stranger.open(f"{SETUP}?token={token}", expect=404)
    assert program.log.read_text().count(token) == 1
    program.stop()
    program.start()
    assert program.log.read_text().count("/-/setup?token=") == 1, "a site with an account is not new"


def test_behind_a_proxy_that_says_nothing_everybody_needs_the_token(tmp_path, database):
    site = Program(tmp_path / "behind", database, {"server": {"ROOT_URL": "https://git.example.org/cairn/"}})
    try:
        site.start()
        token = token_of(site)
        assert "on this machine" not in site.log.read_text()
        browser = Visitor(site.url)
        browser.open(SETUP, expect=403)
        browser.post(SETUP, WANTED, expect=403)
        browser.open(f"{SETUP}?token={token}", expect=200)
        browser.post(f"{SETUP}?token={token}", WANTED, expect=303)
    finally:
        site.close()


def test_a_refused_form_comes_back(program):
    program.start()
    browser = Visitor(program.url)
    browser.open(SETUP, expect=200)
    for field, value in (("user_name", "a b"), ("user_name", ""), ("email", "nothing"), ("password", "x"), ("retype", "other-password")):
        browser.submit(SETUP, {**WANTED, field: value}, expect=422)
        assert 'aria-invalid="true"' in re.search(rf'<input id="{field}"[^>]*>', browser.page)[0], field
        assert PASSWORD not in browser.page and ('value="chief@example.com"' in browser.page or field == "email")
    browser.submit(SETUP, {**WANTED, "user_name": "<b>"}, expect=422)
    assert "<b>" not in browser.page
    browser.post(SETUP, WANTED, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    browser.open(SETUP, expect=200)


def test_nobody_becomes_the_first_by_registering(program):
    program.start()
    browser = Visitor(program.url)
    browser.open("/user/sign_up", expect=200)
    browser.submit("/user/sign_up", WANTED, expect=403)
    assert browser.problem
    browser.open(SETUP, expect=200)


def test_the_console_makes_one_as_well(program):
    program.start()
    program.create_user("chief", PASSWORD, "--admin")
    Visitor(program.url).open(SETUP, expect=404)


def test_of_many_at_once_one_is_the_first(program):
    program.start()
    answers = []

    def attempt(number):
        form = {**WANTED, "user_name": f"chief-{number}", "email": f"chief-{number}@example.com"}
        answers.append(requests.post(program.url + SETUP, data=form, headers={"Sec-Fetch-Site": "same-origin"}, allow_redirects=False, timeout=60))

    threads = [threading.Thread(target=attempt, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    places = [answer.headers.get("Location") for answer in answers]
    assert places.count("/-/admin") == 1
    for answer, place in zip(answers, places, strict=True):  # who comes later still finds nothing there
        assert place in ("/-/admin", "/user/login") or answer.status_code == 404
    assert len(program.run("admin", "user", "list").stdout.strip().splitlines()) == 2
