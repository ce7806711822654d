"""Forgotten passwords."""
import sqlite3

import pytest
from client import ADMIN, PASSWORD
from mail_server import MailServer
from program import Program
from visitor import Visitor

NEW = "brand-new-pass-9"


@pytest.fixture(scope="module")
def site(tmp_path_factory, request):
    folder = tmp_path_factory.mktemp("recovery")
    server = MailServer(folder)
    instance = Program(folder / "site", request.config.getoption("--database"), {"mailer": server.settings()})
    instance.create_user(*ADMIN, "--admin")
    instance.start()
    instance.mail = server
    yield instance
    instance.close()
    server.stop()


@pytest.fixture
def ann(site, numbers=iter(range(1, 1000))):
    """A browser and an account that it is not signed in to."""
    visitor = Visitor(site.url)
    visitor.name = f"ann-{next(numbers)}"
    visitor.email = f"{visitor.name}@example.com"
    site.create_user(visitor.name, PASSWORD)
    return visitor


def forget(visitor, email):
    visitor.open("/user/forgot_password", expect=200)
    visitor.submit("/user/forgot_password", {"email": email}, expect=200)
    return visitor.page


def test_the_link_in_the_mail_sets_a_new_password_once(site, ann):
    elsewhere = Visitor(site.url)
    elsewhere.sign_in(ann.name, PASSWORD)
    ann.open("/user/login")
    assert "/user/forgot_password" in ann.page
    forget(ann, ann.email.upper())
    link = site.mail.to(ann.email.upper()).link()
    ann.open(link, expect=200)
    assert ann.name in ann.page
    ann.submit("/user/recover_account", {"password": "short", "retype": "short"}, expect=422)
    assert "at least" in ann.problem
    ann.submit("/user/recover_account", {"password": NEW, "retype": NEW}, expect=303)
    ann.follow()
    assert "new password" in ann.notice
    ann.sign_in(ann.name, NEW)
    ann.open("/user/settings", expect=200)
    ann.open(link, expect=404)
    ann.post("/user/recover_account", {"code": link.split("=")[1], "password": PASSWORD, "retype": PASSWORD}, expect=404)
    elsewhere.open("/user/settings", expect=303)
    assert "was changed" in site.mail.to(ann.email).message["Subject"]


def test_the_answer_does_not_tell_who_has_an_account(site, ann):
    before = len(site.mail.mails)
    assert forget(ann, ann.email) == forget(ann, "nobody@example.com") == forget(ann, "no address at all")
    site.mail.to(ann.email)
    assert len(site.mail.mails) == before + 1


def test_a_second_mail_has_to_wait_a_minute(site, ann):
    for _ in range(3):
        forget(ann, ann.email)
    site.mail.to(ann.email)
    forget(ann, "nobody@example.com")
    assert len([m for m in site.mail.mails if m.recipients == [ann.email]]) == 1


def test_a_password_changed_in_the_meantime_makes_the_link_worthless(site, ann):
    forget(ann, ann.email)
    link = site.mail.to(ann.email).link()
    site.run("admin", "user", "change-password", "--username", ann.name, "--password", NEW)
    ann.open(link, expect=404)


@pytest.mark.parametrize("code", ["", "0", "0" * 64, "%00", "' OR 1=1 --"])
def test_a_code_of_nobody_does_nothing(ann, code):
    ann.open("/user/recover_account?code=" + code)
    assert ann.answer.status_code in (404, 422)


def test_where_there_is_no_mail_the_page_says_so(visitor):
    visitor.open("/user/forgot_password", expect=200)
    assert "sends no mail" in visitor.page
    visitor.post("/user/forgot_password", {"email": "a@example.com"}, expect=200)
    visitor.open("/user/login")
    assert "/user/forgot_password" not in visitor.page


def test_the_database_knows_no_code_that_works(site, ann):
    if site.postgres is not None:
        pytest.skip("SQLite's file is looked at")
    forget(ann, ann.email)
    code = site.mail.to(ann.email).link().split("=")[1]
    with sqlite3.connect(site.folder / "cairn.db", timeout=30) as db:
        stored = [row[0] for row in db.execute("SELECT hash FROM one_time_code")]
    assert code not in stored
    for value in stored:
        ann.open("/user/recover_account?code=" + value, expect=404)
