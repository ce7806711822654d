"""Links of mails in a browser: unsubscribing with and without scripts, and how it looks."""
import re

import pytest
from axe import faults
from client import ADMIN, PASSWORD, Client
from looks import FORMS, look
from mail_server import MailServer
from program import Program, wait_until
from repositories import at, new_repository


@pytest.fixture(scope="module")
def post(tmp_path_factory, database):
    """A site that mails notifications, with ann and ben on it; `mails` is its mail server."""
    folder = tmp_path_factory.mktemp("post")
    mails = MailServer(folder)
    program = Program(folder / "site", database, {"mailer": mails.settings(), "service": {"ENABLE_NOTIFY_MAIL": "true"}})
    program.create_user(*ADMIN, "--admin")
    program.mails = mails
    for name in ("ann", "ben"):
        program.create_user(name, PASSWORD)
    program.start()
    program.ann, program.ben = (Client(program.url, basic=(name, PASSWORD)) for name in ("ann", "ben"))
    yield program
    program.close()
    mails.stop()


def mailed(post):
    """An issue of ben's that ann was mailed about: where it is, and the link in the mail that ends such mails."""
    where = at(new_repository(post.ann))
    before = len(post.mails.mails)
    post.ben.post(f"{where}/issues", {"title": "Something is wrong", "body": "words"}, expect=201)
    mail = wait_until(lambda: post.mails.mails[before:], "the mail")[0]
    return where, re.search(r"https?://\S+/-/unsubscribe/\S+", mail.text()).group(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_unsubscribing(chromium, post, scripts):
    where, link = mailed(post)
    chromium.complaints()
    tab = chromium.tab(post.url, javaScriptEnabled=scripts)
    tab.goto(link)
    assert "Something is wrong" in tab.textContent("main")
    tab.click("main form button[type=submit]")
    tab.waitForSelector("main [role=status]")
    assert tab.textContent("h1") == "You are unsubscribed"
    before = len(post.mails.mails)
    post.ben.post(f"{where}/issues/1/comments", {"body": "more"}, expect=201)
    wait_until(lambda: Client(post.url, basic=ADMIN).get("/admin/jobs?kind=notification").json() == [], "it to be told")
    assert len(post.mails.mails) == before
    tab.click("main form button[type=submit]")  # it was a mistake
    tab.waitForSelector("main button.primary")
    post.ben.post(f"{where}/issues/1/comments", {"body": "and more"}, expect=201)
    wait_until(lambda: len(post.mails.mails) > before, "the mail")
    assert chromium.complaints() == []


def test_the_link_in_the_mail_opens_the_comment(chromium, post):
    where, _ = mailed(post)
    before = len(post.mails.mails)
    comment = post.ben.post(f"{where}/issues/1/comments", {"body": "exactly this"}, expect=201).json()
    mail = wait_until(lambda: post.mails.mails[before:], "the mail")[0]
    tab = chromium.tab(post.url, javaScriptEnabled=False)
    tab.goto(re.search(r"https?://\S+#issuecomment-\d+", mail.text()).group(0))
    assert "exactly this" in tab.textContent(f"#issuecomment-{comment['id']}:target")


@pytest.mark.parametrize("form", FORMS)
def test_looks(chromium, post, form):
    _, link = mailed(post)
    tab = chromium.tab(post.url, **FORMS[form])
    for name in ("unsubscribe", "unsubscribed"):
        tab.goto(link)
        look(tab, form, name)
        assert faults(tab) == []
        tab.click("main form button[type=submit]")
